internal import Domain

/// A draft on a route.
final class OpenDraft {
  let mount: TopicMount
  let path: TopicPath

  init(_ mount: TopicMount, _ path: TopicPath) {
    self.mount = mount
    self.path = path
  }

  /// The view model of its topic; nil once that is removed.
  var topic: TopicViewModel? { mount.topics.topic(path.topic) }
}

/// A post on a route.
struct OpenPost {
  let mount: TopicMount
  let path: TopicPath
  let followed: FollowedPost

  /// The view model of its topic; nil once that is removed.
  var topic: TopicViewModel? { mount.topics.topic(path.topic) }

  /// Whether a scene of the route shows it.
  func isShown(by entry: RouteEntry) -> Bool {
    entry.scene == .post && entry.id == followed.id && entry.at == path.text
  }
}

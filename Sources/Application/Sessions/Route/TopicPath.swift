internal import Domain

/// The path of a topic, such as `topics.ai`.
struct TopicPath: Equatable {
  let root: String
  let topic: Topic.ID

  var text: String { "\(root).\(topic)" }
  var posts: String { "\(text).posts" }

  /// Returns the segments of the path of something that belongs to the topic; of the topic's own path
  /// without names.
  func segments(_ names: Substring...) -> [Substring] {
    [root[...], topic[...]] + names
  }
}

extension TopicPath {
  /// nil for a text that cannot be one: it is a root and a topic's identifier, with a dot between
  /// them.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ Topic.isID(String($0)) }) else { return nil }
    self.init(root: String(parts[0]), topic: String(parts[1]))
  }
}

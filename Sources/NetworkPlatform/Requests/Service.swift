package import Domain
package import Fetch

/// A service over HTTP and how it is used.
package struct Service: Sendable {
  /// What a service answers; the article Services describes both.
  package enum Shape: String, CaseIterable, Sendable {
    /// Topics with their arguments and posts.
    case board
    /// Posts and todos only, which are shown as those of one topic.
    case posts
  }

  /// The URL under which its resources are.
  package var base: BaseURL
  package var shape: Shape
  /// Of each request, by name. Stored copies belong to them, and to the paths of those in files.
  package var headers: [String: HeaderValue] = [:]
  /// The age from which a copy is refreshed when it is read.
  package var expiry: Duration = .seconds(300)
  /// The time between refreshes while somebody looks; nil for never.
  package var poll: Duration? = .seconds(60)
  /// Whether elements of a list that break a rule are left out. Otherwise the first one fails the
  /// list.
  package var shouldPrune = true
  /// Whether a request is only sent if there is a route to the service.
  package var shouldCheckReachability = true
  /// Whether what was read is shown only once it is stored.
  package var shouldWaitForSaveToPersistence = true
  /// The name of its mount, one segment of a path, which is also that of the topic of a service that
  /// has only posts and todos.
  package var root: Topic.ID

  package init(_ base: BaseURL, _ shape: Shape, root: Topic.ID) {
    self.base = base
    self.shape = shape
    self.root = root
  }
}

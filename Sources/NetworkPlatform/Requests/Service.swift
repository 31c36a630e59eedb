package import Domain
package import LoopHTTP

/// A service over HTTP and how it is used.
package struct Service: Sendable {
  /// What a service answers; the article Services describes both.
  package enum Shape: String, CaseIterable, Sendable {
    /// Topics with their arguments and posts.
    case board
    /// Posts only, which are shown as those of one topic.
    case posts
  }

  /// A header of each request.
  package struct Header: Sendable {
    let name: String
    let value: Value

    enum Value: Sendable {
      case text(String)
      case secret(path: String, read: @Sendable () -> String?)
    }

    /// A header whose value is not secret.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = .text(value)
    }

    /// A header whose value is in a file. It never leaves the requests.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which belongs to the name of the copies.
    ///   - read: returns the current value without waiting; nil if there is none.
    package init(_ name: String, from path: String, read: @escaping @Sendable () -> String?) {
      self.name = name
      value = .secret(path: path, read: read)
    }
  }

  /// The URL under which its resources are.
  package var base: HTTPURL
  package var shape: Shape
  package var headers: [Header] = []
  /// The age from which a copy is refreshed when it is read.
  package var expiry: Duration = .seconds(300)
  /// The time between refreshes while somebody looks; nil for never.
  package var poll: Duration? = .seconds(60)
  /// Whether elements of a list that break a rule are left out. Otherwise the first one fails the
  /// list.
  package var shouldPrune = true
  /// Whether a request is only sent if there is a route to the service.
  package var shouldCheckReachability = true
  /// The name of its mount, one segment of a path, which is also that of the topic of a service that
  /// has only posts.
  package var root: Topic.ID

  package init(_ base: HTTPURL, _ shape: Shape, root: Topic.ID) {
    self.base = base
    self.shape = shape
    self.root = root
  }
}

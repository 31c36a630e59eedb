public import Domain

/// Why a route could not be changed. It is then as before.
public enum RouteError: Error, Equatable, Sendable {
  /// The caller may not read this path. Decided by its text alone, whether it exists or not.
  case notAllowed(path: String)
  /// The caller may not read any list of topics.
  case nothingReadable
  /// There is no topic at this path.
  case unknown(path: String)
  /// The topic at this path has no post with this identifier.
  case noPost(id: Post.ID, at: String)
  /// The stack already has the maximum number of scenes.
  case full(limit: Int)
  /// A draft is open, and would be lost.
  case draftOpen
  /// The post that is shown is being edited, and its changes would be lost.
  case postEdited
  /// Another call was made while this one waited for a store.
  case superseded
  /// The store failed, so it is not known whether the target exists.
  case store(StoreError)
}

/// An error of a gateway, which may be an error of its store.
public protocol StoreFailure: Error {
  /// The store failed; no rule was broken.
  static func store(_ error: StoreError) -> Self
}

extension ArgumentError: StoreFailure {}
extension ImportError: StoreFailure {}
extension PostError: StoreFailure {}
extension TopicError: StoreFailure {}

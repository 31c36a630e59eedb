/// Why topics could not be read.
public enum TopicError: Error, Equatable, Sendable {
  /// The store failed.
  case store(StoreError)
}

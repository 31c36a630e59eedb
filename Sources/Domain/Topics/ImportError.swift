/// Why topics could not be imported. Indices are counted from 0, in the order of the import.
public enum ImportError: Error, Equatable, Sendable {
  /// There is no topic to import.
  case nothingToImport
  /// A topic's title breaks a rule, or there are too many topics.
  case topic(Int, TopicError)
  /// An argument breaks a rule, alone or on its side.
  case argument(topic: Int, Side, Int, ArgumentError)
  /// A post breaks a rule, or there are too many.
  case post(topic: Int, Int, PostError)
  /// The store failed; no rule was broken.
  case store(StoreError)
}

/// Why topics could not be read or changed.
public enum TopicError: Error, Equatable, Sendable {
  /// The title breaks a rule for texts.
  case invalid(BrokenTextRule)
  /// No topic has this identifier.
  case notFound(id: String)
  /// The title is not the one that the author has seen.
  case changed(title: String, updated: Timestamp)
  /// The topic is decided, and cannot be renamed until it is reopened.
  case decided(Decision)
  /// The store already has the maximum number of topics.
  case full(limit: Int)
  /// Its texts have more bytes than can be exported at once.
  case tooLarge(bytes: Int)
  /// The store failed; no rule was broken.
  case store(StoreError)
}

/// Why topics could not be imported. Indices are counted from 0, in the order of the import.
public enum ImportError: Error, Equatable, Sendable {
  /// There is no topic to import.
  case nothingToImport
  /// A topic's title breaks a rule, or there are too many topics.
  case topic(Int, TopicError)
  /// An argument breaks a rule, alone or on its side.
  case argument(topic: Int, Side, Int, BoardError)
  /// A position breaks a rule, the person has another one, or there are too many.
  case position(topic: Int, Int, BoardError)
  /// The rule for the decision, or its reason, is wrong.
  case decision(topic: Int, BoardError)
  /// A post breaks a rule, or there are too many.
  case post(topic: Int, Int, PostError)
  /// The store failed; no rule was broken.
  case store(StoreError)
}

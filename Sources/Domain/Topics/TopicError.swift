/// Why topics could not be read or changed.
public enum TopicError: Error, Equatable, Sendable {
  /// The title breaks a rule for texts.
  case invalid(BrokenTextRule)
  /// The text cannot be the identifier of a topic.
  case invalidID(String)
  /// The identifier would hide something else that a store has under its root.
  case reservedID(Topic.ID)
  /// A topic has the identifier of the new one.
  case exists(id: String)
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
  /// An argument breaks a rule, alone or in its column.
  ///
  /// - Parameter option: the index of its option; nil for the topic's own board.
  case argument(topic: Int, option: Int? = nil, Side, Int, BoardError)
  /// An option breaks a rule, has the title of another one, or there are too many.
  case option(topic: Int, Int, BoardError)
  /// An objection breaks a rule, or there are too many.
  case objection(topic: Int, Int, BoardError)
  /// A todo breaks a rule, or there are too many.
  case todo(topic: Int, Int, BoardError)
  /// A position breaks a rule, the person has another one, or there are too many.
  case position(topic: Int, Int, BoardError)
  /// The rule for the decision, or its reason, is wrong.
  case decision(topic: Int, BoardError)
  /// A post breaks a rule, or there are too many.
  case post(topic: Int, Int, PostError)
  /// The store failed; no rule was broken.
  case store(StoreError)
}

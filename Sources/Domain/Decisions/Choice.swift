/// What people can be for, and what can be decided: an answer to the question of a topic.
public enum Choice: String, CaseIterable, Sendable {
  case yes, no
}

/// A side of a topic, for which an argument speaks.
public enum Side: String, CaseIterable, Sendable {
  case pro, con
}

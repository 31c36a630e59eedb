/// What an argument speaks for.
public enum Side: String, CaseIterable, Sendable {
  case pro, con
}

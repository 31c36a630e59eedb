internal import ArgumentParser

/// Whether an argument speaks for or against.
enum Side: String, CaseIterable, ExpressibleByArgument, Sendable {
  case pro
  case con

  /// As it stands in paths.
  var plural: String { rawValue + "s" }
}

internal import ArgumentParser

/// The side of an argument: for or against.
enum Side: String, CaseIterable, ExpressibleByArgument, Sendable {
  case pro
  case con

  /// The name in paths, such as `pros`.
  var plural: String { rawValue + "s" }
}

internal import ArgumentParser

/// The side of an argument: for or against.
package enum SideName: String, CaseIterable, ExpressibleByArgument, Sendable {
  case pro
  case con

  /// The name in paths, such as `pros`.
  package var plural: String { rawValue + "s" }
}

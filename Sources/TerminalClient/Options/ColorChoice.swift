internal import ArgumentParser
internal import OperatingSystem
package import Terminal

/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto
  case always
  case never

  /// - Parameter isTerminal: whether the output is a terminal.
  package func palette(isTerminal: Bool) -> Palette {
    switch self {
    case .auto:
      Palette(
        isColoured: isTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb")
    case .always: Palette(isColoured: true)
    case .never: Palette(isColoured: false)
    }
  }
}

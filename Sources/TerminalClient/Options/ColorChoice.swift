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
    let isColoured =
      switch self {
      case .auto:
        isTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
      case .always: true
      case .never: false
      }
    return Palette(
      isColoured: isColoured, hasLinks: isTerminal && TerminalLink.isKnownToTerminal)
  }
}

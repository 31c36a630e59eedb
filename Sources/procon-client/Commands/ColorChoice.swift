internal import ArgumentParser
internal import Terminal
internal import UVLoop

/// What `--color` says.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto
  case always
  case never

  /// - Parameter isTerminal: whether what is coloured goes to one.
  func palette(isTerminal: Bool) -> Palette {
    switch self {
    case .auto: Palette(isColoured: isTerminal && Environment["NO_COLOR"] == nil)
    case .always: Palette(isColoured: true)
    case .never: Palette(isColoured: false)
    }
  }
}

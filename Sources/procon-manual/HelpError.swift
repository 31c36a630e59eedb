/// Why no page can be made of what was read.
enum HelpError: Error, Equatable, CustomStringConvertible {
  /// It is not what `--experimental-dump-help` of a known version says.
  case noDump
  /// It is not the protocol's text: it has no sections.
  case noProtocol

  var description: String {
    switch self {
    case .noDump:
      "standard input is not what a program says to --experimental-dump-help; pipe that into it"
    case .noProtocol:
      "standard input is not the protocol's text; give it Sources/BoxWire/BoxWire.docc/Protocol.md"
    }
  }
}

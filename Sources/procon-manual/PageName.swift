internal import ArgumentParser

/// A page by its name.
enum PageName: String, CaseIterable, ExpressibleByArgument, Sendable {
  case procond
  case proconClient = "procon-client"
  case proconProtocol = "procon-protocol"

  /// The page in mdoc(7).
  ///
  /// - Parameter input: what a program's `--experimental-dump-help` says, or the protocol's text.
  /// - Throws: when the input is none of these.
  func text(from input: String, date: String) throws(HelpError) -> String {
    switch self {
    case .procond:
      ProgramPage(try CommandHelp(dump: input), section: 8, .procond).text(date: date)
    case .proconClient:
      ProgramPage(try CommandHelp(dump: input), section: 1, .proconClient).text(date: date)
    case .proconProtocol: try ProtocolPage(markdown: input).text(date: date)
    }
  }
}

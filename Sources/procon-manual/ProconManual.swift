internal import ArgumentParser

/// Writes the manual pages, from what the programs say of themselves and from the protocol's text.
@main
struct ProconManual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-manual",
    abstract: "Writes a manual page of procon's to standard output, in mdoc(7).",
    discussion: """
      The text comes from standard input:
        procond --experimental-dump-help | procon-manual procond
        procon-client --experimental-dump-help | procon-manual procon-client
        procon-manual procon-protocol < Sources/BoxWire/BoxWire.docc/Protocol.md

      The page is dated today, or by SOURCE_DATE_EPOCH.
      """)

  @Argument(help: "The page to write.")
  var page: PageName

  func run() throws {
    var input = ""
    while let line = readLine(strippingNewline: false) { input += line }
    print(try page.text(from: input, date: PageDate.text()), terminator: "")
  }
}

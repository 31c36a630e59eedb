/// The page of the protocol: its text, section by section.
struct ProtocolPage {
  private let blocks: [Block]

  /// - Throws: when the text has no title and no sections.
  init(markdown: String) throws(HelpError) {
    blocks = Markdown(markdown).blocks
    guard blocks.first?.level == 1, blocks.contains(where: { $0.level == 2 }) else {
      throw .noProtocol
    }
  }

  /// The page in mdoc(7).
  func text(date: String) -> String {
    var page = MdocText(
      name: "procon-protocol", section: 7,
      summary: "the protocol between procond and its clients", date: date)
    page.section("DESCRIPTION")
    // A section ERRORS is what man(7) keeps for functions.
    let errors = Block.heading(level: 2, "Errors")
    page.blocks(blocks.dropFirst().map { $0 == errors ? .heading(level: 2, "Error codes") : $0 })
    page.seeAlso([("jq", 1), ("procon-client", 1), ("socat", 1), ("unix", 7), ("procond", 8)])
    return page.text
  }
}

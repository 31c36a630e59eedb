import Testing

@testable import procon_manual

struct HelpTextTests {
  private let text = HelpText(
    """
    One paragraph
    of two lines:
      an example
        indented more

    Another one.

    EXIT CODES
      0   done
    """)

  @Test func `paragraphs, indented lines and headings are told apart`() {
    #expect(
      text.blocks == [
        .paragraph([.text("One paragraph"), .text("\nof two lines:")]),
        .literal(["an example", "  indented more"]),
        .paragraph([.text("Another one.")]),
        .heading(level: 2, "EXIT CODES"),
        .literal(["0   done"]),
      ])
  }

  @Test func `a section ends at the next heading`() {
    #expect(text.section("EXIT CODES") == [.literal(["0   done"])])
    #expect(text.section("NONE") == [])
    #expect(text.beginning.count == 3)
    #expect(text.sections(without: ["EXIT CODES"]) == [])
    #expect(text.sections(without: []).count == 2)
  }
}

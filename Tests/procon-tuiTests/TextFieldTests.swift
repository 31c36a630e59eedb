import BoardValues
import Expectations
import TerminalClient
import Testing

@testable import procon_tui

struct TextFieldTests {
  @Test(arguments: [
    ("one\ntwo", "one two", true), ("one\r\n\r\ntwo\n", "one two", true), ("one\n", "one", false),
    ("one", "one", false), ("\n", "", false),
  ])
  func `line breaks that are pasted into one line become spaces, and that is said`(
    pasted: String, text: String, isSaid: Bool
  ) {
    let field = TextField(.newArgument(.pro))
    _ = field.press(.paste(pasted))
    expect(field.text, equals: text)
    expect(
      field.notes(width: 40).map(\.text), equals: (isSaid ? ["Line breaks became spaces."] : []))
    _ = field.press(.character("!"))
    expect(field.notes(width: 40).isEmpty)
  }

  @Test func `the content of a post keeps its lines`() {
    let field = TextField(.member(.content))
    _ = field.press(.paste("one\ntwo\n"))
    expect(field.text, equals: "one\ntwo\n")
    expect(field.notes(width: 40).isEmpty)
  }
}

import BoxClient
import BoxWire
import Expectations
import Terminal
import Testing

@testable import TerminalClient

/// How values are laid out of which only the schema is known.
struct DescribedContentTests {
  private let plain = Palette(isColoured: false)

  private func table(_ json: String, columns: [String] = [], width: Int = 60) throws -> [String] {
    let rows = try require(try JSONText(parsing: json.utf8).elements)
    return ValueTable(rows, columns: columns).lines(width: width, palette: plain)
  }

  @Test func `a table has the columns of the schema first`() throws {
    expect(
      try table(
        #"[{"a":1,"b":"x","c":null},{"b":"yy","d":[1,2]}]"#, columns: ["b", "a", "none"]),
      equals: ["b   a  c  d", "x   1  –", "yy        1 2"])
  }

  @Test func `wide columns are cut, and the last ones left out`() throws {
    let rows = #"[{"id":"1","text":"\#(String(repeating: "word ", count: 20))","end":"last"}]"#
    let lines = try table(rows, width: 30)
    expect(lines, equals: ["id  text                  end", "1   word word word word…  last"])
    expect(try table(rows, width: 12), equals: ["id  text", "1   word wo…"])
    expect(try table(rows, width: 1), equals: ["…", "1"])
  }

  @Test func `a row of a table that is not an object gets empty cells`() throws {
    expect(try table(#"[{"a":1},5]"#), equals: ["a", "1", ""])
  }

  @Test func `control characters in cells and names are replaced`() throws {
    expect(try table(#"[{"a\u001b":"x\u001b[2J\ny"}]"#), equals: ["a\u{FFFD}", "x\u{FFFD}[2J y"])
  }

  @Test func `fields are aligned, wrapped and keep their lines`() {
    let list = FieldList([
      FieldList.Field("name", "one two three"), FieldList.Field("n", "a\n\nb"),
    ])
    expect(
      list.lines(width: 14, palette: plain),
      equals: ["name  one two", "      three", "n     a", "", "      b"])
    expect(list.lines(width: 1, palette: plain).allSatisfy { $0.displayWidth <= 1 })
  }

  @Test(arguments: [
    (#""text""#, "text"), ("1.50", "1.50"), ("true", "yes"), ("false", "no"), ("null", "–"),
    (#"["a",1,null]"#, "a\n1\n–"), (#"[[1]]"#, "[[1]]"), (#"{"a":1}"#, #"{"a":1}"#), ("[]", ""),
  ])
  func `a value has words`(json: String, words: String) throws {
    expect(try JSONText(parsing: json.utf8).words, equals: words)
  }

  @Test func `lines of standard input may arrive in any pieces`() {
    var lines = LineBuffer()
    lines.append(Array("one\r\ntw".utf8))
    expect(lines.next(), equals: Array("one".utf8))
    expect(lines.next() == nil)
    lines.append(Array("o\n\nthree".utf8))
    expect(lines.next(), equals: Array("two".utf8))
    expect(lines.next(), equals: [])
    expect(lines.next() == nil)
    lines.append([])
    expect(lines.next(), equals: Array("three".utf8))
    expect(lines.next() == nil)
    expect(lines.hasEnded)
  }
}

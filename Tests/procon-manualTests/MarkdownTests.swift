import Testing

@testable import procon_manual

struct MarkdownTests {
  @Test func `headings, paragraphs, bullets and fences are read`() {
    let text = Markdown(
      """
      # Title

      A `code` and
      more.

      ## Part
      - one
        goes on
      - two
      ```
      - raw
      ```
      """)
    #expect(
      text.blocks == [
        .heading(level: 1, "Title"),
        .paragraph([.text("A "), .code("code"), .text(" and\nmore.")]),
        .heading(level: 2, "Part"),
        .bullets([[.text("one\ngoes on")], [.text("two")]]),
        .literal(["- raw"]),
      ])
  }

  @Test func `a table's rows are terms, without the row that names the columns`() {
    let text = Markdown("| code | when |\n|---|---|\n| -1 | a `b` |\n| -2 | c |")
    #expect(
      text.blocks == [
        .terms([
          Block.Term(name: [.text("-1")], text: [.text("a "), .code("b")]),
          Block.Term(name: [.text("-2")], text: [.text("c")]),
        ])
      ])
  }
}

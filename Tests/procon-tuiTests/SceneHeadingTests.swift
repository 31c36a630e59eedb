import BoxClient
import Expectations
import Testing

@testable import procon_tui

struct SceneHeadingTests {
  private func draw(_ heading: SceneHeading, columns: Int, rows: Int) -> (lines: [String], end: Int)
  {
    var canvas = Canvas(columns: columns, rows: rows)
    let end = heading.draw(on: &canvas, rows: 0..<rows)
    return (canvas.spans.map { row in row.map(\.text).joined() }, end)
  }

  @Test func `a long title is wrapped, and takes a quarter of the rows at most`() {
    var heading = SceneHeading()
    heading.title = Array(repeating: "word", count: 40).joined(separator: " ")
    let (wide, end) = draw(heading, columns: 80, rows: 23)
    expect(end, equals: 3)
    expect(wide.prefix(3).joined(separator: " "), equals: heading.title)
    let (narrow, endOfNarrow) = draw(heading, columns: 40, rows: 9)
    expect(endOfNarrow, equals: 2)
    expect(narrow[1].hasSuffix("…"))
  }

  @Test func `alerts are wrapped to two rows`() {
    var heading = SceneHeading()
    heading.title = "Title"
    heading.alerts = ["The store cannot be read now, because its disk is full or it was removed."]
    let (lines, end) = draw(heading, columns: 40, rows: 9)
    expect(end, equals: 3)
    expect(lines[1], equals: "Alert: The store cannot be read now,")
    expect(lines[2].hasSuffix("…"))
    expect(draw(heading, columns: 120, rows: 9).end, equals: 2)
  }

  @Test func `an empty title takes a row`() {
    expect(draw(SceneHeading(), columns: 40, rows: 9).end, equals: 1)
  }
}

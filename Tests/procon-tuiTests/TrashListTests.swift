import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_tui

struct TrashListTests {
  private static func page(_ numbers: Range<Int>) -> JSONText {
    let items = numbers.map { number in
      JSONText(members: [
        ("id", JSONText("id\(number)")), ("topic", JSONText("t\(number)")),
        ("title", JSONText("Title \(number)")), ("author", JSONText("a\u{1B}[31mda")),
        ("date", JSONText("2026-11-22T10:00:00.000Z")),
      ])
    }
    return JSONText(members: [("items", JSONText(elements: items))])
  }

  @Test func `an answer that cannot be read says which member is missing`() {
    var trash = TrashList("topics")
    let fault = #expect(throws: ValueFault.self) {
      try trash.append(["items": [["id": "a", "title": "b", "author": "c", "date": "d"]]])
    }
    expect(fault?.description, equals: "member 'items[0].topic' is missing")
    expect(trash.isEmpty)
  }

  private static func call(_ deed: Deed?) -> (intent: String, id: String?)? {
    guard case .call(let call)? = deed else { return nil }
    return (call.intent, call.parameters["id"]?.string)
  }

  @Test func `at the end of a page the next one is asked for, until one is shorter`() throws {
    var trash = TrashList("topics")
    expect(try require(trash.next).parameters["before"] == nil)
    try trash.append(Self.page(0..<50))
    expect(trash.perform(.down) == nil)
    expect(trash.next == nil)
    expect(trash.perform(.last) == nil)
    expect(trash.next?.intent, equals: "topics.remove.trash.list")
    expect(trash.next?.parameters["before"]?.string, equals: "id49")
    // What was deleted in the meantime does not come twice.
    try trash.append(Self.page(48..<60))
    expect(trash.perform(.last) == nil)
    expect(trash.next == nil)
    expect(Self.call(trash.perform(.open))?.id, equals: "id59")
  }

  @Test func `what was restored or erased disappears`() throws {
    var trash = TrashList("topics")
    try trash.append(Self.page(0..<2))
    trash.answered(Call("other.remove.trash.restore", ["id": JSONText("id0")]))
    trash.answered(Call("topics.remove.trash.restore", ["id": JSONText("id0")]))
    let next = Self.call(trash.perform(.open))
    expect(next?.intent, equals: "topics.remove.trash.restore")
    expect(next?.id, equals: "id1")
    trash.answered(Call("topics.remove.trash.purge", ["id": JSONText("id1")]))
    expect(trash.isEmpty)
    expect(trash.perform(.open) == nil)
  }

  @Test func `a name cannot draw, and the rows fit`() throws {
    var trash = TrashList("topics")
    try trash.append(Self.page(0..<1))
    for columns in [1, 12, 30, 80] {
      var canvas = Canvas(columns: columns, rows: 2)
      trash.draw(on: &canvas, rows: 1..<2)
      let row = canvas.spans[1]
      expect(!row.contains { $0.text.unicodeScalars.contains("\u{1B}") })
      expect(row.allSatisfy { $0.columns.upperBound <= columns })
    }
  }
}

import Expectations
import Testing

@testable import Domain

struct ArgumentListRulesTests {
  private var list = ArgumentList(.con)
  private let now = Timestamp(millisecondsSince1970: 1000)

  @Test(arguments: ["High cost", "HIGH COST", "high cost", " High cost\n"])
  mutating func `a text is not added twice, whatever its case`(text: String) throws {
    _ = try list.add(text: "High cost", author: "ada", at: now)
    let before = list
    #expect {
      try list.add(text: text, author: "bob", at: now)
    } throws: {
      guard case BoardError.duplicate = $0 else { return false }
      return true
    }
    expect(list, equals: before)
  }

  @Test mutating func `a text in another normal form is not added twice`() throws {
    _ = try list.add(text: "CAF\u{c9}", author: "ada", at: now)
    #expect(throws: BoardError.duplicate(text: "cafe\u{301}")) {
      try list.add(text: "cafe\u{301}", author: "ada", at: now)
    }
  }

  @Test mutating func `a change to another argument's text is refused`() throws {
    _ = try list.add(text: "One", author: "ada", at: now)
    _ = try list.add(text: "Two", author: "ada", at: now)
    let before = list
    #expect(throws: BoardError.duplicate(text: "ONE")) {
      try list.change(id: "2", text: "ONE", by: "bob", at: now)
    }
    expect(list, equals: before)
  }

  @Test mutating func `a change can keep its own text or change only its case`() throws {
    _ = try list.add(text: "One", author: "ada", at: now)
    expect(
      try list.change(id: "1", text: "One", weight: 2, by: "bob", at: now).new.text, equals: "One")
    expect(try list.change(id: "1", text: "ONE", by: "bob", at: now).new.text, equals: "ONE")
  }

  @Test mutating func `equal texts from elsewhere do not keep a weight from changing`() throws {
    let arguments = try ["One", "ONE"].enumerated().map { index, text throws(BoardError) in
      try Argument(
        id: String(index + 1), side: .con, text: text, weight: 1, author: "sqlite3", created: now,
        updated: now)
    }
    list = ArgumentList(.con, arguments: arguments)
    expect(try list.change(id: "2", weight: 3, by: "bob", at: now).new.weight, equals: 3)
    #expect(throws: BoardError.duplicate(text: "one")) {
      try list.change(id: "2", text: "one", by: "bob", at: now)
    }
  }

  @Test mutating func `a removed text can be added again`() throws {
    _ = try list.add(text: "One", author: "ada", at: now)
    _ = try list.remove(id: "1", by: "bob", at: now)
    expect(try list.add(text: "One", author: "ada", at: now).id, equals: "2")
  }

  @Test mutating func `a side accepts 1,000 arguments and refuses one more`() throws {
    expect(Limits.argumentsPerSide, equals: 1000)
    for number in 1...1000 {
      _ = try list.add(text: "Number \(number)", author: "ada", at: now)
    }
    let full = list
    #expect(throws: BoardError.full(limit: 1000)) {
      try list.add(text: "One too many", author: "ada", at: now)
    }
    expect(list, equals: full)
    expect(try list.change(id: "1000", weight: 2, by: "bob", at: now).new.weight, equals: 2)
    _ = try list.remove(id: "1", by: "bob", at: now)
    expect(try list.add(text: "Fits again", author: "ada", at: now).id, equals: "1001")
  }

  @Test mutating func `wrong values are reported before a full list or a duplicate`() throws {
    _ = try list.add(text: "One", author: "ada", at: now)
    #expect(throws: BoardError.invalid(.weightOutOfRange(0))) {
      try list.add(text: "One", weight: 0, author: "ada", at: now)
    }
  }
}

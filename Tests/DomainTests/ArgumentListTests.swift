import Expectations
import Testing

@testable import Domain

struct ArgumentListTests {
  private var list = ArgumentList(.pro)
  private let first = Timestamp(millisecondsSince1970: 1000)
  private let second = Timestamp(millisecondsSince1970: 2000)

  @Test mutating func `an added argument has all given values and comes last`() throws {
    _ = try list.add(text: "One", author: "ada", at: first)
    let argument = try list.add(text: " Two ", weight: 3, author: "bob", at: second)
    expect(
      argument,
      equals: try Argument(
        id: "2", side: .pro, text: "Two", weight: 3, author: "bob", created: second,
        updated: second, updatedBy: "bob"))
    expect(list.arguments.map(\.text), equals: ["One", "Two"])
    expect(list.arguments.last, equals: argument)
  }

  @Test mutating func `identifiers count up and are never reused`() throws {
    for text in ["One", "Two", "Three"] { _ = try list.add(text: text, author: "ada", at: first) }
    _ = try list.remove(id: "3", by: "bob", at: second)
    _ = try list.remove(id: "1", by: "bob", at: second)
    let argument = try list.add(text: "Four", author: "ada", at: second)
    expect(argument.id, equals: "4")
    expect(list.arguments.map(\.id), equals: ["2", "4"])
    expect(list.lastID, equals: 4)
  }

  @Test mutating func `an added argument has the identifier and the date that the store assigned`()
    throws
  {
    list = ArgumentList(.pro, lastID: 3, assigned: Assigned(id: "101", created: first))
    let argument = try list.add(text: "One", author: "ada", at: second)
    expect(
      argument,
      equals: try Argument(
        id: "101", side: .pro, text: "One", author: "ada", created: first, updated: first,
        updatedBy: "ada"))
    expect(
      list, equals: ArgumentList(.pro, arguments: [argument], updated: second, updatedBy: "ada"))
    expect(try list.add(text: "Two", author: "ada", at: second).id, equals: "102")
    list = ArgumentList(.pro, lastID: 3, assigned: Assigned(id: "a-b"))
    expect(try list.add(text: "One", author: "ada", at: second).created, equals: second)
    expect(try list.add(text: "Two", author: "ada", at: second).id, equals: "4")
  }

  @Test mutating func `a change keeps position, author and creation date`() throws {
    _ = try list.add(text: "One", author: "ada", at: first)
    _ = try list.add(text: "Two", author: "bob", at: first)
    let argument = try list.change(id: "1", text: " First ", weight: 5, by: "bob", at: second).new
    expect(
      argument,
      equals: try Argument(
        id: "1", side: .pro, text: "First", weight: 5, author: "ada", created: first,
        updated: second, updatedBy: "bob"))
    expect(list.arguments.map(\.text), equals: ["First", "Two"])
  }

  @Test mutating func `a change keeps the values that it does not name`() throws {
    _ = try list.add(text: "One", weight: 2, author: "ada", at: first)
    expect(try list.change(id: "1", weight: 4, by: "bob", at: second).new.text, equals: "One")
    expect(try list.change(id: "1", text: "First", by: "bob", at: second).new.weight, equals: 4)
  }

  @Test mutating func `an empty change is refused`() throws {
    _ = try list.add(text: "One", author: "ada", at: first)
    let before = list
    #expect(throws: BoardError.invalid(.nothingToChange)) {
      try list.change(id: "1", by: "bob", at: second)
    }
    expect(list, equals: before)
  }

  @Test mutating func `a change to equal values changes nothing`() throws {
    let argument = try list.add(text: "One", weight: 2, author: "ada", at: first)
    let before = list
    expect(
      try list.change(id: "1", text: " One ", weight: 2, by: "bob", at: second)
        == (argument, argument))
    expect(list, equals: before)
  }

  @Test mutating func `a removed argument is returned and no longer in the list`() throws {
    let argument = try list.add(text: "One", author: "ada", at: first)
    expect(try list.remove(id: "1", by: "bob", at: second) == (argument, 0))
    expect(list.arguments.isEmpty)
  }

  @Test mutating func `each change sets the date, which never decreases`() throws {
    expect(list.updated == nil)
    _ = try list.add(text: "One", author: "ada", at: first)
    expect(list.updated, equals: first)
    _ = try list.change(id: "1", weight: 2, by: "bob", at: second)
    expect(list.updated, equals: second)
    // The clock was set back.
    _ = try list.remove(id: "1", by: "bob", at: first)
    expect(list.updated, equals: second.after(second))
  }

  @Test mutating func `a missing argument cannot be changed or removed`() {
    #expect(throws: BoardError.notFound(id: "7")) {
      try list.change(id: "7", weight: 2, by: "bob", at: first)
    }
    #expect(throws: BoardError.notFound(id: "7")) {
      try list.remove(id: "7", by: "bob", at: first)
    }
    expect(list, equals: ArgumentList(.pro))
  }

  @Test mutating func `wrong values are reported before a wrong identifier`() {
    #expect(throws: BoardError.invalid(.text(.empty))) {
      try list.change(id: "7", text: "", by: "bob", at: first)
    }
    #expect(throws: BoardError.invalid(.weightOutOfRange(9))) {
      try list.change(id: "7", weight: 9, by: "bob", at: first)
    }
  }
}

import Expectations
import Testing

@testable import Domain

struct RestoringTests {
  private let now = Timestamp(millisecondsSince1970: 1000)

  private func argument(_ id: String, _ text: String) throws -> Argument {
    try Argument(id: id, side: .pro, text: text, author: "ada", created: now, updated: now)
  }

  @Test func `a list restored from its parts is the same list`() throws {
    var list = ArgumentList(.pro)
    _ = try list.add(text: "One", author: "ada", at: now)
    _ = try list.add(text: "Two", author: "ada", at: now)
    _ = try list.remove(id: "2", by: "bob", at: now)
    let restored = ArgumentList(
      .pro, arguments: list.arguments, lastID: list.lastID, updated: list.updated,
      updatedBy: "bob")
    expect(restored, equals: list)
  }

  @Test func `a lost counter is restored from the identifiers`() throws {
    var list = ArgumentList(.pro, arguments: [try argument("7", "One"), try argument("3", "Two")])
    expect(list.lastID, equals: 7)
    expect(try list.add(text: "Three", author: "ada", at: now).id, equals: "8")
  }

  @Test func `identifiers that are not numbers are kept unchanged`() throws {
    var list = ArgumentList(.pro, arguments: [try argument("a-b", "One")])
    expect(try list.add(text: "Two", author: "ada", at: now).id, equals: "1")
    expect(try list.remove(id: "a-b", by: "bob", at: now).argument.text, equals: "One")
  }

  @Test func `a list that violates the rules is restored as it is`() throws {
    let list = ArgumentList(.pro, arguments: [try argument("1", "One"), try argument("2", "one")])
    expect(list.arguments.count, equals: 2)
  }
}

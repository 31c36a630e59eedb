import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct NothingFoundTests {
  private let nothing = Content(status: false, message: "No pros found", reason: "empty")

  @Test(arguments: [(Side.pro, "No pros found"), (.con, "No cons found")])
  func `an empty side has a message`(side: Side, message: String) async throws {
    let model = ArgumentsViewModel(MemoryGateway.empty(), side: Column(side))
    try await model.fetch()
    expect(model.items.value.isEmpty)
    expect(
      model.isErrorFree.value, equals: Content(status: false, message: message, reason: "empty"))
  }

  @Test func `the boards of a topic with options need not have arguments`() async throws {
    let store = MemoryGateway.empty()
    let pros = ArgumentsViewModel(store)
    try await pros.fetch()
    expect(pros.isErrorFree.value, equals: nothing)
    _ = try await store.update(BuiltInTopic.id) { board throws(BoardError) in
      try board.addOption("Tea", by: "ada", at: start)
    }
    try await pros.fetch()
    expect(pros.isErrorFree.value, equals: Content())
    let option = ArgumentsViewModel(store, side: Column(.pro, of: "1"))
    try await option.fetch()
    expect(option.isErrorFree.value, equals: Content())
  }

  @Test func `the first addition clears the message, the last removal restores it`() async throws {
    let pros = ArgumentsViewModel(MemoryGateway.empty())
    try await pros.fetch()
    let item = try await pros.add(text: "Patience", author: "ada")
    expect(pros.isErrorFree.value, equals: Content())
    try await pros.remove(id: item.id, author: "ada")
    expect(pros.isErrorFree.value, equals: nothing)
  }

  @Test func `a failure replaces the message until the next success`() async throws {
    let store = FailingGateway(MemoryGateway.empty())
    let pros = ArgumentsViewModel(store)
    try await pros.fetch()
    store.fail(.full)
    try? await pros.fetch()
    expect(pros.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    store.recover()
    try await pros.fetch()
    expect(pros.isErrorFree.value, equals: nothing)
  }
}

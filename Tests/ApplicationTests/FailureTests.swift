import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct FailureTests {
  private let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))
  private let down = Content(status: false, message: "the store is full")

  @Test func `a failure sets status and message in one step and keeps the items`() async throws {
    let pros = ArgumentsViewModel(store)
    try await pros.fetch()
    let shown = pros.items.value
    let contents = Recorder(pros.isErrorFree)
    store.fail(.full)
    await #expect(throws: BoardError.store(.full)) {
      try await pros.fetch()
    }
    expect(contents.values, equals: [Content(), down])
    expect(pros.items.value, equals: shown)
  }

  @Test func `an observer that binds after a failure gets the failure`() async throws {
    let pros = ArgumentsViewModel(store)
    store.fail(.full)
    try? await pros.fetch()
    expect(Recorder(pros.isErrorFree).values, equals: [down])
  }

  @Test func `the next success clears the failure`() async throws {
    let pros = ArgumentsViewModel(store)
    store.fail(.full)
    try? await pros.fetch()
    store.recover()
    try await pros.fetch()
    expect(pros.isErrorFree.value, equals: Content())
    expect(pros.items.value.count, equals: 4)
  }

  @Test func `a successful change clears the failure too`() async throws {
    let pros = ArgumentsViewModel(store)
    store.fail(.full)
    try? await pros.fetch()
    store.recover()
    _ = try await pros.add(text: "Patience", author: "ada")
    expect(pros.isErrorFree.value, equals: Content())
  }

  @Test func `the newest message is shown`() async throws {
    let pros = ArgumentsViewModel(store)
    store.fail(.unavailable(reason: "Connection refused"))
    try? await pros.fetch()
    store.fail(.full)
    try? await pros.fetch()
    expect(pros.isErrorFree.value, equals: down)
  }

  @Test func `every intent shows a failure of the store`() async throws {
    let failure = BoardError.store(.full)
    store.fail(.full)
    let adding = ArgumentsViewModel(store)
    await #expect(throws: failure) { try await adding.add(text: "a", author: "ada") }
    expect(adding.isErrorFree.value, equals: down)
    let changing = ArgumentsViewModel(store)
    await #expect(throws: failure) { try await changing.change(id: "1", weight: 2, author: "ada") }
    expect(changing.isErrorFree.value, equals: down)
    let removing = ArgumentsViewModel(store)
    await #expect(throws: failure) { try await removing.remove(id: "1", author: "ada") }
    expect(removing.isErrorFree.value, equals: down)
  }

  @Test func `a topic that does not exist is shown as a failure`() async throws {
    let pros = ArgumentsViewModel(store, topic: "none")
    await #expect(throws: BoardError.noTopic(id: "none")) { try await pros.fetch() }
    expect(
      pros.isErrorFree.value, equals: Content(status: false, message: "there is no topic none"))
  }

  @Test func `a broken rule is thrown and not shown`() async throws {
    let pros = ArgumentsViewModel(store)
    try await pros.fetch()
    let contents = Recorder(pros.isErrorFree)
    let items = Recorder(pros.items)
    await #expect(throws: BoardError.invalid(.text(.empty))) {
      try await pros.add(text: " ", author: "ada")
    }
    await #expect(throws: BoardError.duplicate(text: "No Breaks")) {
      try await pros.change(id: "1", text: "No Breaks", author: "ada")
    }
    await #expect(throws: BoardError.notFound(id: "9")) {
      try await pros.remove(id: "9", author: "ada")
    }
    expect(contents.values, equals: [Content()])
    expect(items.values.count, equals: 1)
  }

  @Test func `a full side is thrown and not shown`() async throws {
    for number in 5...1000 {
      _ = try await store.update("ai") { board throws(BoardError) in
        try board.add(.pro, text: "Number \(number)", author: "ada", at: start)
      }
    }
    let pros = ArgumentsViewModel(store)
    try await pros.fetch()
    await #expect(throws: BoardError.full(limit: 1000)) {
      try await pros.add(text: "One too many", author: "ada")
    }
    expect(pros.isErrorFree.value, equals: Content())
  }

  @Test func `a broken rule does not clear a failure`() async throws {
    let pros = ArgumentsViewModel(store)
    store.fail(.full)
    try? await pros.fetch()
    store.recover()
    await #expect(throws: BoardError.notFound(id: "9")) {
      try await pros.remove(id: "9", author: "ada")
    }
    expect(pros.isErrorFree.value, equals: down)
  }
}

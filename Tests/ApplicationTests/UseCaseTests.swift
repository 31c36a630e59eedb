import Application
import BoardValues
import Boxes
import Domain
import Expectations
import Testing

/// Every view model takes its use cases as something that a test can replace: no store is needed.
struct UseCaseTests {
  private let road = StoreRoad()

  @Test func `the arguments show and answer what their use cases do`() async throws {
    let useCases = FakeArguments()
    let pros = ArgumentsViewModel(topic: "ai", .pro, useCases, road: road)
    let item = try await pros.add(text: "Patience", weight: 3, author: "ada")
    expect(item.text, equals: "Patience")
    expect(useCases.calls, equals: ["add pro of ai: Patience 3 by ada"])
    await #expect(throws: BoardError.noTopic(id: "ai")) { try await pros.fetch() }
    expect(pros.isErrorFree.value.message, equals: "there is no topic ai")
  }

  @Test func `the posts show and answer what their use cases do`() async throws {
    let useCases = FakePosts()
    let posts = PostsViewModel(topic: "ai", useCases, road: road)
    expect(try await posts.remove("7", author: "ada"), equals: "removal of 7")
    expect(useCases.calls, equals: ["remove 7 of ai by ada"])
    await #expect(throws: PostError.store(.full)) { try await posts.fetch() }
    expect(posts.isErrorFree.value.message, equals: "the store is full")
  }

  @Test func `the topics show and answer what their use cases do`() async throws {
    let topics = TopicsViewModel(FakeTopics(), road: road) { _ in
      preconditionFailure("no topic comes")
    }
    expect(try await topics.create(title: "Tea", author: "ada"), equals: "Tea by ada")
    expect(try await topics.create(title: "Tea", id: "tea", author: "ada"), equals: "tea")
    await #expect(throws: TopicError.store(.readOnly)) { try await topics.fetch() }
    expect(!topics.isErrorFree.value.status)
    expect(topics.ids.value.isEmpty)
  }

  @Test func `the trash answers what its use cases do`() async throws {
    let trash = TrashViewModel(FakeTrash(), road: road)
    expect(try await trash.list().isEmpty)
    expect(try await trash.restore("7", author: "ada"), equals: "topic of 7")
    await #expect(throws: TrashError.notFound(id: "7")) { try await trash.purge("7") }
  }
}

private final class FakeArguments: ArgumentUseCases {
  private(set) var calls: [String] = []

  func list(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    throw .noTopic(id: topic)
  }

  func add(
    _ side: Column, of topic: Topic.ID, text: String, weight: Int, author: String
  ) async throws(BoardError) -> Stored<Argument> {
    calls.append("add \(side.side) of \(topic): \(text) \(weight) by \(author)")
    return Stored(
      try Argument(
        id: "1", side: side, text: text, weight: weight, author: author, created: start,
        updated: start), version: 0)
  }

  func change(
    _ side: Column, of topic: Topic.ID, id: Argument.ID, text: String?, weight: Int?,
    ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument> { throw .notFound(id: id) }

  func move(
    _ side: Column, of topic: Topic.ID, id: Argument.ID, to target: Column?,
    before next: Argument.ID?, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument> { throw .notFound(id: id) }

  func support(
    _ side: Column, of topic: Topic.ID, id: Argument.ID, _ isSupporting: Bool, person: String
  ) async throws(BoardError) -> Stored<Argument> { throw .notFound(id: id) }

  func comment(
    on id: Argument.ID, _ column: Column, of topic: Topic.ID, text: String, author: String
  ) async throws(BoardError) -> Stored<Domain.Comment> { throw .notFound(id: id) }

  func removeComment(
    _ comment: String, on id: Argument.ID, _ column: Column, of topic: Topic.ID, author: String
  ) async throws(BoardError) -> Stored<Domain.Comment> { throw .noComment(id: comment) }

  func remove(
    _ side: Column, of topic: Topic.ID, id: Argument.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) -> Stored<Argument> { throw .notFound(id: id) }
}

private final class FakePosts: PostUseCases {
  private(set) var calls: [String] = []

  func list(of topic: Topic.ID) async throws(PostError) -> Stored<[PostOverview]> {
    throw .store(.full)
  }

  func list(
    of topic: Topic.ID, before: Post.ID?, limit: Int
  ) async throws(PostError) -> [PostOverview] { [] }

  func read(_ id: Post.ID, of topic: Topic.ID) async throws(PostError) -> Post {
    throw .notFound(id: id)
  }

  func write(
    in topic: Topic.ID, title: String, content: String, author: String
  ) async throws(PostError) -> Stored<Post> { throw .noTopic(id: topic) }

  func edit(
    _ id: Post.ID, of topic: Topic.ID, title: String?, content: String?,
    ifUpdated seen: Timestamp?, author: String
  ) async throws(PostError) -> Stored<Post> { throw .notFound(id: id) }

  func remove(
    _ id: Post.ID, of topic: Topic.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(PostError) -> Stored<Removal> {
    calls.append("remove \(id) of \(topic) by \(author)")
    return Stored(Removal(id: "removal of \(id)", author: author, date: start), version: 0)
  }
}

private struct FakeTopics: TopicUseCases {
  func list() async throws(TopicError) -> Stored<[TopicOverview]> { throw .store(.readOnly) }

  func pending() async throws(BoardError) -> Stored<[Pending]> { throw .store(.readOnly) }

  func create(
    title: String, id: Topic.ID?, author: String
  ) async throws(TopicError) -> Stored<Topic.ID> {
    Stored(id ?? "\(title) by \(author)", version: 0)
  }

  func rename(
    _ id: Topic.ID, to title: String, ifTitle seen: String?, author: String
  ) async throws(TopicError) -> Stored<Void> { throw .notFound(id: id) }

  func remove(_ id: Topic.ID, author: String) async throws(TopicError) -> Stored<Removal> {
    throw .notFound(id: id)
  }

  func export(_ id: Topic.ID) async throws(TopicError) -> TopicContent { throw .notFound(id: id) }

  func importTopics(
    _ drafts: [TopicDraft], author: String
  ) async throws(ImportError) -> Stored<[Topic.ID]> { throw .nothingToImport }

  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] { throw .noHistory }

  func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] { throw .noHistory }

  func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] { throw .noHistory }

  func undo(
    _ topic: Topic.ID, only entry: HistoryEntry.ID?, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> { throw .nothingToUndo }

  func redo(
    _ topic: Topic.ID, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> { throw .nothingToRedo }
}

private struct FakeTrash: TrashUseCases {
  func list() async throws(TrashError) -> [TrashEntry] { [] }

  func restore(
    _ id: TrashEntry.ID, author: String
  ) async throws(TrashError) -> Stored<Topic.ID> { Stored("topic of \(id)", version: 0) }

  func purge(_ id: TrashEntry.ID) async throws(TrashError) { throw .notFound(id: id) }
}

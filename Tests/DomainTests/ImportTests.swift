import Domain
import Expectations
import MemoryPlatform
import Testing

struct ImportTests {
  private let gateway = MemoryGateway()
  private let now = Timestamp(millisecondsSince1970: 5000)

  private func importing(
    _ drafts: TopicDraft...
  ) async throws(ImportError) -> [TopicContent] {
    let added = try await StoreTopics(gateway: gateway) { [now] in now }.importTopics(
      drafts, author: "ada")
    var contents: [TopicContent] = []
    for id in added.value {
      do throws(TopicError) {
        contents.append(try await StoreTopics(gateway: gateway) { [now] in now }.export(id))
      } catch {
        Issue.record("\(error)")
      }
    }
    return contents
  }

  @Test func `omitted values have defaults`() async throws {
    let content = try await importing(
      TopicDraft(
        title: " A topic ", pros: [.init(text: " One "), .init(text: "Two", weight: 3)],
        posts: [.init(title: "Post", content: "Content")])
    )[0]
    expect(
      content.board.topic,
      equals: Topic(id: "a-topic", title: "A topic", created: now, updated: now, updatedBy: "ada"))
    expect(content.board.pros.arguments.map(\.text), equals: ["One", "Two"])
    expect(content.board.pros.arguments.map(\.id), equals: ["1", "2"])
    expect(content.board.pros.arguments.map(\.weight), equals: [1, 3])
    expect(content.board.pros.arguments.map(\.author), equals: ["ada", "ada"])
    expect(content.board.pros.arguments.map(\.created), equals: [now, now])
    expect(content.posts.map(\.author), equals: ["ada"])
    expect(content.posts.map(\.created), equals: [now])
    let history = try await gateway.history(of: "a-topic", before: nil, limit: 9)
    expect(
      history.map(\.record),
      equals: [HistoryRecord(.created(title: "A topic"), author: "ada", date: now)])
  }

  @Test(arguments: [
    (["7", "3", nil, "3", "x", "0", "-1", "9"], ["7", "3", "8", "9", "10", "11", "12", "13"]),
    (["99999999999999999999", "+5", "05"], ["1", "5", "6"]),
  ])
  func `identifiers are kept if they are unused numbers`(
    given: [String?], kept: [String]
  ) async throws {
    let drafts = given.enumerated().map { TopicDraft.ArgumentDraft(id: $1, text: "\($0)") }
    let board = try await importing(TopicDraft(title: "A", cons: drafts))[0].board
    expect(board.cons.arguments.map(\.id), equals: kept)
    expect(board.cons.lastID, equals: kept.compactMap { Int($0) }.max())
  }

  @Test(arguments: [
    (["a", "a", nil], ["a", "x", "x-2"]), (["create", "A.b", ""], ["x", "x-2", "x-3"]),
  ])
  func `a topic gets the requested name if it is free`(given: [String?], names: [String])
    async throws
  {
    let drafts = given.map { TopicDraft(id: $0, title: "X") }
    let added = try await StoreTopics(gateway: gateway) { [now] in now }.importTopics(
      drafts, author: "ada")
    expect(added.value, equals: names)
  }

  @Test func `posts are sorted by date, and no two have the same date`() async throws {
    let date = { (time: Int) in Timestamp(millisecondsSince1970: Int64(time)) }
    let posts = [(2000, "B"), (1000, "A"), (2000, "C"), (nil, "D")].map { time, title in
      TopicDraft.PostDraft(title: title, content: "x", created: time.map(date), updated: date(1))
    }
    let content = try await importing(TopicDraft(title: "A", posts: posts))[0]
    expect(content.posts.map(\.title), equals: ["A", "B", "C", "D"])
    expect(content.posts.map(\.created), equals: [date(1000), date(2000), date(2001), now])
    expect(content.posts.map(\.updated), equals: content.posts.map(\.created))
    expect(content.posts.map(\.id), equals: content.posts.map(\.id).sorted())
  }

  @Test func `future dates are replaced by the current one`() async throws {
    let later = Timestamp(millisecondsSince1970: 253_402_300_799_999)
    let content = try await importing(
      TopicDraft(
        title: "A", created: later, pros: [.init(text: "One", created: later, updated: later)],
        posts: [.init(title: "Post", content: "x", created: later, updated: later)])
    )[0]
    expect(content.board.topic.created, equals: now)
    expect(content.board.pros.arguments.map(\.created), equals: [now])
    expect(content.board.pros.arguments.map(\.updated), equals: [now])
    expect(content.posts.map(\.created), equals: [now])
    expect(content.posts.map(\.updated), equals: [now])
  }

  @Test(arguments: ["", "Ada Lovelace", "李", String(repeating: "a", count: 100)])
  func `authors are kept`(author: String) async throws {
    let content = try await importing(
      TopicDraft(title: "A", pros: [.init(text: "One", author: author)]))[0]
    expect(content.board.pros.arguments.map(\.author), equals: [author])
  }

  @Test(arguments: [
    "a\nb", "a\u{1B}[31m", "\u{202E}a", " a", String(repeating: "a", count: 101),
    String(repeating: "a\u{301}\u{302}", count: 100),
  ])
  func `an invalid author is refused`(author: String) async throws {
    await #expect(throws: ImportError.argument(topic: 0, .pro, 0, .invalid(.author))) {
      try await importing(TopicDraft(title: "A", pros: [.init(text: "One", author: author)]))
    }
    await #expect(throws: ImportError.post(topic: 0, 0, .invalid(.author))) {
      try await importing(
        TopicDraft(title: "A", posts: [.init(title: "A", content: "B", author: author)]))
    }
  }

  @Test func `a broken rule is reported with its place, and nothing is imported`() async throws {
    let good = TopicDraft(title: "A")
    let cases: [(TopicDraft, ImportError)] = [
      (TopicDraft(title: "\n"), .topic(1, .invalid(.empty))),
      (
        TopicDraft(title: "A", cons: [.init(text: "One"), .init(text: "")]),
        .argument(topic: 1, .con, 1, .invalid(.text(.empty)))
      ),
      (
        TopicDraft(title: "A", pros: [.init(text: "One"), .init(text: "ONE")]),
        .argument(topic: 1, .pro, 1, .duplicate(text: "ONE"))
      ),
      (
        TopicDraft(title: "A", pros: [.init(text: "One", weight: 6)]),
        .argument(topic: 1, .pro, 0, .invalid(.weightOutOfRange(6)))
      ),
      (
        TopicDraft(title: "A", pros: (0...1000).map { .init(text: "\($0)") }),
        .argument(topic: 1, .pro, 1000, .full(limit: 1000))
      ),
      (
        TopicDraft(title: "A", posts: [.init(title: "A", content: " ")]),
        .post(topic: 1, 0, .invalid(.content(.empty)))
      ),
    ]
    for (bad, error) in cases {
      await #expect(throws: error) { try await importing(good, bad) }
    }
    await #expect(throws: ImportError.nothingToImport) { try await importing() }
    expect(try await gateway.topics().value.isEmpty)
  }
}

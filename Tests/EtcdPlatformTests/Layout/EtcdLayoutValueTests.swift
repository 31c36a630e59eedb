import BoxWire
import Expectations
import SystemTestSupport
import Testing

@testable import Domain
@testable import EtcdPlatform

/// Keys, records, posts and the trash.
struct EtcdLayoutValueTests {
  private let now = Timestamp(millisecondsSince1970: 1_800_000_000_123)

  private func post(_ content: String = "One\n\n\ttwo \"three\" \\") -> Post {
    Post(
      id: UUIDv7.make(at: now), topic: "cats", title: "Über \"cats\"", content: content,
      author: "ada", created: now, updated: now.after(now), updatedBy: "bob")
  }

  @Test func `each kind of change is read as it was written`() throws {
    let position = try Position(person: "ada", choice: .yes, sentence: "So", date: now)
    let others: [TopicEvent] = [
      .created(title: "Cats"), .renamed(from: "Cats", to: "Dogs"), .postWritten(post()),
      .postEdited(from: post(), to: post("Else")), .postRemoved(post()),
      .positionTaken(position, insteadOf: position), .ruleChanged(from: nil, to: nil),
      .superseded(by: nil, insteadOf: "tea"),
    ]
    let ofStore: [TopicEvent] = [.removed(title: "Cats"), .restored(title: "Cats")]
    var random = SeededGenerator(seed: testSeed())
    var changing = ChangingBoard()
    var (kinds, events): (Set<String>, [TopicEvent]) = ([], others + ofStore)
    while kinds.count < Self.kinds.count || !events.isEmpty {
      guard let event = events.popLast() else {
        let known = changing.history.count
        _ = changing.step(&random)
        events = changing.history.dropFirst(known).map(\.record.event)
        continue
      }
      let record = HistoryRecord(event, author: "ada", date: now, undoes: 7)
      let value = StoredRecord(record).value
      let json = try JSONText(parsing: value)
      kinds.insert(json["event"]?["kind"]?.string ?? "")
      expect(json.members?.map(\.name), equals: ["date", "author", "undoes", "event"])
      let feed = FeedRecord(record, of: "cats")
      expect(try FeedRecord(feed.value), equals: feed)
      if event.isOfStoreOnly {
        #expect(throws: LayoutFault.self) { try StoredRecord(value, of: "cats") }
      } else {
        expect(try StoredRecord(value, of: "cats").record, equals: record)
      }
      let isOfStore = (try? FeedRecord(feed.value, isOfStore: true)) != nil
      expect(isOfStore, equals: event.concernsWholeTopic)
    }
    expect(kinds, equals: Self.kinds)
  }

  /// As a SQLite store has them.
  private static let kinds: Set = [
    "created", "renamed", "topicRemoved", "topicRestored", "added", "changed", "moved", "removed",
    "supported", "commentAdded", "commentRemoved", "optionAdded", "optionChanged", "optionMoved",
    "optionRemoved", "converted", "objectionChanged", "todoAdded", "todoChanged", "todoMoved",
    "todoRemoved", "positionTaken", "positionWithdrawn", "ruleChanged", "decided", "reopened",
    "superseded", "postWritten", "postEdited", "postRemoved",
  ]

  @Test func `the blank beginning of a post is read from the feed`() throws {
    let blank = HistoryRecord(
      .postWritten(post(String(repeating: " ", count: 100) + "x")), author: "ada", date: now)
    guard
      case .postWritten(let read) = try FeedRecord(FeedRecord(blank, of: "cats").value)
        .record.event
    else { return expect(Bool(false)) }
    expect(read.content.isEmpty)
    #expect(throws: LayoutFault.self) { try Post(read.value, id: read.id, of: "cats") }
  }

  @Test func `posts, places and the trash are read as they were written`() throws {
    let post = post()
    expect(try Post(post.value, id: post.id, of: "cats"), equals: post)
    // A topic that is restored may have got another identifier.
    expect(try Post(post.value, id: post.id, of: "cats-2").topic, equals: "cats-2")
    let place = TopicPlace(data: "0a", place: 12)
    expect(String(decoding: place.value, as: UTF8.self), equals: #"{"data":"0a","place":12}"#)
    expect(try TopicPlace(place.value), equals: place)
    expect(LayoutVersion.current.value, equals: Array(#"{"version":1}"#.utf8))
    expect(try LayoutVersion(LayoutVersion.current.value), equals: .current)
    let removal = Removal(by: "ada", at: now)
    for item in [
      StoredTrashEntry.Item.topic("cats", title: "Cats", place: 3), .post(post),
    ] {
      let entry = StoredTrashEntry(item, removal, data: "0a", bytes: 99)
      expect(try StoredTrashEntry(entry.value, id: removal.id), equals: entry)
      expect(entry.entry.item.topic == "cats" && entry.entry.removal == removal)
    }
  }

  @Test func `keys are read as they were made, and others are refused`() {
    let post = post().id
    let keys: [(String, EtcdKey.Meaning)] = [
      (EtcdKey.layout, .layout), (EtcdKey.topic("cats"), .topic("cats")),
      (EtcdKey.board("boards/l0/pro/3", in: "0a"), .board("boards/l0/pro/3", in: "0a")),
      (EtcdKey.post(post, in: "0a"), .post(post, in: "0a")),
      (EtcdKey.history(12, in: "0a"), .record(12, in: "0a")), (EtcdKey.feed("9"), .feed("9")),
      (EtcdKey.history("9"), .history("9")), (EtcdKey.trash("t"), .trash("t")),
    ]
    for (key, meaning) in keys { expect(EtcdKey.meaning(of: key), equals: meaning) }
    expect(EtcdKey.history(12, in: "0a"), equals: "data/0a/history/0000000012")
    expect(EtcdKey.history(EtcdKey.lastRecord, in: "0a"), equals: "data/0a/history/9999999999")
    for key in [
      "", "/", "topics", "topics/", "topics/a/b", "topics/é", "data", "data/", "data/0a",
      "data/0a/history/12", "data/0a/history/0000000000", "data/0a/history/+000000001",
      "data/0a/posts/", "data/0a/posts/a/b", "data/../topic", "locks/a", "feed/a b",
    ] {
      expect(EtcdKey.meaning(of: key) == nil, "\(key)")
    }
    for key in [
      "", "/", "topic/", "options/", "options/01", "options/123456789", "boards/l0", "boards/l0/",
      "boards/l0/pros", "boards/l0/pro/0", "boards/l0/pro/x", "boards/l0/pro/1/2", "boards//pro",
      "objections/9999999999999999", "positions/", "positions", "todos/+1", "todos/1 ",
    ] {
      expect(BoardKey(key) == nil, "\(key)")
    }
    let person = "c/y %\u{1F63A}"
    expect(BoardKey.position(of: person).text, equals: "positions/c%2Fy%20%25%F0%9F%98%BA")
  }
}

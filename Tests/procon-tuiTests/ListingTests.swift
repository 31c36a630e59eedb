import BoardValues
import BoxWire
import Expectations
import Terminal
import Testing

@testable import procon_tui

struct ListingTests {
  private static func change(
    _ id: Int, _ text: String = "renamed it", date: String = "2026-11-22T10:00:00.000Z"
  ) -> JSONText {
    JSONText(members: [
      ("id", JSONText(id)), ("topic", JSONText("t\(id)")), ("author", JSONText("ada")),
      ("action", JSONText("renamed")), ("text", JSONText(text)),
      ("date", JSONText(date)),
    ])
  }

  private static func feed(_ changes: [JSONText]) -> JSONText {
    JSONText(members: [("items", JSONText(elements: changes))])
  }

  private static func matter(_ topic: String) -> AwaitingItem {
    AwaitingItem(
      kind: .todo, at: "team.\(topic)", title: topic, id: "1", text: "Migrate", until: nil,
      line: "\(topic) · todo \"Migr\u{1B}ate\"")
  }

  private static func place(_ deed: Deed?) -> String? {
    guard case .call(let call)? = deed, call.intent == "session.toBoard" else { return nil }
    return call.parameters["at"]?.string
  }

  private static func rows(_ listing: inout some Listing, count: Int = 3) -> [String] {
    var canvas = Canvas(columns: 60, rows: count)
    listing.draw(on: &canvas, rows: 0..<count)
    return canvas.spans.map { $0.map(\.text).joined() }
  }

  @Test func `the feed is listed in pages, and opens the topic of a change`() throws {
    var feed = FeedList("team")
    let first = try require(feed.next)
    expect(first.intent, equals: "team.feed")
    expect(first.parameters["before"] == nil)
    try feed.append(Self.feed((51...100).reversed().map { Self.change($0) }))
    expect(feed.heading, equals: "What has happened in team (50+)")
    expect(Self.place(feed.perform(.open)), equals: "team.t100")
    expect(feed.perform(.last) == nil)
    expect(feed.next?.parameters["before"]?.description, equals: "51")
    try feed.append(Self.feed([Self.change(50)]))
    expect(feed.heading, equals: "What has happened in team (51)")
    expect(feed.perform(.down) == nil)
    expect(feed.next == nil)
    expect(Self.place(feed.perform(.open)), equals: "team.t50")
    expect(feed.perform(.delete) == nil)
  }

  @Test func `the feed is listed by day, with the time, the topic and the author`() throws {
    let (newer, older) = ("2026-11-22T10:00:00.000Z", "2026-11-20T10:00:00.000Z")
    var feed = FeedList("team")
    try feed.append(
      Self.feed([
        Self.change(3, date: newer), Self.change(2, date: newer), Self.change(1, date: older),
      ]))
    let row = { (id: Int, date: String) in "\(Age.clock(of: date)) t\(id): ada renamed it" }
    expect(
      Self.rows(&feed, count: 6).map(\.trimmingEnd),
      equals: [
        Age.day(of: newer), row(3, newer), row(2, newer), Age.day(of: older), row(1, older), "",
      ])
    feed.click(row: 4)
    expect(Self.place(feed.perform(.open)), equals: "team.t1")
    feed.scroll(by: -1)
    expect(Self.place(feed.perform(.open)), equals: "team.t2")
    // The day belongs to the row below it.
    feed.click(row: 0)
    expect(Self.place(feed.perform(.open)), equals: "team.t3")
  }

  @Test func `a change cannot draw`() throws {
    var feed = FeedList("team")
    try feed.append(Self.feed([Self.change(1, "renamed \"\u{1B}[31m\"")]))
    expect(Self.rows(&feed)[1].contains(" t1: ada renamed \""))
    expect(!Self.rows(&feed)[1].contains("\u{1B}"))
  }

  @Test func `what waits is listed in the daemon's words, and opens its topic`() throws {
    var awaiting = AwaitingList(["a", "b"].map(Self.matter))
    expect(awaiting.heading, equals: "What waits for you (2)")
    expect(awaiting.next == nil)
    expect(Self.rows(&awaiting)[0].hasPrefix("a · todo"))
    expect(!Self.rows(&awaiting)[0].contains("\u{1B}"))
    expect(awaiting.perform(.down) == nil)
    expect(Self.place(awaiting.perform(.open)), equals: "team.b")
    awaiting.click(row: 0)
    expect(Self.place(awaiting.perform(.open)), equals: "team.a")
    awaiting.show([Self.matter("c")])
    expect(Self.place(awaiting.perform(.open)), equals: "team.c")
    awaiting.show([])
    expect(awaiting.isEmpty)
    expect(awaiting.perform(.open) == nil)
  }
}

import Domain
import Expectations
import Testing

struct TopicTests {
  private let start = Timestamp(millisecondsSince1970: 1000)

  private func topic(
    _ title: String, taken: Set<String> = []
  ) throws(TopicError) -> Topic {
    try Topic(title: title, by: "ada", at: start, taken: taken)
  }

  @Test(arguments: [
    ("Topic 3", "topic-3"),
    ("  Which editor?  ", "which-editor"),
    ("C++ -- or Swift", "c-or-swift"),
    ("Größe", "gr-e"),
    ("ÄÖÜ", "topic"),
    ("你好 👩‍🚀", "topic"),
    ("a_b.c/d", "a-b-c-d"),
    ("İstanbul", "i-stanbul"),
  ])
  func `the identifier is derived from the title`(title: String, id: String) throws {
    expect(try topic(title).id, equals: id)
  }

  @Test func `the identifier of a long title leaves room for a number`() throws {
    let id = try topic(String(repeating: "ab ", count: 40)).id
    expect(id.utf8.count <= 48)
    expect(!id.hasSuffix("-"))
  }

  @Test func `an identifier in use gets the first free number from 2 on`() throws {
    expect(try topic("Topic 3", taken: ["topic-3"]).id, equals: "topic-3-2")
    expect(try topic("?", taken: ["topic", "topic-2", "topic-4"]).id, equals: "topic-3")
  }

  @Test(arguments: [
    "Create", "rename", "Remove!", "import", "export", "copy", "fetch", "refresh", "freshness",
    "history", "undo", "page", "read",
  ])
  func `a name that the root uses is not an identifier`(title: String) throws {
    let id = try topic(title).id
    expect(id.hasSuffix("-2"))
    expect(!["isErrorFree", "isFetching"].contains(id))
  }

  @Test func `a wanted identifier has 1 to 64 characters`() throws {
    let longest = String(repeating: "a", count: 64)
    for id in ["-", "A_b-9", longest] {
      expect(try Topic(title: "A", id: id, by: "ada", at: start, taken: []).id, equals: id)
    }
    for id in ["", longest + "a", "é", "a b", "a/b"] {
      #expect(throws: TopicError.invalidID(id)) {
        try Topic(title: "A", id: id, by: "ada", at: start, taken: [])
      }
    }
  }

  @Test func `there are at most 10,000 topics`() throws {
    var taken = Set((1..<10_000).map { "t\($0)" })
    expect(try topic("A", taken: taken).id, equals: "a")
    taken.insert("a")
    #expect(throws: TopicError.full(limit: 10_000)) { try topic("B", taken: taken) }
  }

  @Test func `a title is trimmed and has 1 to 120 characters`() throws {
    expect(try topic(" \t A title \n").title, equals: "A title")
    let longest = String(repeating: "é", count: 120)
    expect(try topic(longest).title, equals: longest)
    #expect(throws: TopicError.invalid(.tooManyCharacters(121))) { try topic(longest + "é") }
    #expect(throws: TopicError.invalid(.empty)) { try topic("\u{200B} ") }
    #expect(throws: TopicError.invalid(.controlCharacter)) { try topic("a\nb") }
    #expect(throws: TopicError.invalid(.bidirectionalControl)) { try topic("a\u{202E}b") }
    let marks = "a" + String(repeating: "\u{301}", count: 240)
    #expect(throws: TopicError.invalid(.tooManyBytes(481))) { try topic(marks) }
  }

  @Test(
    arguments: [
      0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0x2064,
      0x3164,
      0xFE0F, 0xFEFF, 0xE0041, 0xE0100,
    ] as [UInt32])
  func `a new title has no character that cannot be seen`(value: UInt32) throws {
    let hidden = try require(Unicode.Scalar(value))
    let error = TopicError.invalid(.hiddenCharacter(hidden))
    #expect(throws: error) { try topic("Te\(hidden)a") }
    #expect(throws: error) { try topic("Tea\(hidden)") }
    var tea = try topic("Tea")
    #expect(throws: error) { try tea.rename(to: "Te\(hidden)a", by: "ada", at: start) }
  }

  @Test(arguments: [
    "👩‍👩‍👧", "👩🏽‍🚀", "❤️‍🔥", "1️⃣ #️⃣", "©️ ™️ ☎️", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "می‌خواهم",
    "क्‍ष", "葛\u{E0100}", "שלום עולם", "e\u{301}",
  ])
  func `what emoji and scripts need stays in a title`(title: String) throws {
    expect(Array(try topic(title).title.utf8), equals: Array(title.utf8))
  }

  @Test func `a title that a store has already may have hidden characters`() throws {
    let old = "Te\u{200B}a"
    expect(try Topic.rightTitle(old), equals: old)
    var topic = Topic(id: "tea", title: old, created: start, updated: start)
    try topic.rename(to: old, by: "ada", at: start)
    expect(topic.title, equals: old)
  }

  @Test func `renaming keeps the identifier and the creation date`() throws {
    var topic = try topic("Old")
    let later = Timestamp(millisecondsSince1970: 2000)
    try topic.rename(to: " New ", by: "bob", at: later)
    expect(
      topic,
      equals: Topic(id: "old", title: "New", created: start, updated: later, updatedBy: "bob"))
  }

  @Test func `each change is later than the previous one, even if the clock was set back`() throws {
    var topic = try topic("Old")
    try topic.rename(to: "New", by: "ada", at: Timestamp(millisecondsSince1970: 5))
    expect(topic.updated, equals: Timestamp(millisecondsSince1970: 1001))
  }

  @Test func `setting the same title changes nothing`() throws {
    var topic = try topic("Old")
    try topic.rename(to: "Old ", by: "ada", at: Timestamp(millisecondsSince1970: 2000))
    expect(topic.updated, equals: start)
  }

  @Test func `a title that its author has not seen is kept`() throws {
    var topic = try topic("Theirs")
    let before = topic
    let later = Timestamp(millisecondsSince1970: 2000)
    #expect(throws: TopicError.changed(title: "Theirs", updated: start)) {
      try topic.rename(to: "Mine", ifTitle: "Old", by: "ada", at: later)
    }
    expect(topic, equals: before)
    try topic.rename(to: "Mine", ifTitle: "Theirs", by: "ada", at: later)
    expect(topic.title, equals: "Mine")
  }

  @Test func `a refused title changes nothing`() throws {
    var topic = try topic("Old")
    let before = topic
    #expect(throws: TopicError.invalid(.empty)) {
      try topic.rename(to: " ", by: "ada", at: Timestamp(millisecondsSince1970: 2000))
    }
    expect(topic, equals: before)
  }
}

import BoxWire
import Expectations
import SystemTestSupport
import Testing

@testable import Domain
@testable import EtcdPlatform

/// Values that other programs have written.
struct EtcdLayoutDamageTests {
  /// A topic with one of everything.
  private static let values = [
    "topic": #"{"title":"Cats","board":"l0","options":["1"],"newestOption":1}"#,
    "boards/l0/pro": #"{"order":["2","9","2","x"],"newest":3}"#,
    "boards/l0/pro/1": #"{"text":"Warm"}"#, "boards/l0/pro/2": #"{"text":"Soft"}"#,
    "options/1": #"{"title":"Persian","board":"l1"}"#,
    "boards/l1/con/4": #"{"text":"Hair","weight":5}"#,
    "objections/1": #"{"text":"No","author":"ada"}"#, "todos/1": #"{"text":"Buy"}"#,
    "positions/ada": #"{"person":"ada","choice":"1"}"#,
  ]

  private func topic(_ changes: [String: String?] = [:]) -> EtcdTopic {
    var stored = EtcdTopic()
    for (key, value) in Self.values.merging(
      changes.mapValues { $0 ?? "" }, uniquingKeysWith: { $1 })
    {
      stored.put(key, Array(value.utf8))
    }
    for (key, value) in changes where value == nil { stored.remove(key) }
    return stored
  }

  private func faults(_ stored: EtcdTopic) -> [String] {
    stored.read(as: "cats").faults.map { "\($0.key) \($0.reason)" }
  }

  @Test func `the necessary members are enough`() throws {
    let board = try require(topic().read(as: "cats").board)
    expect(faults(topic()), equals: [])
    expect(board.pros.arguments.map(\.id) == ["2", "1"] && board.pros.lastID == 3)
    expect(board.pros.arguments.map(\.weight) == [1, 1] && board.pros.updated == nil)
    expect(board.options["1"]?.cons.arguments.map(\.column), equals: [Column(.con, of: "1")])
    expect(board.topic.round == 1 && board.topic.created == .unknown)
    expect(board.positions.map(\.choice), equals: [.option("1")])
    expect(
      topic(["topic": nil]).read(as: "cats").board == nil && topic(["topic": nil]).names == nil)
  }

  private static let damages: [(String, String, String)] = [
    ("boards/l0/pro/1", "", "not JSON at byte 0: unexpected end"),
    ("boards/l0/pro/1", "[]", "must be a JSON object"),
    (
      "boards/l0/pro/1", #"{"text":"Warm"}}"#,
      "not JSON at byte 15: unexpected text after the value"
    ),
    ("boards/l0/pro/1", "{}", "text is missing"),
    ("boards/l0/pro/1", #"{"text":null}"#, "text is missing"),
    ("boards/l0/pro/1", #"{"text":5}"#, "text must be a string"),
    ("boards/l0/pro/1", #"{"text":"\u200b"}"#, "text is empty"),
    ("boards/l0/pro/1", #"{"text":"a\nb"}"#, "text has a control character"),
    ("boards/l0/pro/1", #"{"text":"a","weight":6}"#, "weight must be from 1 to 5"),
    ("boards/l0/pro/1", #"{"text":"a","weight":1e999}"#, "weight must be from 1 to 5"),
    (
      "boards/l0/pro/1", #"{"text":"a","author":"a\u0007"}"#, "author cannot be the name of a user"
    ),
    (
      "boards/l0/pro/1", #"{"text":"a","updated":"today"}"#,
      "updated must be a date such as 2026-11-27T12:34:56.789Z"
    ),
    (
      "boards/l0/pro/1", #"{"text":"a","supporters":["b","b"]}"#,
      "supporters has a name twice, or one that no user can have"
    ),
    ("boards/l0/pro/1", #"{"text":"a","supporters":"b"}"#, "supporters must be an array"),
    ("boards/l0/pro/1", #"{"text":"a","comments":[{"id":"1"}]}"#, "comments[0].text is missing"),
    (
      "boards/l0/pro/1", #"{"text":"a","comments":[{"id":"1","text":"b"},{"id":"1","text":"c"}]}"#,
      "comments[1].id is that of another comment"
    ),
    (
      "boards/l0/pro", #"{"newest":1000000000000000}"#,
      "newest must be from 0 to 999999999999999"
    ),
    ("boards/l0/pro", #"{"order":[1]}"#, "order must be an array of strings"),
    ("options/1", #"{"title":"Persian"}"#, "board is missing"),
    (
      "options/1", #"{"title":"Persian","board":"a/b"}"#,
      "board must be 1 to 64 ASCII letters, digits, '_' and '-'"
    ),
    (
      "options/1", #"{"title":"Persian","board":"l0"}"#,
      "board names lists that belong to the topic or to another option"
    ),
    ("options/2", #"{"title":"PERSIAN","board":"l2"}"#, "title is that of another option"),
    (
      "objections/1", #"{"text":"No","author":"ada","closing":{"kind":"lost","author":"ada"}}"#,
      "closing.kind must be withdrawn or resolved"
    ),
    ("objections/1", #"{"text":"No"}"#, "author is missing"),
    ("todos/1", #"{"text":"Buy","due":"2026-02-30"}"#, "due must be a day such as 2026-12-01"),
    ("todos/1", #"{"text":"Buy","done":1}"#, "done must be true or false"),
    ("positions/ada", #"{"person":"bob","choice":"1"}"#, "person belongs to the key positions/bob"),
    (
      "positions/%61da", #"{"person":"ada","choice":"1"}"#,
      "person belongs to the key positions/ada"
    ),
    (
      "positions/ada", #"{"person":"ada","choice":"maybe"}"#,
      "choice must be yes, no, abstain or the identifier of an option"
    ),
    ("topic", #"{"title":"Cats"}"#, "board is missing"),
    ("topic", #"{"title":" ","board":"l0"}"#, "title is empty"),
    (
      "topic", #"{"title":"Cats","board":"l0","rule":{"quorum":"3%"}}"#,
      "rule.quorum must be from 1% to 100%, of people who are asked by name"
    ),
    (
      "topic", #"{"title":"Cats","board":"l0","decision":{"reason":"So","author":""}}"#,
      "decision.author cannot be the name of a user"
    ),
    ("votes/1", "{}", "is not a key of this layout"), ("é", "{}", "is not a key of this layout"),
  ]

  @Test(arguments: damages) func `what breaks a rule is reported with its key and left out`(
    key: String, value: String, reason: String
  ) {
    var stored = topic([key: value])
    expect(faults(stored), equals: ["\(key) \(reason)"])
    expect((stored.read(as: "cats").board == nil), equals: (key == "topic"))
    stored.put(key, Array((Self.values[key] ?? #"{"text":"b"}"#).utf8))
    if Self.values[key] == nil { stored.remove(key) }
    expect(faults(stored) == [] && stored.read(as: "cats").board == topic().read(as: "cats").board)
  }

  @Test func `nothing gets the number of what cannot be read`() throws {
    let stored = topic([
      "boards/l0/pro/70": "x", "boards/l0/con/9": "x", "options/8": "x", "objections/6": "x",
      "todos/5": "x", "options/3": #"{"title":"Persian","board":"l3"}"#,
    ])
    let board = try require(stored.read(as: "cats").board)
    expect(stored.read(as: "cats").faults.count, equals: 6)
    expect(board.pros.lastID == 70 && board.cons.lastID == 9 && board.options.lastID == 8)
    expect(board.objections.lastID == 6 && board.todos.lastID == 5)
    expect(stored.names, equals: BoardNames(own: "l0", options: ["1": "l1"]))
  }

  @Test func `bytes that are not UTF-8 and deep nesting are faults`() {
    var stored = topic()
    stored.put("todos/1", Array(#"{"text":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
    stored.put(
      "topic",
      Array(#"{"rule":"#.utf8) + Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    expect(
      faults(stored),
      equals: [
        "todos/1 not JSON at byte 9: not UTF-8", "topic not JSON at byte 71: nested too deeply",
      ])
  }

  @Test func `no damage traps, and what is still read can be written and read again`() throws {
    var random = SeededGenerator(seed: testSeed())
    var changing = ChangingBoard()
    for _ in 0..<200 { _ = changing.step(&random) }
    let whole = changing.stored
    var (shown, faulty) = (0, 0)
    let keys = changing.pairs.keys.sorted()
    for _ in 0..<TestLength.size(300, long: 20_000) {
      let key = try require(keys.randomElement(using: &random))
      let bytes = Self.damaged(try JSONText(parsing: changing.pairs[key] ?? []), &random).bytes
      var stored = whole
      stored.put(key, bytes)
      let faults = stored.read(as: "cats").faults
      faulty += faults.isEmpty ? 0 : 1
      expect(faults.allSatisfy { $0.key == key || $0.key.hasPrefix("options/") })
      guard let board = stored.read(as: "cats").board, let names = stored.names else {
        expect(faults.map(\.key), equals: ["topic"])
        continue
      }
      shown += 1
      var rest = ([names.own] + board.options.elements.compactMap { names.options[$0.id] })[...]
      let difference = BoardDifference(from: nil, to: board) { rest.popFirst() ?? "" }
      var again = EtcdTopic()
      for (key, value) in difference.puts { again.put(key, value) }
      let read = again.read(as: "cats").board
      try require(read == board, "\(key) \(String(decoding: bytes, as: UTF8.self))")
    }
    for entry in changing.history {
      let json = try JSONText(parsing: StoredRecord(entry.record).value)
      for _ in 0..<TestLength.size(3, long: 500) {
        let bytes = Self.damaged(json, &random).bytes
        guard let record = try? StoredRecord(bytes, of: "cats") else { continue }
        expect(try StoredRecord(record.value, of: "cats"), equals: record)
      }
    }
    expect(shown > 30 && faulty > 30)
  }

  private static let others: [JSONText] = [
    .null, 0, -1, 2, 1.5, "", "x", "1", "l1", "ada", "\u{7}", "\u{202E}", "2026-12-01T00:00:00Z",
    "9999-12-31T23:59:59Z", true, [], ["1", "1"], [[]],
    ["id": "1", "text": "x"], 9_007_199_254_740_993,
  ]

  /// Returns a value with one part replaced, removed or repeated.
  private static func damaged(_ json: JSONText, _ random: inout SeededGenerator) -> JSONText {
    let isDeep = Int.random(in: 0...9, using: &random) > 0
    if isDeep, var members = json.members, !members.isEmpty {
      let index = Int.random(in: members.indices, using: &random)
      switch Int.random(in: 0...5, using: &random) {
      case 0: members.remove(at: index)
      case 1: members.append((members[index].name, others.randomElement(using: &random) ?? .null))
      default: members[index].value = damaged(members[index].value, &random)
      }
      return JSONText(members: members)
    }
    if isDeep, var elements = json.elements, !elements.isEmpty {
      let index = Int.random(in: elements.indices, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = damaged(elements[index], &random)
      }
      return JSONText(elements: elements)
    }
    return others.randomElement(using: &random) ?? .null
  }
}

import BoxWire
import Expectations
import SystemTestSupport
import Testing

@testable import BoxServer

/// The text in which connections are handed over.
@Suite struct HandOverTextTests {
  private static func patterns(_ texts: String...) -> [Pattern] { texts.compactMap(Pattern.init) }

  private static let connections = [
    HandedConnection(),
    HandedConnection(
      socket: "procond.socket",
      subscription: HandedSubscription(
        patterns: patterns("shared.**", "topics.*.summary"), mode: .every, interval: .zero,
        revision: 41, sent: 40, rights: "9c3f",
        snapshots: [.init(patterns: patterns("shared.**"), isCatchUp: false, isWhole: true)]),
      session: HandedSession(
        patterns: patterns("session.**"), mode: .every, interval: .zero, behind: "ada@192.0.2.7",
        values: [
          .init(path: Path("session.route")!, value: ["stack", []], due: nil),
          .init(path: Path("session.draft.title")!, value: "Trial", due: .change),
        ], state: ["name": "ada"]), unsent: Array(":1}}\n".utf8), unread: Array("{\"id\"".utf8)),
  ]

  /// The bytes of format 1, which later programs read.
  private static let text = """
    {"format":1,"readableBy":1,"epoch":"5f0c3a","connections":2,"state":{"accounts":{}}}
    {"unsent":0,"unread":0}
    {"unsent":5,"unread":5,"socket":"procond.socket","subscription":{"patterns":["shared.**",\
    "topics.*.summary"],"mode":"every","interval":0,"revision":41,"sent":40,"rights":"9c3f","snapshots":\
    [{"patterns":["shared.**"],"isCatchUp":false,"isWhole":true}]},"session":{"patterns":\
    ["session.**"],"mode":"every","interval":0,"behind":"ada@192.0.2.7","values":[{"path":\
    "session.route","value":["stack",[]]},{"path":"session.draft.title","value":"Trial","due":\
    "change"}],"state":{"name":"ada"}}}
    :1}}
    {"id"{"end":2}

    """

  private func read(_ text: String, format: Int = HandOverText.format) throws -> HandOverText {
    try Array(text.utf8).withUnsafeBytes { bytes in
      try HandOverText(bytes, format: format)
    }
  }

  @Test func `format 1 has these bytes`() throws {
    let bytes = HandOverText.bytes(
      of: Self.connections, epoch: "5f0c3a", state: ["accounts": [:]])
    expect(String(decoding: bytes, as: UTF8.self), equals: Self.text)
  }

  @Test(arguments: [1, 2]) func `format 1 is read by its own program and by a later one`(
    format: Int
  ) throws {
    // Memory has a whole number of pages.
    let read = try read(Self.text + "\0\0\0", format: format)
    expect(read.epoch, equals: "5f0c3a")
    expect(read.state, equals: ["accounts": [:]])
    expect(read.connections.map(\.state), equals: Self.connections)
    expect(read.connections.map(\.unsent), equals: Self.connections.map(\.unsent))
  }

  /// As a later program may write it.
  private func later(readableBy lowest: Int) -> String {
    Self.text.replacing(
      #""format":1,"readableBy":1"#, with: #""format":2,"since":"2031","readableBy":\#(lowest)"#
    ).replacing(#""socket""#, with: #""colors":[1,2],"socket""#)
      .replacing(#""mode":"every""#, with: #""pace":{"a":1},"mode":"every""#)
      .replacing(#"{"end":2}"#, with: #"{"end":2,"checksum":7}"#)
  }

  @Test func `what a later format adds is ignored`() throws {
    let read = try read(later(readableBy: 1))
    expect(read.connections.map(\.state), equals: Self.connections)
  }

  @Test func `of a format that cannot be understood, only what waits for the clients is read`()
    throws
  {
    let read = try read(later(readableBy: 2))
    expect(read.connections.map(\.state), equals: [nil, nil])
    expect(read.connections.map(\.unsent), equals: Self.connections.map(\.unsent))
    expect(read.state, equals: nil)
    expect(try self.read(later(readableBy: 2), format: 2).connections[1].state != nil)
  }

  @Test(
    arguments: [
      (#""revision":41"#, #""revision":-1"#), (#""sent":40"#, #""sent":-1"#),
      (#""mode":"every""#, #""mode":"never""#),
      (#""interval":0"#, #""interval":-1"#), (#"["shared.**","topics.*.summary"]"#, "[]"),
      ("topics.*.summary", "topics..summary"), (#""isWhole":true"#, #""isWhole":1"#),
      ("session.route", "session..route"), (#"["session.**"]"#, #"["session.**",7]"#),
    ]) func `a connection with a wrong member is refused, and the others are not`(
      right: String, wrong: String
    ) throws
  {
    let read = try read(Self.text.replacing(right, with: wrong))
    expect(read.connections.map(\.state), equals: [Self.connections[0], nil])
  }

  @Test func `a text that is cut off or damaged is refused`() throws {
    let bytes = Array(Self.text.utf8)
    for count in 0..<(bytes.count - 1) {
      expectThrows("\(count)") {
        try bytes[..<count].withUnsafeBytes { _ = try HandOverText($0) }
      }
    }
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<TestLength.size(300, long: 20_000) {
      var damaged = bytes
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: damaged.indices, using: &random)
        damaged[index] = UInt8.random(in: 0...255, using: &random)
      }
      // It is read or refused, and nothing else happens.
      damaged.withUnsafeBytes { _ = try? HandOverText($0) }
    }
    for wrong in [#""connections":3"#, #""connections":1"#, #""connections":-1"#] {
      expectThrows(wrong) {
        _ = try read(Self.text.replacing(#""connections":2"#, with: wrong))
      }
    }
  }

  private func expectThrows(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
      expect(false, "\(what) was accepted")
    } catch {}
  }
}

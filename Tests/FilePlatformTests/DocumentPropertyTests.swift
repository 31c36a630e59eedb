import Domain
import SystemTestSupport
import Testing

@testable import FilePlatform

/// Random documents, changes and edits.
struct DocumentPropertyTests {
  private let file = FileFacts(
    modified: Timestamp(millisecondsSince1970: 1_000_000), owner: "owner")

  /// Text that looks like structure.
  private static let pieces = [
    "<!--", "-->", "<!-- 1 ada 2026-11-22 -->", "(3)", " (1)", "- ", "* ", "# ", "## Pros", "### x",
    "```", "~~~", "````", "\\", "\\## x", "<<<<<<< HEAD", ">>>>>>> x", "=======", "---", "`", "%",
    "--", "last 4 2026-11-22", "word", " ", "  ", "é", "日本語", "👩‍🚀", "\u{301}", "\u{A0}", "x",
  ]

  private func words(_ random: inout SeededGenerator, with others: [String] = []) -> String {
    (0..<Int.random(in: 1...6, using: &random))
      .map { _ in (Self.pieces + others).randomElement(using: &random) ?? "" }
      .joined()
  }

  /// Changes something, or fails to.
  private func change(
    _ contents: inout TopicContent, at now: Timestamp, _ random: inout SeededGenerator
  ) {
    let side: Side = Bool.random(using: &random) ? .pro : .con
    let ids = contents.board[side].arguments.map(\.id)
    let id = ids.randomElement(using: &random) ?? "1"
    let author = words(&random, with: ["ada", "\n", "é"])
    let text = words(&random)
    let weight = Int.random(in: 1...5, using: &random)
    var board = contents.board
    var discussion = contents.discussion(about: nil)
    let post = contents.posts.randomElement(using: &random)?.id
    switch Int.random(in: 0...9, using: &random) {
    case 0...2: _ = try? board.add(side, text: text, weight: weight, author: author, at: now)
    case 3: _ = try? board.change(side, id: id, text: text, weight: weight, by: author, at: now)
    case 4:
      let other: Side = Bool.random(using: &random) ? .pro : .con
      let next = board[other].arguments.map(\.id).randomElement(using: &random)
      _ = try? board.move(side, id: id, to: other, before: next, by: author, at: now)
    case 5: _ = try? board.remove(side, id: id, by: author, at: now)
    case 6:
      var topic = board.topic
      _ = try? topic.rename(to: text, by: "ada", at: now)
      board = Board(topic, pros: board.pros, cons: board.cons)
    case 7:
      let content = words(&random, with: ["\n", "\n", "\n\n", "\t"])
      _ = try? discussion.write(title: text, content: content, author: author, at: now)
      contents.put(discussion.post, insteadOf: nil)
      return
    default:
      guard let post else { return }
      discussion = contents.discussion(about: post)
      let content = words(&random, with: ["\n", "\n", "\n\n", "\t"])
      if Bool.random(using: &random) {
        _ = try? discussion.edit(
          id: post, title: text, content: content, ifUpdated: nil, by: author, at: now)
      } else {
        _ = try? discussion.remove(id: post, ifUpdated: nil, by: author, at: now)
      }
      contents.put(discussion.post, insteadOf: post)
      return
    }
    _ = board.takeRecords()
    contents.board = board
  }

  /// Lines that a person may write anywhere.
  private func edit(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var lines = Line.split(bytes[...])
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let index = Int.random(in: 0...lines.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0 where index < lines.count: lines.remove(at: index)
      case 1 where index < lines.count: lines.insert(lines[index], at: 0)
      case 2: lines.insert(Line(random.bytes(5).filter { $0 != 0x0A }[...], .lineFeed), at: index)
      default:
        let starts = ["- ", "* ", "  ", "## Posts ", "", "### "]
        let text = (starts.randomElement(using: &random) ?? "") + words(&random)
        lines.insert(
          Line(text, Bool.random(using: &random) ? .lineFeed : .carriageReturnLineFeed), at: index)
      }
    }
    var edited: [UInt8] = []
    for line in lines { line.append(to: &edited) }
    return edited
  }

  @Test func `written content is read back, and unknown content is kept`() throws {
    var random = SeededGenerator(seed: testSeed())
    var understood = 0
    for _ in 0..<60 {
      var now = Timestamp(millisecondsSince1970: 2_000_000)
      let topic = Topic(id: "cats", title: "Cats", created: now, updated: now)
      var bytes = Document(TopicContent(Board(topic))).bytes
      for _ in 0..<20 {
        now = now.after(now)
        let edited = edit(bytes, &random)
        guard var document = try? Document(edited) else { continue }
        #expect(document.bytes == edited)
        let reader = DocumentContents(of: "cats", in: file, after: nil)
        guard let old = try? reader.read(document) else { continue }
        understood += 1
        #expect(try DocumentContents(of: "cats", in: file, after: old).read(document) == old)
        var new = old
        change(&new, at: now, &random)
        document.put(new, insteadOf: old)
        let written = document.bytes
        let read = try reader.read(Document(written))
        try #require(
          read == new,
          """
          \(String(decoding: edited, as: UTF8.self))
          ---
          \(String(decoding: written, as: UTF8.self))
          """)
        expectKept(edited, written)
        bytes = written
      }
    }
    #expect(understood > 200)
  }

  /// Lines that belong to nothing are all kept, in order.
  private func expectKept(_ before: [UInt8], _ after: [UInt8]) {
    guard let old = try? Document(before), let new = try? Document(after) else { return }
    let kept = { (document: Document) in
      document.parts.filter { if case .other = $0.kind { !$0.line.isBlank } else { false } }
        .map { Array($0.line.text) }
    }
    var rest = kept(new)[...]
    for line in kept(old) {
      guard let index = rest.firstIndex(of: line) else {
        Issue.record("lost: \(String(decoding: line, as: UTF8.self))")
        return
      }
      rest = rest[(index + 1)...]
    }
  }
}

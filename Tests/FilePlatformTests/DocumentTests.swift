import Domain
import Expectations
import SystemTestSupport
import Testing

@testable import FilePlatform

/// What a document means, and what is kept of it when something is written.
struct DocumentTests {
  private let file = FileFacts(
    modified: Timestamp(millisecondsSince1970: 1_000_000), owner: "owner")

  private func contents(
    _ text: String, after previous: TopicContent? = nil
  ) throws -> TopicContent {
    try DocumentContents(of: "cats", in: file, after: previous)
      .read(Document(Array(text.utf8)))
  }

  /// The text after a change.
  private func text(
    _ text: String, _ change: (inout TopicContent) throws -> Void
  ) throws -> String {
    var document = try Document(Array(text.utf8))
    let old = try contents(text)
    var new = old
    try change(&new)
    _ = new.board.takeRecords()
    document.put(new, insteadOf: old)
    let bytes = document.bytes
    let written = try require(String(validating: bytes, as: UTF8.self))
    expect(try contents(written), equals: new, "\(written)")
    return written
  }

  private let now = Timestamp(millisecondsSince1970: 2_000_000)
  private let later = Timestamp(millisecondsSince1970: 2_001_000)
  private let date = "1970-01-01T00:33:20.000Z"
  private let modified = "1970-01-01T00:16:40.000Z"

  @Test func `values that people leave out have defaults`() throws {
    let found = try contents("# Cats\n\n## Pros\n\n- Soft\n* Fast (3)\n\n## Cons\n+ Modes\n")
    expect(found.board.topic.title, equals: "Cats")
    expect(found.board.topic.created, equals: file.modified)
    expect(found.board.pros.arguments.map(\.id), equals: ["1", "2"])
    expect(found.board.pros.arguments.map(\.text), equals: ["Soft", "Fast"])
    expect(found.board.pros.arguments.map(\.weight), equals: [1, 3])
    expect(found.board.pros.arguments.map(\.author), equals: ["owner", "owner"])
    expect(found.board.cons.arguments.map(\.text), equals: ["Modes"])
    expect(try contents("").board.topic.title, equals: "cats")
  }

  @Test func `an added argument comes after the last one, and everything else is kept`() throws {
    let before = """
      ---
      # tags
      ---
      # Cats

      Free *text*.  \n
      ## Pros

      Some say:

      - Soft
        and warm

      Others disagree.

      ## Cons
      ## Else
      - not ours
      """
    let after = try text(before) { contents in
      _ = try contents.board.add(.pro, text: "New", weight: 2, author: "ada", at: now)
      _ = try contents.board.add(.con, text: "Old", author: "ada", at: now)
    }
    expect(
      after,
      equals: before.replacing("# Cats", with: "# Cats <!-- \(modified) -->")
        .replacing(
          "- Soft\n  and warm\n",
          with:
            "- Soft <!-- 1 owner \(modified) -->\n  and warm\n- New (2) <!-- 2 ada \(date) -->\n"
        )
        .replacing("## Cons\n", with: "## Cons\n\n- Old <!-- 1 ada \(date) -->\n\n"))
  }

  @Test func `missing sections are appended`() throws {
    let after = try text("Hello") { contents in
      _ = try contents.board.add(.con, text: "New", author: "ada", at: now)
      contents.put(
        Post(
          id: "018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70", topic: "cats", title: "Trial",
          content: "It\n\nis.", author: "ada", created: now, updated: now, updatedBy: "ada"),
        insteadOf: nil)
    }
    expect(
      after,
      equals: """
        # cats <!-- \(modified) -->

        Hello

        ## Cons

        - New <!-- 1 ada \(date) -->

        ## Posts

        ### Trial <!-- 018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70 ada \(date) -->

        It

        is.
        """)
  }

  @Test func `line ends, a byte order mark, blanks and bytes that are not text are kept`() throws {
    var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes += "# Cats\r\n\r\n\u{0}x".utf8
    bytes += [0xFF, 0xFE]
    bytes += "  \r\n## Pros \t\r\n\r\n- A  \r\n- B <!-- 4 ada 1970-01-01 -->\r\nrest".utf8
    var document = try Document(bytes)
    expect(document.bytes, equals: bytes)
    let reader = DocumentContents(of: "cats", in: file, after: nil)
    let old = try reader.read(document)
    var new = old
    _ = try new.board.remove(.pro, id: "5", by: "ada", at: now)
    _ = try new.board.add(.pro, text: "C", author: "ada", at: later)
    _ = new.board.takeRecords()
    document.put(new, insteadOf: old)
    var expected = bytes[..<9]
    expected += " <!-- \(modified) -->".utf8
    expected += bytes[9..<21]
    expected += "## Pros \t\r\n\r\n- B <!-- 4 ada 1970-01-01 -->\r\n".utf8
    expected += "- C <!-- 6 ada 1970-01-01T00:33:21.000Z -->\r\nrest".utf8
    expect(
      String(decoding: document.bytes, as: UTF8.self),
      equals: String(decoding: expected, as: UTF8.self))
    expect(try reader.read(Document(document.bytes)), equals: new)
  }

  @Test func `identifiers duplicated by a merge are made different, and stay different`() throws {
    let merged = """
      ## Pros
      - One <!-- 1 ada \(date) -->
      - Two <!-- 2 ada \(date) -->
      - Other <!-- 2 bob \(date) -->
      - Hand
      """
    let first = try contents(merged)
    expect(first.board.pros.arguments.map(\.id), equals: ["1", "2", "3", "4"])
    expect(first.board.pros.arguments.map(\.author), equals: ["ada", "ada", "bob", "owner"])
    // A line before them does not change which one keeps the identifier.
    let second = try contents(
      merged.replacing("- Other", with: "- Between\n- Other"), after: first)
    expect(second.board.pros.arguments.map(\.id), equals: ["1", "2", "5", "3", "4"])
    let written = try text(merged) { contents in
      _ = try contents.board.add(.con, text: "C", author: "ada", at: now)
    }
    expect(
      written.contains("- Other <!-- 3 bob \(date) -->\n- Hand <!-- 4 owner \(modified) -->\n"))
    expect(written.contains("- Two <!-- 2 ada \(date) -->\n"))
  }

  @Test(arguments: [
    ("1 ada DATE", "ada"), ("1 ada DATE LATER", nil), ("1 ada DATE LATER by bob", "bob"),
    ("1 ada DATE LATER by b%20c", "b c"), ("1 ada DATE LATER by %", ""),
  ])
  func `a comment says who made the last change, or leaves it open`(
    comment: String, editor: String?
  ) throws {
    let comment = comment.replacing("DATE", with: date).replacing(
      "LATER", with: "1970-01-01T01:00:00.000Z")
    let line = "## Pros\n- One <!-- \(comment) -->\n"
    let argument = try contents(line).board.pros.arguments[0]
    expect([argument.text, argument.author, argument.updatedBy], equals: ["One", "ada", editor])
    // It is written again as it was.
    let written = try text(line) { contents in
      _ = try contents.board.add(.pro, text: "Two", author: "cy", at: now)
    }
    expect(written.contains("- One <!-- \(comment) -->\n"))
  }

  @Test func `a person's change is newer than the old state`() throws {
    let old = "## Pros\n- One <!-- 1 ada \(date) -->\n"
    let first = try contents(old)
    let second = try contents(old.replacing("One", with: "Uno"), after: first)
    let argument = second.board.pros.arguments[0]
    expect(argument.updated, equals: now.after(now))
    expect(argument.created, equals: now)
    expect(second.board.pros.updated, equals: argument.updated)
    expect(
      [argument.author, argument.updatedBy, second.board.pros.updatedBy], equals: ["ada", nil, nil])
    expect(try contents(old.replacing("One", with: "Uno"), after: second), equals: second)
  }

  @Test func `an identifier is not reused`() throws {
    let after = try text("## Pros\n- One <!-- 7 ada \(date) -->\n") { contents in
      _ = try contents.board.remove(.pro, id: "7", by: "ada", at: now)
    }
    expect(after.contains("## Pros <!-- last 7 1970-01-01T00:33:20.001Z by ada -->\n"))
    let next = try text(after) { contents in
      let two = try contents.board.add(.pro, text: "Two", author: "ada", at: later)
      expect(two.id, equals: "8")
    }
    expect(!next.contains("last"))
  }

  @Test(arguments: [
    ("# A\n<<<<<<< HEAD\n", 2, "an unresolved merge conflict"),
    ("a\n```\nb\n", 2, "the block of code that begins here does not end"),
    ("a\n\n<!-- b\n", 3, "the comment that begins here does not end"),
    ("## Cons\n\n- \u{7}a\n", 3, "the text contains a control character"),
    ("## Pros\n- \(String(repeating: "x", count: 501))\n", 2, "the text is longer than 500"),
    ("\n# \(String(repeating: "x", count: 121))\n", 2, "the title is longer than 120 characters"),
    ("## Posts\n### \(String(repeating: "x", count: 201))\n", 2, "the post that begins here has a"),
  ])
  func `text that cannot be parsed is reported with its line`(
    text: String, line: Int, reason: String
  ) throws {
    let fault = #expect(throws: DocumentFault.self) { try contents(text) }
    expect(fault?.line, equals: line)
    expect(fault?.reason.hasPrefix(reason), equals: true, "\(fault?.reason ?? "")")
  }

  @Test(arguments: [
    "2 sources", "2024 figures needed", "1 ada yesterday", "see page 3", "0",
  ])
  func `a person's own comment is part of the text, and is kept`(comment: String) throws {
    let line = "- Soft <!-- \(comment) -->"
    let found = try contents("## Pros\n\n\(line)\n")
    expect(found.board.pros.arguments.map(\.id), equals: ["1"])
    expect(found.board.pros.arguments.map(\.text), equals: ["Soft <!-- \(comment) -->"])
    let written = try text("## Pros\n\n\(line)\n") { contents in
      _ = try contents.board.add(.pro, text: "New", author: "ada", at: now)
    }
    expect(written.contains("\(line)"), "\(written)")
  }

  @Test func `a document has at most 10,000 posts, and that many can be read`() throws {
    let posts = { (count: Int) in
      "## Posts\n\n" + String(repeating: "### a\n\nb\n\n", count: count)
    }
    let found = try contents(posts(10_000))
    expect(Set(found.posts.map(\.id)).count, equals: 10_000)
    expect(try contents(posts(10_000), after: found), equals: found)
    let fault = #expect(throws: DocumentFault.self) { try contents(posts(10_001)) }
    expect(fault, equals: DocumentFault(line: 40_003, reason: "a topic has at most 10000 posts"))
  }

  @Test func `invalid UTF-8 is a fault only where people read it`() throws {
    let read = { (text: [UInt8]) in
      try DocumentContents(of: "cats", in: file, after: nil).read(Document(text))
    }
    #expect(throws: DocumentFault(line: 2, reason: "the line is not UTF-8")) {
      try read(Array("## Pros\n- ".utf8) + [0xFF, 0x0A])
    }
    expect(
      try read([0xFF, 0x0A] + Array("## Pros\n- A\n".utf8)).board.pros.arguments.count, equals: 1)
  }

  @Test func `structure inside code blocks and comments is ignored`() throws {
    let found = try contents(
      """
      ## Pros
      - A
      ```
      - not this
      ## Cons
      ```
      <!--
      - nor this
      -->
      - B
      # Further
      - nor this
      """)
    expect(found.board.pros.arguments.map(\.text), equals: ["A", "B"])
    expect(found.board.cons.arguments.isEmpty)
  }
}

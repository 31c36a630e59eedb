import Domain
import Expectations
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
    "--", "last 4 2026-11-22", "@ada", "2026-12-01", "\\@", "2026\\-12-01", "[x] ", ", because ",
    "yes",
    "abstain", "#### Pros", ": ", ", ", "by ", "Answer", "<!-- 1 -->", "1", "word", " ", "  ", "é",
    "日本語", "👩‍🚀", "\u{301}", "\u{A0}", "x",
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
    let side = column(of: contents.board, &random)
    let ids = contents.board[side]?.arguments.map(\.id) ?? []
    let id = ids.randomElement(using: &random) ?? "1"
    let author = words(&random, with: ["ada", "\n", "é"])
    let text = words(&random)
    let weight = Int.random(in: 1...5, using: &random)
    var board = contents.board
    var discussion = contents.discussion(about: nil)
    let post = contents.posts.randomElement(using: &random)?.id
    switch Int.random(in: 0...17, using: &random) {
    case 0...2: _ = try? board.add(side, text: text, weight: weight, author: author, at: now)
    case 3: _ = try? board.change(side, id: id, text: text, weight: weight, by: author, at: now)
    case 4:
      let other = column(of: board, &random)
      let next = board[other]?.arguments.map(\.id).randomElement(using: &random)
      _ = try? board.move(side, id: id, to: other, before: next, by: author, at: now)
    case 5: _ = try? board.remove(side, id: id, by: author, at: now)
    case 6:
      var topic = board.topic
      _ = try? topic.rename(to: text, by: "ada", at: now)
      board = board.with(topic)
    case 7:
      let content = words(&random, with: ["\n", "\n", "\n\n", "\t"])
      _ = try? discussion.write(title: text, content: content, author: author, at: now)
      contents.put(discussion.post, insteadOf: nil)
      return
    case 10...17: changeMore(&board, at: now, &random)
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

  private func column(of board: Board, _ random: inout SeededGenerator) -> Column {
    let option =
      Bool.random(using: &random)
      ? board.options.elements.randomElement(using: &random)?.id : nil
    return Column(Bool.random(using: &random) ? .pro : .con, of: option)
  }

  /// Changes an option, a comment, an objection, a todo, a position or the decision, or fails to.
  private func changeMore(
    _ board: inout Board, at now: Timestamp, _ random: inout SeededGenerator
  ) {
    let (text, author) = (words(&random), words(&random, with: ["ada", ",", ":", "é"]))
    let option = board.options.elements.randomElement(using: &random)?.id ?? "1"
    let next = board.options.elements.randomElement(using: &random)?.id
    let todo = board.todos.elements.randomElement(using: &random)?.id ?? "1"
    let objection = board.objections.elements.randomElement(using: &random)
    let column = column(of: board, &random)
    let argument = board[column]?.arguments.randomElement(using: &random)
    let isEven = Bool.random(using: &random)
    switch Int.random(in: 0...19, using: &random) {
    case 0, 1:
      _ = try? board.addOption(text, text: isEven ? words(&random) : nil, by: author, at: now)
    case 2: _ = try? board.convert(to: text, by: author, at: now)
    case 3: _ = try? board.changeOption(option, title: text, by: author, at: now)
    case 4:
      _ = try? board.changeOption(option, text: isEven ? text : "", by: author, at: now)
    case 5: _ = try? board.moveOption(option, before: next, by: author, at: now)
    case 6: _ = try? board.removeOption(option, by: author, at: now)
    case 7, 8:
      guard let argument else { return }
      _ = try? board.comment(on: argument.id, column, text: text, author: author, at: now)
    case 9:
      guard let argument, let comment = argument.comments.randomElement(using: &random) else {
        return
      }
      _ = try? board.removeComment(comment.id, on: argument.id, column, by: author, at: now)
    case 10: _ = try? board.object(text, by: author, at: now)
    case 11:
      guard let objection else { return }
      _ = try? board.answer(objection.id, text, by: author, at: now)
    case 12:
      guard let objection else { return }
      _ =
        isEven
        ? try? board.withdrawObjection(objection.id, by: objection.author, at: now)
        : try? board.resolve(objection.id, by: objection.author, isDecider: false, at: now)
    case 13:
      _ = try? board.addTodo(
        text, assignee: isEven ? author : nil, due: isEven ? nil : Day("2026-12-01"), by: author,
        at: now)
    case 14:
      _ = try? board.changeTodo(
        todo, TodoChange(text: text, isDone: isEven, assignee: author, due: Day("2026-12-01")),
        by: author, at: now)
    case 15:
      _ =
        isEven
        ? try? board.removeTodo(todo, by: author, at: now)
        : try? board.moveTodo(
          todo, before: board.todos.elements.randomElement(using: &random)?.id, by: author, at: now)
    case 16, 17:
      let choice = board.choices.randomElement(using: &random)
      _ = try? board.takePosition(
        Int.random(in: 0...4, using: &random) == 0 ? nil : choice, because: isEven ? text : nil,
        by: author, at: now)
    case 18:
      let rule = try? DecisionRule(objectionsBlock: isEven, decidersResolve: !isEven)
      try? board.setRule(rule, by: "ada", at: now)
    default:
      if board.topic.decision == nil {
        let outcome = board.choices.randomElement(using: &random)
        _ = try? board.decide(
          isEven ? outcome : nil, reason: text, isOverride: true, by: "ada", at: now)
      } else if isEven {
        try? board.supersede(by: "dogs", author: "ada", at: now)
      } else {
        _ = try? board.reopen(by: "ada", at: now)
      }
    }
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
        let starts = [
          "- ", "* ", "  ", "## Posts ", "", "### ", "## Options", "#### Pros", "#### x",
          "## Todos",
          "- [ ] ", "## Objections", "  - ada, 2026-11-26: ", "  - Answer: ", "  - Resolved",
          "ada: ",
          "- ada: ",
        ]
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
    for _ in 0..<TestLength.size(25, long: 600) {
      var now = Timestamp(millisecondsSince1970: 2_000_000)
      let topic = Topic(id: "cats", title: "Cats", created: now, updated: now)
      var bytes = Document(TopicContent(Board(topic))).bytes
      for _ in 0..<20 {
        now = now.after(now)
        let edited = edit(bytes, &random)
        guard var document = try? Document(edited) else { continue }
        expect(document.bytes, equals: edited)
        let reader = DocumentContents(of: "cats", in: file, after: nil)
        guard let old = try? reader.read(document) else { continue }
        understood += 1
        expect(try DocumentContents(of: "cats", in: file, after: old).read(document), equals: old)
        var new = old
        change(&new, at: now, &random)
        document.put(new, insteadOf: old)
        let written = document.bytes
        let read = try reader.read(Document(written))
        try require(
          read == new,
          """
          \(String(decoding: edited, as: UTF8.self))
          ---
          \(String(decoding: written, as: UTF8.self))
          """)
        // What is under the heading of an option is moved and removed with it.
        let options = old.board.options.elements.map(\.id)
        let isKept = new.board.options.elements.map(\.id).filter(options.contains) == options
        if isKept { expectKept(edited, written) }
        bytes = written
      }
    }
    expect(understood > 200)
  }

  @Test func `random topics are equal after they were written or exported`() throws {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<TestLength.size(15, long: 400) {
      var now = Timestamp(millisecondsSince1970: 2_000_000)
      let topic = Topic(id: "cats", title: "Cats", created: now, updated: now)
      var contents = TopicContent(Board(topic))
      for _ in 0..<60 {
        now = now.after(now)
        change(&contents, at: now, &random)
      }
      let text = Markdown.text(of: contents)
      let reader = DocumentContents(of: "cats", in: file, after: nil)
      let read = try reader.read(Document(Array(text.utf8)))
      try require(read == contents, "\(text)")
      var expected = TopicDraft(contents)
      // A document does not name itself, and the rules trim the contents of posts later.
      expected.id = nil
      expected.posts = []
      var drafts = try Markdown.drafts(in: text)
      for index in drafts.indices {
        drafts[index].round = drafts[index].round ?? 1
        drafts[index].posts = []
      }
      try require(drafts == [expected], "\(text)")
    }
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

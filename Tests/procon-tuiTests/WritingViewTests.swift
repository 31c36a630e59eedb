import BoxClient
import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_tui

/// A post or a draft, with texts from the user's editor.
@Suite(.enabled(if: LoopThread.isRunning)) struct WritingViewTests {
  @LoopActor
  private func draft(content: String = "") throws -> WritingView {
    let view = WritingView(isDraft: true)
    view.show(try scene(content: content), .entered)
    return view
  }

  private func scene(content: String = "") throws -> ShownScene {
    try .example(
      "draft", at: "topics.ai",
      ["session.draft.title": #""""#, "session.draft.content": JSONText(content).description])
  }

  /// What the editor begins with, and what follows from its result.
  @LoopActor
  private func edit(_ view: WritingView, to result: String) -> (text: String, call: Call?) {
    guard case .editor(let text, let next) = view.perform(.editor) else { return ("?", nil) }
    guard case .call(let call) = next(result) else { return (text, nil) }
    return (text, call)
  }

  @Test @LoopActor func `a text that has not reached the daemon is not left without a question`()
    throws
  {
    let view = try draft()
    expect(view.leaving() == nil)
    let call = try require(edit(view, to: "Written").call)
    expect(view.leaving() != nil)
    for command in [Command.cancel, .save] {
      guard case .ask = view.perform(command) else {
        Issue.record("\(command) does not ask")
        return
      }
    }
    expect(view.resumption.last?.parameters["content"]?.string, equals: "Written")
    view.answered(call, .null)
    view.show(try scene(content: "Written"), .changed)
    guard case .call = view.perform(.save) else {
      Issue.record("it is not saved")
      return
    }
  }

  @Test @LoopActor func `a new draft does not begin with a text of the last one`() throws {
    let view = try draft()
    expect(edit(view, to: "Refused").call != nil)
    expect(edit(view, to: "Refused again").text, equals: "Refused")
    view.show(try scene(), .entered)
    expect(edit(view, to: "").text, equals: "")
    expect(view.leaving() == nil)
  }

  @Test(arguments: [("Words\n", nil), ("Words", nil), ("More\n\n", "More"), ("\n", "")])
  @LoopActor func `line ends that an editor adds are left out`(result: String, sent: String?) throws
  {
    let call = edit(try draft(content: "Words"), to: result).call
    expect(call?.parameters["content"]?.string, equals: sent)
  }

  @Test @LoopActor func `line ends that were there before are no change`() throws {
    expect(edit(try draft(content: "Words\n"), to: "Words\n").call == nil)
  }

  @Test @LoopActor func `a refusal is wrapped`() throws {
    let view = try draft()
    _ = view.perform(.editContent)
    view.field?.refusal = "content must be at most 100,000 characters, and at least one"
    let rows = view.drawn(columns: 40, rows: 9)
    expect(rows.suffix(3).first?.hasPrefix("content: "), equals: true)
    expect(
      rows.suffix(2), equals: ["content must be at most 100,000", "characters, and at least one"])
  }

  /// A post of numbered lines that is edited while others have made numbered lines of it, too.
  @LoopActor
  private func conflict(lines: Int, theirs: Int) throws -> WritingView {
    let content = { (name: String, count: Int) in
      JSONText((1...count).map { "\(name) \($0)" }.joined(separator: "\n"))
    }
    let scene = { (items: String, isEditing: Bool) throws -> ShownScene in
      try .example(
        "post", at: "topics.ai", id: "1",
        [
          "session.post.title": #""Old""#, "session.post.isEditing": "\(isEditing)",
          "session.post.content": content("mine", lines).description,
          "topics.ai.posts.items": items,
        ])
    }
    let view = WritingView(isDraft: false)
    view.news?.inquire = { _, done in
      let post = JSONText(members: [
        (name: "title", value: JSONText("New")), (name: "content", value: content("now", theirs)),
        (name: "id", value: "1"), (name: "author", value: ""), (name: "created", value: ""),
        (name: "updated", value: ""), (name: "dates", value: ""),
      ])
      done(JSONText(members: [(name: "post", value: post)]))
    }
    view.show(try scene("[]", false), .entered)
    view.show(try scene("[1]", true), .changed)
    return view
  }

  @Test(arguments: [(1, 3), (30, 3), (3, 30), (30, 30)]) @LoopActor
  func `each line of both texts can be scrolled to`(lines: Int, theirs: Int) throws {
    let view = try conflict(lines: lines, theirs: theirs)
    let rows = { view.drawn(columns: 40, rows: 9) }
    expect(rows().contains("mine 1") && rows().contains("now: New"))
    var seen: Set<String> = []
    for _ in 1...31 {
      seen.formUnion(rows())
      view.scroll(row: 3, column: 0, by: 1)
    }
    for line in 1...lines { expect(seen.contains("mine \(line)")) }
    for line in 1...theirs { expect(seen.contains("now \(line)")) }
    expect(rows().contains("mine \(lines)") && rows().contains("now \(theirs)"))
    _ = view.perform(.first)
    expect(rows().contains("mine 1") && rows().contains("now: New"))
  }

  @Test @LoopActor func `the text of others gets rows that the user's own leaves free`() throws {
    let view = try conflict(lines: 1, theirs: 20)
    let rows = view.drawn(columns: 40, rows: 10)
    expect(rows[3...8], equals: ["mine 1", "now: New", "now 1", "now 2", "now 3", "now 4 …"])
  }
}

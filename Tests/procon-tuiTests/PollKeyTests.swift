import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// Every key of procon-tui in a scene that no client knows, and in the forms of its intents, at the
/// smallest, the usual and a large size.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct PollKeyTests {
  private static let sizes = [(40, 10), (80, 24), (200, 60)]

  private let user = TestUser()

  /// Shows a poll with 200 options.
  private func start(
    _ server: SessionServer, columns: Int, rows: Int
  ) async throws -> Tmux {
    let window = try Tmux(
      user, columns: columns, rows: rows, "procon-tui --socket \(server.socket); echo end $?")
    try window.wait(for: "Topics (2)")
    await onLoop {
      let options = (1...200).map { FakeOption(name: "Tea no. \($0)", votes: $0) }
      server.session?.show(options, closing: nil)
      server.session?.push(.poll)
    }
    try window.wait { $0[0] == "A poll in the hall" }
    try window.wait { $0.contains { $0.hasPrefix("vote ") || $0.hasPrefix("ring ") } }
    return window
  }

  private func expectSelection(of intent: String, in window: Tmux) throws {
    try window.wait("\(intent) is selected") { _ in
      try window.selectedText()?.hasPrefix(intent) == true
    }
  }

  @Test(arguments: sizes)
  func `each key selects an intent or scrolls the text`(columns: Int, rows: Int) async throws {
    let server = try await SessionServer()
    let window = try await start(server, columns: columns, rows: rows)
    let first = try require(try window.selectedText())
    try window.press("j")
    try window.wait("another one is selected") { _ in try window.selectedText() != first }
    let second = try require(try window.selectedText())
    for (key, selected) in [
      ("k", first), ("Down", second), ("Up", first), ("G", "logout"), ("g", first),
      ("End", "logout"), ("Home", first),
    ] {
      try window.press(key)
      try expectSelection(of: selected, in: window)
    }
    let top = { (lines: [String]) in lines.dropFirst(2).first ?? "" }
    let beginning = top(try window.lines())
    for (forward, back) in [("C-f", "C-b"), ("PageDown", "PageUp")] {
      try window.press(forward)
      try window.wait { top($0) != beginning }
      try window.press(back)
      try window.wait { top($0) == beginning }
    }
    // Each page begins with the last line of the one before.
    for _ in 1...200 where try !window.lines().contains(where: { $0.contains("Tea no. 200") }) {
      let before = top(try window.lines())
      try window.press("PageDown")
      try window.wait { top($0) != before }
    }
    try window.wait(for: "Tea no. 200")
    try window.press("?")
    try window.wait(for: "do what is selected")
    try window.press("Escape", "Escape")
    try window.wait { $0[0].hasPrefix("Topics (2)") }
  }

  @Test(arguments: sizes)
  func `a click selects an intent, and the wheel scrolls the text`(
    columns: Int, rows: Int
  ) async throws {
    let server = try await SessionServer()
    let window = try await start(server, columns: columns, rows: rows)
    let row = try require(try window.lines().firstIndex { $0.hasPrefix("toTopics ") })
    try window.click(row: row, column: 2)
    try expectSelection(of: "toTopics", in: window)
    let top = try window.lines()[2]
    try window.turnWheel(isDown: true, row: 3, column: 2)
    try window.wait { $0[2] != top }
    try window.turnWheel(isDown: false, row: 3, column: 2)
    try window.wait { $0[2] == top }
    try expectSelection(of: "toTopics", in: window)
  }

  @Test(arguments: sizes)
  func `each key of a form`(columns: Int, rows: Int) async throws {
    let server = try await SessionServer()
    let window = try await start(server, columns: columns, rows: rows)
    while let selected = try window.selectedText(), !selected.hasPrefix("vote") {
      try window.press("j")
      try window.wait("another one is selected") { _ in try window.selectedText() != selected }
    }
    try expectSelection(of: "vote", in: window)
    try window.press("Right")
    try window.wait(for: "option: ")
    try window.paste("many 速い 🚀")
    try window.press("Enter")
    try window.wait(for: "option must be")
    // Each removes something: the character before, the one at the cursor, a word, the rest, the text.
    for (keys, text) in [
      (["BSpace"], "many 速い"), (["BSpace", "Left", "DC"], "many 速"), (["C-b", "C-d"], "many"),
      (["C-e", "C-w"], ""), (["a", "b", "c", "Home", "Right", "C-f", "C-k"], "ab"),
      (["C-a", "C-d"], "b"), (["End", "C-u"], ""), (["1"], "1"),
    ] {
      try window.press(keys[0])
      for key in keys.dropFirst() { try window.press(key) }
      try window.wait("it is '\(text)'") {
        $0.contains { $0 == "option: \(text)" || (text.isEmpty && $0 == "option:") }
      }
    }
    try window.press("Enter")
    try window.wait(for: "weight: ")
    try window.press("Escape")
    try expectSelection(of: "vote", in: window)
    expect(await onLoop { server.session?.votes(for: 1) }, equals: 1)
  }

  @Test(arguments: sizes)
  func `what others change lights up for a while`(columns: Int, rows: Int) async throws {
    let server = try await SessionServer()
    let window = try await start(server, columns: columns, rows: rows)
    await onLoop { server.session?.push(.board("topics.ai")) }
    try window.wait { $0[0] != "A poll in the hall" }
    await onLoop { server.session?.dismiss() }
    try window.wait { $0[0] == "A poll in the hall" }
    expect(try window.lines().last, equals: "? keys  q quit")
    // Each vote lights up again, in case the machine pauses for longer than that takes.
    var last: String?
    for _ in 1...500 where last != "Somebody else has changed this." {
      await onLoop { server.session?.vote(for: 1, weight: 7) }
      last = try window.lines().last
    }
    expect(last, equals: "Somebody else has changed this.")
    try window.wait { $0.last == "? keys  q quit" }
  }
}

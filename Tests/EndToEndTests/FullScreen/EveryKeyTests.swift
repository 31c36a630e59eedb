import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Every key of procon-tui, at the smallest, the usual and a large size, with texts of several scripts.
/// What a key has done is asked of the daemon. The keys that scroll are in ``ScrollKeyTests``.
@Suite(.blocking) struct EveryKeyTests {
  private static let sizes = [(40, 10), (80, 24), (200, 60)]
  private static let pro = "速い 🚀 cafe\u{301}"
  private static let con = "高い 👍🏽 nai\u{308}ve"

  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser(store: .sqlite)
    peer = try one.daemon.connect()
  }

  /// The labels of one side, as the daemon has them.
  private func labels(_ side: String) throws -> [String] {
    try peer.value("topics.ai.\(side).items").elements?.compactMap { $0["label"]?.string } ?? []
  }

  private func wait(_ side: String, _ isSo: ([String]) -> Bool) throws {
    try waitUntil("\(side) of the daemon") { isSo(try labels(side)) }
  }

  @Test(arguments: sizes)
  func `every key of the list of topics`(columns: Int, rows: Int) throws {
    let window = try one.start(columns: columns, rows: rows)
    try window.press("n")
    try window.type("京都 🍵 cafe\u{301}")
    try window.press("Enter")
    try window.wait { $0[0].hasPrefix("Topics (2)") && $0[2].hasPrefix("京都 🍵 cafe\u{301}") }
    try window.press("r", "C-e")
    try window.type("?")
    try window.press("Enter")
    try window.wait { $0[2].hasPrefix("京都 🍵 cafe\u{301}?") }
    try window.press("s")
    try window.wait { $0[0].contains("by title") }
    try window.press("g")
    for (key, isFirst) in [
      ("j", false), ("k", true), ("Down", false), ("Up", true), ("C-f", false), ("C-b", true),
      ("PageDown", false), ("PageUp", true), ("G", false), ("g", true), ("End", false),
      ("Home", true),
    ] {
      try window.press(key, "r")
      try window.wait { $0.contains { $0.hasPrefix(isFirst ? "Title: Artif" : "Title: 京都") } }
      try window.press("Escape")
      try window.wait { $0.last?.hasPrefix("? keys") == true }
    }
    try window.press("/")
    try window.type("京")
    try window.wait { $0[0].hasPrefix("Topics (1/2)") }
    try window.press("Enter", "Enter")
    // The topics may be beside the board.
    let isBoard = { (lines: [String]) in lines.contains { $0.contains("👍 Pros (0)") } }
    let isList = { (lines: [String]) in lines[0].hasPrefix("Topics (1/2)") && !isBoard(lines) }
    try window.wait { isBoard($0) && $0[0].contains("京都 🍵 cafe\u{301}?") }
    for key in ["Escape", "BSpace"] {
      try window.press(key)
      try window.wait { isList($0) }
      try window.press("Right")
      try window.wait { isBoard($0) }
    }
    try window.press("Escape")
    try window.wait { isList($0) }
    try window.press("D")
    try window.wait(for: "Delete \"京都")
    try window.press("y", "Escape")
    try window.wait { $0[0].hasPrefix("Topics (1)") }
  }

  @Test(arguments: sizes)
  func `every key of a board`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("a")
    try window.type(Self.pro)
    try window.press("Enter")
    try window.wait(for: "pro 5 · ")
    try window.wait(for: "+ \(Self.pro)")
    try window.press("A")
    try window.type(Self.con)
    try window.press("Enter")
    try window.wait(for: "con 4 · ")
    try window.wait(for: "- \(Self.con)")
    try window.press("+", "=")
    try wait("cons") { $0.last == "\(Self.con) ×3" }
    try window.press("-")
    try wait("cons") { $0.last == "\(Self.con) ×2" }
    try window.press("K")
    try wait("cons") { $0[2] == "\(Self.con) ×2" }
    try window.press("J")
    try wait("cons") { $0[3] == "\(Self.con) ×2" }
    try window.press("e", "C-a", "C-d", "BSpace")
    try window.type("安")
    try window.press("Enter")
    try wait("cons") { $0[3].hasPrefix("安い 👍🏽") }
    try window.press("u")
    try wait("cons") { $0[3].hasPrefix("高い 👍🏽") }
    for (key, status) in [
      ("BTab", "pro 5"), ("Tab", "con 4"), ("h", "pro 5"), ("l", "con 4"), ("Left", "pro 5"),
      ("Right", "con 4"), ("g", "con 1"), ("j", "con 2"), ("Down", "con 3"), ("k", "con 2"),
      ("Up", "con 1"), ("G", "con 4"), ("Home", "con 1"), ("End", "con 4"),
    ] {
      try window.press(key)
      try window.wait(for: "\(status) · ")
    }
    try window.press("m")
    try wait("pros") { $0.last == "\(Self.con) ×2" }
    try window.wait(for: "pro 6 · ")
    for key in ["d", "DC"] {
      let before = try labels("pros").count
      try window.press(key)
      try window.wait { $0.last?.hasSuffix("[y/N]") == true }
      try window.press("y")
      try wait("pros") { $0.count == before - 1 }
      try window.wait(for: "👍 Pros (\(before - 1))")
    }
    let words = Array(repeating: "word", count: 97).joined(separator: " ")
    // There is no room for all of them as a whole.
    for number in 1...8 {
      try peer.call("topics.ai.pros.add", #"{"text":"\#(words) end \#(number)"}"#)
    }
    try window.wait { $0.contains { $0.contains("👍 Pros (12)") } }
    try window.press("h", "G", "Space")
    for _ in 1...20 { try window.press("j") }
    try window.wait { $0.contains { $0.contains("end 8") } }
    try window.press("Space")
    try window.wait { !$0.contains { $0.contains("end 8") } }
    try decide(in: window)
    try window.press("y")
    try window.wait(for: "Copied.")
    expect(try window.copied().contains("- Error reduction"))
    try window.press("?")
    try window.wait(for: "add a pro")
    try window.press("Escape", "C-l", "Enter")
    try window.wait { $0.last == "Enter save  Esc cancel  Ctrl-O editor" }
    try window.press("Escape")
    try window.wait { $0.last?.hasPrefix("? keys") == true }
    try window.press("o")
    try window.wait { $0[0].hasPrefix("Posts: Art") }
    try window.press("Left", "Escape")
    // A large window shows the topics before Escape was read, which a key right behind it would change.
    try window.wait { $0[0].hasPrefix("Topics (1)") && $0.last?.contains("a pro") == false }
    try window.press("q")
    try window.wait(for: "end 0")
  }

  /// Takes a position, begins a rule, decides and reopens.
  private func decide(in window: any TerminalWindow) throws {
    try window.press("g", "s")
    try waitUntil("a supporter") {
      try peer.value("topics.ai.pros.items").elements?.first?["supporters"]?.elements?.count == 1
    }
    try window.press("x")
    try waitUntil("no supporter") {
      try peer.value("topics.ai.pros.items").elements?.first?["supporters"] == nil
    }
    try window.press("v")
    try window.wait(for: "position: ")
    try window.type("yes")
    try window.press("Enter")
    try window.wait(for: "because: ")
    try window.type(Self.pro)
    try window.press("Enter")
    try waitUntil("a position") {
      try peer.value("topics.ai.positions.items").elements?.first?["sentence"]?.string == Self.pro
    }
    try window.wait { $0.last?.hasPrefix("? keys") == true }
    try window.press("w")
    try window.wait(for: "who is asked:")
    try window.press("Escape")
    try window.wait { $0.last?.hasPrefix("? keys") == true }
    try window.press("c")
    try window.wait(for: "outcome: ")
    try window.type("no")
    try window.press("Enter")
    try window.wait(for: "reason: ")
    try window.type(Self.con)
    try window.press("Enter")
    try window.wait(for: "decided: no · by ")
    try window.press("R")
    try window.wait(for: "open, round 2")
  }

  @Test(arguments: sizes)
  func `every key of posts, a post and a draft`(columns: Int, rows: Int) throws {
    let editor = one.user.directory.file("editor")
    try write("#!/bin/sh\nprintf '\\n四 👨‍👩‍👧' >> \"$1\"\n", to: editor)
    let window = try one.start(
      columns: columns, rows: rows, environment: ["EDITOR": "sh \(editor)"])
    try window.press("Enter", "o", "n")
    try window.wait(for: "cannot be saved yet")
    try window.press("Enter")
    try window.type("試験 🚀")
    try window.press("Enter", "c")
    try window.paste("一\n二\n三 cafe\u{301}")
    try window.press("Enter", "E")
    try window.wait { $0.contains("四 👨‍👩‍👧") }
    try window.press("s")
    try window.wait { $0[1].hasPrefix("試験 🚀") }
    try window.press("n", "e")
    try window.type("Second")
    try window.press("Enter", "x")
    try window.wait(for: "Discard what you typed? [y/N]")
    try window.press("y")
    try window.wait { $0[1].hasPrefix("試験 🚀") }
    try window.press("Enter")
    try window.wait { $0[0] == "試験 🚀" && $0.contains("一") }
    try window.press("Left")
    try window.wait { $0[1].hasPrefix("試験 🚀") }
    try window.press("Right")
    try window.wait { $0[0] == "試験 🚀" && $0.contains("一") }
    // E begins to edit, and x ends that.
    try window.press("E")
    try window.wait(for: "being edited · s")
    try window.press("x")
    try window.wait(for: "Discard what you typed? [y/N]")
    try window.press("y")
    try window.wait { !$0.contains { $0.contains("being edited") } }
    try window.press("e", "e", "C-u")
    try window.paste("改題")
    try window.press("Enter", "s")
    try window.wait { $0[0] == "改題" && !$0.contains { $0.contains("being edited") } }
    try peer.call("topics.ai.posts.write", #"{"title":"Other","content":"Text"}"#)
    try window.press("D")
    try window.wait(for: "Are you sure")
    try window.press("y")
    try window.wait { $0[0].hasSuffix("(1)") && $0[1].hasPrefix("Other") }
    try window.press("D")
    try window.wait(for: "Are you sure")
    try window.press("y")
    try window.wait(for: "There are no posts yet.")
  }
}

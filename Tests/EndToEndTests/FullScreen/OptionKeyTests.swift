import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing

/// The keys for options, comments and lists of a topic in procon-tui, at the smallest, the usual and a
/// large size.
@Suite(.blocking) struct OptionKeyTests {
  private let one: FullScreenUser
  private let peer: Peer

  init() throws {
    one = try FullScreenUser(store: .sqlite)
    peer = try one.daemon.connect()
  }

  /// The items of a list of the topic, as the daemon has them.
  private func items(_ list: String) throws -> [JSONText] {
    try peer.value("topics.ai.\(list).items").elements ?? []
  }

  /// Fills a form, whose parameters have these names.
  private func fill(
    _ fields: [(name: String, text: String)], in window: any TerminalWindow
  ) throws {
    for (name, text) in fields {
      try window.wait(for: "\(name): ")
      if !text.isEmpty { try window.type(text) }
      try window.press("Enter")
    }
  }

  @Test(arguments: [(40, 10), (80, 24), (98, 60)])
  func `options have boards, and arguments have comments`(columns: Int, rows: Int) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("n")
    try fill([("title", "Postgres"), ("text", "")], in: window)
    try window.wait { $0.joined().contains("1 Postgres") && $0.joined().contains("👍 Pros (0)") }
    try window.press("a")
    try window.type("Fast 速い")
    try window.press("Enter")
    try waitUntil("a pro") { try items("options.1.pros").count == 1 }
    try window.wait(for: "+ Fast 速い")
    try window.press("C")
    try window.wait(for: "Enter save")
    try window.type("Why?")
    try window.press("Enter")
    try waitUntil("a comment") {
      try items("options.1.pros").first?["comments"]?.elements?.count == 1
    }
    try window.press("X")
    try window.wait(for: "[y/N]")
    try window.press("y")
    try waitUntil("no comment") { try items("options.1.pros").first?["comments"] == nil }
    try window.press("[")
    try window.wait(for: "👍 Pros (4)")
    try window.press("]")
    try window.wait(for: "👍 Pros (1)")
    try window.press("r", "End", "C-u")
    try fill([("title", "MySQL"), ("text", "")], in: window)
    try window.wait { $0.joined().contains("1 MySQL") }
    try window.press("D")
    try window.wait(for: "Delete option \"MySQL\"")
    try window.press("y")
    try window.wait { $0.joined().contains("👍 Pros (4)") && !$0.joined().contains("1 MySQL") }
  }

  @Test(arguments: [(40, 10), (80, 24), (98, 60)])
  func `positions, objections and todos are lists with keys of their own`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("t")
    try window.wait { $0[0].hasPrefix("Todos (0)") && $0.last?.contains("n add") == true }
    try window.press("n")
    try fill([("text", "Migrate"), ("assignee", "ada"), ("due", "2026-12-01")], in: window)
    try window.wait(for: "[ ] Migrate @ada 2026-12-01")
    try window.press("Space")
    try window.wait(for: "[x] Migrate @ada 2026-12-01")
    try window.press("w", "End", "C-u", "Enter")
    try window.wait(for: "due: ")
    try window.press("Enter")
    try window.wait(for: "[x] Migrate 2026-12-01")
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
    try window.press("O")
    try window.wait { $0[0].hasPrefix("Objections (0)") }
    try window.press("n")
    try fill([("text", "Nobody can")], in: window)
    try window.wait { $0[0].hasPrefix("Objections (1)") && $0[1].contains("Nobody can") }
    try window.press("Escape")
    try window.wait { $0[0].hasSuffix("1 objection") }
    try window.press("O")
    try window.wait { $0[0].hasPrefix("Objections (1)") }
    try window.press("a")
    try fill([("text", "Ada can")], in: window)
    try window.wait {
      $0.joined(separator: " ").contains("Ada can") && $0[0].hasPrefix("Objections")
    }
    try window.press("x")
    try window.wait { $0[0].hasPrefix("Objections (0/1)") }
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
    try window.press("p", "v")
    try fill([("position", "yes"), ("because", "")], in: window)
    try window.wait { $0[0].hasPrefix("Positions (1)") }
    try window.press("x")
    try window.wait(for: "no positions yet")
    try window.press("Escape")
    try window.wait(for: "👍 Pros (4)")
  }
}

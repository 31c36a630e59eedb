import BoxWireTestSupport
import SystemTestSupport
import Testing

/// The README's section about procon-tui.
@Suite(.blocking) struct ReadmeScreenTests {
  private static let heading = "## Deciding in the terminal"

  /// The keys in the row of a screen.
  private func keys(_ screen: String) throws -> [String] {
    let section = try #require(Readme.text.firstRange(of: Self.heading))
    let row = try #require(
      Readme.text[section.upperBound...].split(separator: "\n").first {
        $0.hasPrefix("| \(screen) |")
      }, "\(screen)")
    return row.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  /// The commands in the help of what a window shows: the keys of each, in the order of the help.
  private func help(_ window: any TerminalWindow) throws -> Help {
    try window.press("?")
    try window.wait(for: "draw the screen again")
    let rows = try window.lines().prefix { !$0.isEmpty }
    try window.press("x")
    try window.wait { !$0.contains { $0.contains("draw the screen again") } }
    let own = rows.prefix { !$0.hasSuffix("show the keys") }
    return Help(own: own.map(Self.keys), all: rows.flatMap(Self.keys))
  }

  private struct Help {
    /// The commands of the scene, without those that every scene has.
    let own: [[Substring]]
    let all: [Substring]
  }

  private static func keys(_ row: String) -> [Substring] {
    row.prefix(upTo: row.firstRange(of: "  ")?.lowerBound ?? row.endIndex).split(separator: " ")
  }

  /// Compares the table with the help of a screen, in both directions.
  private func expect(_ screen: String, in help: Help) throws {
    let general = screen == "login" ? ["all"] : ["all", "all but login"]
    for row in general + [screen] {
      let keys = try keys(row)
      #expect(!keys.isEmpty)
      for key in keys { #expect(help.all.contains(Substring(key)), "\(screen): \(key)") }
    }
    let known = try Set((general + [screen]).flatMap { try keys($0) }.map { Substring($0) })
    #expect(!help.own.isEmpty)
    for command in help.own { #expect(!known.isDisjoint(with: command), "\(screen): \(command)") }
  }

  @Test func `the table has the commands of each screen, and no other keys`() throws {
    let one = try FullScreenUser()
    try one.daemon.connect().call("topics.ai.posts.write", #"{"title":"A","content":"Body"}"#)
    let window = try one.start(columns: 80, rows: 80)
    try expect("topics", in: help(window))
    try window.press("Enter")
    try window.wait(for: "Pros (4)")
    try expect("board", in: help(window))
    for (key, screen) in [("p", "positions"), ("O", "objections"), ("t", "todos")] {
      try window.press(key)
      try window.wait(for: "There are no \(screen) yet.")
      try expect(screen, in: help(window))
      try window.press("Escape")
      try window.wait(for: "Pros (4)")
    }
    try window.press("o")
    try window.wait(for: "Body")
    try expect("posts", in: help(window))
    try window.press("n")
    try window.wait(for: "cannot be saved yet")
    try expect("draft", in: help(window))
    try window.press("Escape")
    try window.wait(for: "Body")
    try window.press("Enter")
    try window.wait { !$0[0].hasPrefix("Posts") }
    try expect("post", in: help(window))
  }

  @Test func `the table has the commands of the login`() throws {
    let one = try LogInUser()
    let window = try VirtualTerminal(
      one.user, columns: 80, rows: 40, "procon-tui --socket \(one.daemon.socket)")
    try window.wait(for: "Log in")
    try expect("login", in: help(window))
  }
}

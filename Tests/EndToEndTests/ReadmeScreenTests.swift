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

  /// The keys in the help of what a window shows.
  private func help(_ window: Tmux) throws -> [Substring] {
    try window.press("?")
    try window.wait(for: "draw the screen again")
    let keys = try window.lines().flatMap {
      $0.prefix(upTo: ($0.firstRange(of: "  ")?.lowerBound ?? $0.endIndex)).split(separator: " ")
    }
    try window.press("x")
    try window.wait { !$0.contains { $0.contains("draw the screen again") } }
    return keys
  }

  private func expect(_ screen: String, in help: [Substring]) throws {
    let keys = try keys(screen)
    #expect(!keys.isEmpty)
    for key in keys { #expect(help.contains(Substring(key)), "\(screen): \(key)") }
  }

  @Test func `each key in the table is in the help of its screen`() throws {
    let one = try FullScreenUser()
    try one.daemon.connect().call("topics.ai.posts.write", #"{"title":"A","content":"Body"}"#)
    let window = try one.start(columns: 80, rows: 40)
    let topics = try help(window)
    try expect("topics", in: topics)
    try expect("all", in: topics)
    try window.press("Enter")
    try window.wait(for: "Pros (4)")
    try expect("board", in: try help(window))
    try window.press("o")
    try window.wait(for: "Body")
    try expect("posts", in: try help(window))
    try window.press("Enter")
    try window.wait { !$0[0].hasPrefix("Posts") }
    try expect("post", in: try help(window))
  }
}

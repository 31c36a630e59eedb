import BoxWireTestSupport
import SystemTestSupport
import Testing

/// What others change while procon-tui shows it.
@Suite(.blocking) struct FullScreenChangeTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  @Test(arguments: [((80, 24), (40, 10)), ((40, 10), (200, 60)), ((200, 60), (80, 24))])
  func `two windows see each other's edits`(
    one size: (columns: Int, rows: Int), other: (columns: Int, rows: Int)
  ) throws {
    let left = try one.startBoard(columns: size.columns, rows: size.rows)
    let right = try one.startBoard(columns: other.columns, rows: other.rows)
    try left.press("a")
    try left.type("From the left")
    try left.press("Enter")
    try left.wait(for: "pro 5")
    try right.wait(for: "Pros (5)")
    try right.press("A")
    try right.type("From the right")
    try right.press("Enter")
    try left.wait(for: "Cons (4)")
    try right.press("K", "K", "K")
    try left.wait("it is the first one") { lines in
      lines.contains { $0.hasSuffix("- From the right") }
        && lines.first { $0.contains("- ") }?.hasSuffix("- From the right") == true
    }
  }
}

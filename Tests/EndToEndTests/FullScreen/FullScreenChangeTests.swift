import BoxWireTestSupport
import SystemTestSupport
import Testing

/// What others change while procon-tui shows it.
@Suite(.blocking) struct FullScreenChangeTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  @Test func `two windows see each other's edits`() throws {
    let left = try one.startBoard(name: "left")
    let right = try one.startBoard(columns: 40, rows: 10, name: "right")
    try left.press("a")
    try left.type("From the left")
    try left.press("Enter")
    try left.wait(for: "pro 5")
    try right.wait(for: "Pros (5)")
    try right.press("A")
    try right.type("From the right")
    try right.press("Enter")
    try left.wait(for: "- From the right")
    try right.press("K")
    try left.wait { $0[5].hasSuffix("- From the right") }
  }
}

import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// What others change while procon-tui shows it.
@Suite(.blocking) struct FullScreenChangeTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  /// Changes an argument some 2,000 times a second.
  private static let flood = #"""
    import json, socket, sys, time
    peer = socket.socket(socket.AF_UNIX)
    peer.connect(sys.argv[1])
    lines = peer.makefile("rwb")
    lines.readline()
    number = 0
    while True:
        number += 1
        parameters = {"id": "2", "text": f"Value {number}"}
        request = {"id": number, "method": "topics.ai.pros.change", "params": parameters}
        lines.write(json.dumps(request).encode() + b"\n")
        lines.flush()
        lines.readline()
        time.sleep(0.0003)
    """#

  @Test func `keys work while somebody changes an argument all the time`() throws {
    let window = try one.startBoard()
    let flood = try ChildProcess("/usr/bin/python3", ["-c", Self.flood, one.daemon.socket])
    defer { flood.signal(SIGKILL) }
    try window.wait(for: "Value 3")
    try window.press("?")
    try window.wait(for: "add a pro")
    try window.press("?")
    try window.wait(for: "No breaks")
    try window.press("q")
    try window.wait(for: "end 0")
  }

  @Test(arguments: [((80, 24), (40, 10)), ((40, 10), (98, 60)), ((98, 60), (80, 24))])
  func `two windows see each other's edits`(
    one size: (columns: Int, rows: Int), other: (columns: Int, rows: Int)
  ) throws {
    let left = try one.startBoard(columns: size.columns, rows: size.rows)
    let right = try one.startBoard(columns: other.columns, rows: other.rows)
    try left.press("a")
    try left.type("From the left")
    try left.press("Enter")
    try left.wait(for: "pro 5")
    try right.wait(for: "👍 Pros (5)")
    try right.press("A")
    try right.type("From the right")
    try right.press("Enter")
    try left.wait(for: "👎 Cons (4)")
    try right.press("K", "K", "K")
    try left.wait("it is the first one") { lines in
      lines.contains { $0.hasSuffix("- From the right") }
        && lines.first { $0.contains("- ") }?.hasSuffix("- From the right") == true
    }
  }
}

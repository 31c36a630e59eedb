import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What procon-tui does so that nothing is lost or done by mistake.
@Suite(.blocking) struct FullScreenGuardTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  private func startDraft(environment: [String: String] = [:]) throws -> any TerminalWindow {
    let window = try one.start(environment: environment)
    try window.press("Enter", "o", "n")
    try window.wait(for: "cannot be saved yet")
    return window
  }

  @Test func `q asks before it leaves a draft`() throws {
    let window = try startDraft()
    try window.press("e")
    try window.type("Half")
    try window.press("Enter", "q")
    try window.wait(for: "Leave without saving what you typed? [y/N]")
    try window.press("n")
    try window.wait(for: "Title: Half")
    try window.press("q", "y")
    try window.wait(for: "end 0")
  }

  @Test func `in a window that is too small, keys change nothing`() throws {
    let window = try one.startBoard()
    try window.resize(columns: 30, rows: 9)
    try window.wait(for: "procon-tui needs")
    try window.press("d", "y", "j")
    try window.resize(columns: 80, rows: 24)
    try window.wait(for: "👍 Pros (4)")
    try window.wait(for: "pro 1 · ")
    try window.resize(columns: 30, rows: 9)
    try window.wait(for: "procon-tui needs")
    try window.press("q")
    try window.wait(for: "end 0")
  }

  @Test func `Ctrl-L keeps what is being edited`() throws {
    let window = try one.startBoard()
    try window.press("a")
    try window.type("half a sen")
    try window.press("C-l")
    try window.type("tence")
    try window.wait(for: "+ half a sentence")
    try window.press("Enter")
    try window.wait(for: "pro 5 · ")
  }

  @Test func `an editor that fails keeps what was written`() throws {
    let editor = one.user.directory.file("editor")
    try write("#!/bin/sh\necho written >> \"$1\"; exit 3\n", to: editor)
    let window = try startDraft(environment: ["EDITOR": "sh \(editor)"])
    try window.press("E")
    expect(try window.keptText(), equals: "written\n")
  }

  @Test func `a text from the editor that is refused is edited again`() throws {
    let editor = one.user.directory.file("editor")
    try write(
      """
      #!/bin/sh
      if [ -s "$1" ]; then printf 'short' > "$1"
      else head -c 200000 /dev/zero | tr '\\0' x > "$1"; fi

      """, to: editor)
    let window = try startDraft(environment: ["EDITOR": "sh \(editor)"])
    try window.press("E")
    try window.wait(for: "content must be at most")
    // The editor begins with what was refused: it is not empty.
    try window.press("E")
    try window.wait { $0.contains("short") }
  }

  @Test func `a refused parameter is shown at the field`() throws {
    let window = try one.startBoard()
    try window.press("a", "Enter")
    try window.wait { $0.contains { $0.contains("text must not be empty") } }
    try window.type("Fine")
    try window.wait { !$0.contains { $0.contains("text must not be empty") } }
    try window.press("Enter")
    try window.wait(for: "pro 5 · ")
  }
}

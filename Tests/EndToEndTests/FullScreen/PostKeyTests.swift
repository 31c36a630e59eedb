import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What the keys of posts and drafts do in procon-tui.
@Suite(.blocking) struct PostKeyTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  private func startPosts(environment: [String: String] = [:]) throws -> any TerminalWindow {
    let window = try one.start(environment: environment)
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    try window.press("o")
    try window.wait(for: "Posts: Artificial Intelligence")
    return window
  }

  @Test func `a draft is written, saved and read`() throws {
    let window = try startPosts()
    try window.wait(for: "There are no posts yet.")
    try window.press("n")
    try window.wait(for: "cannot be saved yet")
    try window.press("e")
    try window.type("Trial 人工")
    try window.press("Enter")
    try window.wait(for: "Title: Trial 人工")
    try window.press("c")
    try window.paste("It is faster.\nIt is louder.")
    try window.press("Enter")
    try window.wait(for: "s saves it")
    try window.press("s")
    try window.wait(for: "Trial 人工")
    try window.press("Enter")
    try window.wait { $0.contains("It is faster.") && $0.contains("It is louder.") }
    try window.press("Escape")
    try window.wait(for: "Trial 人工")
  }

  @Test func `a draft is discarded after a question`() throws {
    let window = try startPosts()
    try window.press("n")
    try window.wait(for: "cannot be saved yet")
    try window.press("e")
    try window.type("Half")
    try window.press("Enter")
    try window.wait(for: "Title: Half")
    try window.press("Escape")
    try window.wait(for: "Leave without saving what you typed? [y/N]")
    try window.press("n")
    try window.wait(for: "Title: Half")
    try window.press("x")
    try window.wait(for: "Discard what you typed? [y/N]")
    try window.press("y")
    try window.wait(for: "There are no posts yet.")
  }

  @Test func `a post is edited, and deleted after a question`() throws {
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.posts.write", #"{"title":"Old","content":"Words"}"#)
    let window = try startPosts()
    try window.wait(for: "Old")
    try window.press("Enter")
    try window.wait { $0[0] == "Old" && $0.contains("Words") }
    try window.press("e")
    try window.wait(for: "being edited")
    try window.press("e", "C-u")
    try window.type("New")
    try window.press("Enter")
    try window.wait(for: "Title: New")
    try window.press("s")
    try window.wait { !$0.contains { $0.contains("being edited") } && $0[0] == "New" }
    try window.press("D")
    try window.wait(for: "Are you sure you want to delete this post? [y/N]")
    try window.press("y")
    try window.wait(for: "There are no posts yet.")
  }

  @Test func `E edits the content in the user's editor`() throws {
    let editor = one.user.directory.file("editor")
    try write("#!/bin/sh\necho 'in the editor'; read x; echo \"typed $x\" >> \"$1\"\n", to: editor)
    let window = try startPosts(environment: ["EDITOR": "sh \(editor)"])
    try window.press("n")
    try window.wait(for: "cannot be saved yet")
    try window.press("E")
    try window.wait(for: "in the editor")
    expect(try !window.modes().reportsMouse)
    try window.type("by hand")
    try window.press("Enter")
    try window.wait(for: "typed by hand")
    try window.wait(for: "New post")
    expect(try window.modes().isAlternate)
    expect(try window.modes().reportsMouse)
  }

  @Test func `an editor that fails is reported`() throws {
    let window = try startPosts(environment: ["EDITOR": "false"])
    try window.press("n")
    try window.wait(for: "cannot be saved yet")
    try window.press("E")
    try window.wait(for: "the editor 'false' failed: it exited with status 1")
  }
}

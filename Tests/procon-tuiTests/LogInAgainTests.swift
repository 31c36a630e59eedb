import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// procon-tui with a daemon that asks for a login again after a lost connection.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct LogInAgainTests {
  private let user = TestUser()

  private func logIn(_ window: Tmux) throws {
    try window.wait(for: "Log in")
    try window.press("Enter")
    try window.type("ada")
    try window.press("Enter")
    try window.wait { $0[2].hasPrefix("Name:     ada") }
    try window.type("se cret")
    try window.press("Enter")
  }

  @Test func `what is typed is brought back after the login`() async throws {
    let server = try await SessionServer(requiresLogin: true)
    let window = try Tmux(user, "procon-tui --socket \(server.socket)")
    try logIn(window)
    try window.wait(for: "Topics (2)")
    try window.press("Enter", "o", "n", "e")
    try window.wait(for: "title:")
    try window.type("Trial")
    try window.press("Enter", "c")
    try window.type("It is faster.")
    try window.press("Enter")
    // The line is drawn before the field is closed.
    try window.wait { $0.contains("It is faster.") && $0.last?.hasPrefix("? keys  q quit") == true }
    expect(try window.lines().contains("Title: Trial"))
    await server.stop()
    try window.wait { $0[0].hasPrefix("Connection lost; trying again") }
    await onLoop { server.tokens = [] }
    try await server.listen()
    try window.wait(for: "Log in")
    try window.press("q")
    try window.wait(for: "Leave without what you typed before the connection was lost? [y/N]")
    try window.press("n")
    try logIn(window)
    try window.wait { $0.contains("Title: Trial") && $0.contains("It is faster.") }
    try window.press("s")
    try window.wait { $0[0].hasPrefix("Posts of ") && $0.contains("Trial") }
  }
}

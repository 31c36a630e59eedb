import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// procon-tui with a daemon whose sessions have a login and a scene that no client knows.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SceneTests {
  private let user = TestUser()

  private func start(
    _ server: SessionServer, columns: Int = 80, rows: Int = 24, until text: String
  ) throws -> Tmux {
    let window = try Tmux(
      user, columns: columns, rows: rows, "procon-tui --socket \(server.socket); echo end $?")
    try window.wait(for: text)
    return window
  }

  // MARK: Login

  @Test(arguments: [(80, 24), (40, 10), (200, 60)])
  func `a user logs in with a name and a password, which is not shown`(
    columns: Int, rows: Int
  ) async throws {
    let server = try await SessionServer(requiresLogin: true)
    let window = try start(server, columns: columns, rows: rows, until: "Log in")
    try window.press("e")
    try window.type("ada")
    try window.press("Enter")
    try window.wait { $0[2].hasPrefix("Name:     ada") && $0.last?.hasPrefix("Enter") == true }
    try window.type("wrong one")
    try window.press("Enter")
    try window.wait {
      $0.contains("Wrong name or password.") && $0.last?.hasPrefix("? keys  q quit") == true
    }
    expect(try !window.lines().contains { $0.contains("wrong one") })
    try window.press("Enter", "Enter")
    try window.paste("se cret")
    try window.press("Enter")
    try window.wait(for: "Topics (2)")
    expect(server.logIns.events, equals: ["ada/wrong one/", "ada/se cret/"])
  }

  @Test func `the next connection logs in with the token`() async throws {
    let server = try await SessionServer(requiresLogin: true)
    let window = try start(server, until: "Log in")
    try window.press("Enter")
    try window.type("ada")
    try window.press("Enter")
    try window.type("se cret")
    try window.press("Enter")
    try window.wait(for: "Topics (2)")
    await server.stop()
    try window.wait { $0[0].hasPrefix("Connection lost; trying again") }
    try await server.listen()
    try window.wait { $0[0].hasPrefix("Topics (2)") }
    expect(server.logIns.events, equals: ["ada/se cret/", "//token-0"])
  }

  // MARK: A scene that no client knows

  @Test(arguments: [(80, 24), (40, 10), (200, 60)])
  func `a scene of another kind shows its boxes and its intents`(
    columns: Int, rows: Int
  ) async throws {
    let server = try await SessionServer()
    let window = try start(server, columns: columns, rows: rows, until: "Topics (2)")
    await onLoop { server.session?.push(.poll) }
    try window.wait { $0[0] == "A poll in the hall" }
    try window.wait { $0.contains { $0.hasPrefix("vote ") } }
    expect(try window.lines().contains { $0.hasPrefix("bell") && $0.hasSuffix("quiet") })
    if rows > 10 {
      expect(try window.lines().contains { $0.hasPrefix("Tea") || $0.contains("Tea") })
    }
    await onLoop { server.session?.dismiss() }
    try window.wait { $0[0].hasPrefix("Topics (2)") }
  }

  @Test func `its intents ask for their parameters, and a wrong text is refused at the field`()
    async throws
  {
    let server = try await SessionServer()
    let window = try start(server, until: "Topics (2)")
    await onLoop { server.session?.push(.poll) }
    try window.wait { $0[0] == "A poll in the hall" }
    try window.wait { $0.contains { $0.hasPrefix("vote ") } }
    let menu = try window.lines().drop { !$0.hasPrefix("vote ") && !$0.hasPrefix("ring ") }
    let place = try require(menu.firstIndex { $0.hasPrefix("vote ") })
    for _ in menu.startIndex..<place { try window.press("j") }
    try window.press("Enter")
    try window.wait(for: "option: ")
    try window.type("many")
    try window.press("Enter")
    try window.wait(for: "option must be")
    try window.press("C-u")
    try window.type("1")
    try window.press("Enter")
    try window.wait(for: "weight: ")
    try window.type("2")
    try window.press("Enter")
    try window.wait(for: "secret: ")
    try window.press("Enter")
    try window.wait(for: "? keys")
    expect(await onLoop { server.session?.votes(for: 1) }, equals: 5)
    try window.wait { $0.contains { $0.contains("Tea") && $0.contains("5") } }
  }
}

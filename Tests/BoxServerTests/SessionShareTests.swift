import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// What users share: the number of sessions, and what they hold.
@Suite(.enabled(if: LoopThread.isRunning)) struct SessionShareTests {
  @LoopActor
  private final class Client {
    private let fixture = SubscriberFixture()
    private(set) var session: Session?

    /// - Throws: `RequestError` if there is no room for its session.
    init(_ user: UInt32, _ registry: Registry) throws(RequestError) {
      let caller = Caller(
        credentials: PeerCredentials(processID: 1, userID: user, groupID: user))
      session = try registry.sessions.make(registry, for: caller, fixture.subscriber)
    }

    func leave(_ registry: Registry) {
      if let session { registry.sessions.end(session) }
      session = nil
    }
  }

  @LoopActor
  private static func registry(_ change: (inout ServerLimits) -> Void) -> Registry {
    var limits = ServerLimits()
    change(&limits)
    let registry = Registry(server: "test 1", limits: limits)
    registry.configure(SessionScene<Int>("session.empty")) { _ in [] }
    return registry
  }

  @Test(arguments: [
    (69, 69, true), (70, 9, true), (70, 10, false), (79, 9, true), (79, 10, false), (80, 0, false),
  ])
  func `the last eighth is for users who have less than that`(count: Int, own: Int, hasRoom: Bool) {
    expect(ServerLimits.hasRoom(count, own: own, most: 80), equals: hasRoom)
  }

  @Test @LoopActor func `the last eighth of the sessions is reserved for other users`() throws {
    let registry = Self.registry { $0.sessions = 16 }
    var clients = try (0..<14).map { _ in try Client(7, registry) }
    #expect(throws: RequestError.self) { try Client(7, registry) }
    clients += [try Client(8, registry), try Client(9, registry)]
    #expect(throws: RequestError.self) { try Client(10, registry) }
    expect(registry.sessionCount, equals: 16)
    clients[0].leave(registry)
    clients[1].leave(registry)
    #expect(throws: RequestError.self) { try Client(7, registry) }
    clients[2].leave(registry)
    clients.append(try Client(7, registry))
    for client in clients.dropFirst(3) { client.leave(registry) }
    expect(registry.sessionCount, equals: 0)
    #expect(throws: Never.self) { try (0..<14).map { _ in try Client(7, registry) } }
  }

  @Test @LoopActor func `those behind a gateway count as users of their own`() throws {
    let registry = Self.registry { $0.sessions = 16 }
    let clients = try (0..<14).map { _ in try Client(7, registry) }
    for client in clients[..<2] { try client.session?.forward(for: "ada") }
    // Another time changes nothing.
    try clients[0].session?.forward(for: "ada")
    #expect(throws: RequestError.self) { try Client(7, registry) }
    let others = [try Client(8, registry), try Client(9, registry)]
    // Who is behind another gateway is somebody else, whatever the name.
    try others[0].session?.forward(for: "ada")
    #expect(throws: RequestError.self) { try clients[3].session?.forward(for: "ada") }
    for client in clients + others { client.leave(registry) }
    expect(registry.sessionCount, equals: 0)
  }

  @Test @LoopActor func `the last eighth of their bytes is reserved for other users`() throws {
    let registry = Self.registry { $0.sessionBytes = 800 }
    let value = JSONText(String(repeating: "x", count: 48))
    let text = Parameters([Parameters.Member(name: "text", value: value)])
    let (one, other) = (try Client(7, registry), try Client(8, registry))
    let sessions = registry.sessions
    sessions.add(650, of: .user(7))
    try sessions.checkRoom(for: text, .user(7))
    sessions.add(50, of: .user(7))
    #expect(throws: RequestError.self) { try sessions.checkRoom(for: text, .user(7)) }
    try sessions.checkRoom(for: text, .user(8))
    sessions.add(90, of: .user(8))
    #expect(throws: RequestError.self) { try sessions.checkRoom(for: text, .user(8)) }
    sessions.add(-700, of: .user(7))
    try sessions.checkRoom(for: text, .user(7))
    try sessions.checkRoom(for: text, .user(8))
    one.leave(registry)
    other.leave(registry)
  }
}

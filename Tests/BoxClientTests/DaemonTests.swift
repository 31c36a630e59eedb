import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct DaemonTests {
  private static let short = Backoff(
    first: .milliseconds(1), longest: .milliseconds(1), total: .milliseconds(5))

  @LoopActor
  @Test func `calls are answered in the daemon's order`() async throws {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    let first = Task { try await daemon.call("first") }
    try await scripted.requests.wait(count: 1)
    let second = Task { try await daemon.call("second", ["x": 1]) }
    expect(try await scripted.requests.wait(count: 2), equals: ["first {}", #"second {"x":1}"#])
    scripted.answer(.success(2))
    expect(try await second.value, equals: 2)
    scripted.answer(.success(1), back: 1)
    expect(try await first.value, equals: 1)
    expect(scripted.connections.events.count, equals: 1)
  }

  @LoopActor
  @Test func `each request is sent as the protocol defines it`() async throws {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    let state = #"{"epoch":"e","revision":7,"boxes":{"shared.a":{"n":1},"shared.b":null}}"#
    let revision = JSONText(members: [("revision", 8)])
    let get = Task { try await daemon.get("shared.a") }
    try await scripted.requests.wait(count: 1)
    scripted.answer(.success(try JSONText(parsing: state.utf8)))
    expect(try await get.value["n"], equals: 1)
    let all = Task { try await daemon.get(matching: "shared.*", "daemon.info") }
    try await scripted.requests.wait(count: 2)
    scripted.answer(.success(try JSONText(parsing: state.utf8)))
    expect(try await all.value.values.map(\.path), equals: ["shared.a", "shared.b"])
    let set = Task {
      try await daemon.set("shared.a", to: ["n": 1.5], ifRevision: 4, ttl: .seconds(60))
    }
    try await scripted.requests.wait(count: 3)
    scripted.answer(.success(revision))
    expect(try await set.value, equals: 8)
    let delete = Task { try await daemon.delete("shared.a", ifRevision: 8) }
    try await scripted.requests.wait(count: 4)
    scripted.answer(.success(revision))
    expect(try await delete.value, equals: 8)
    let path = try require(Path("shared.b"))
    let several = Task { try await daemon.set([SetBox(box: path, value: 1)]) }
    try await scripted.requests.wait(count: 5)
    scripted.answer(.success(revision))
    expect(try await several.value, equals: 8)
    let gone = Task { try await daemon.delete([DeleteBox(box: path)]) }
    try await scripted.requests.wait(count: 6)
    scripted.answer(.success(revision))
    expect(try await gone.value, equals: 8)
    let ping = Task { try await daemon.ping() }
    expect(
      try await scripted.requests.wait(count: 7),
      equals: [
        #"get {"boxes":["shared.a"]}"#, #"get {"boxes":["shared.*","daemon.info"]}"#,
        #"set {"box":"shared.a","value":{"n":1.5},"ifRevision":4,"ttl":60.0}"#,
        #"delete {"box":"shared.a","ifRevision":8}"#,
        #"set {"changes":[{"box":"shared.b","value":1}]}"#,
        #"delete {"changes":[{"box":"shared.b"}]}"#, "ping {}",
      ])
    scripted.answer(.success(7))
    await #expect(throws: DaemonError.unexpected(7)) { try await ping.value }
  }

  @LoopActor
  @Test func `refused requests and invalid arguments throw`() async throws {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    let call = Task { try await daemon.call("a.b") }
    try await scripted.requests.wait(count: 1)
    let error = RequestError(.failed, "it is there", .reason("duplicate"))
    scripted.answer(.failure(error))
    await #expect(throws: DaemonError.refused(error)) { try await call.value }
    await #expect { try await daemon.set("no path", to: 1) } throws: { isRefusal($0, of: "box") }
    #expect { try daemon.subscribe(to: "no pattern") } throws: { isRefusal($0, of: "boxes") }
    #expect { try daemon.subscribe(to: "a", mode: .every, interval: .milliseconds(5)) } throws: {
      isRefusal($0, of: "interval")
    }
    expect(scripted.requests.events.count, equals: 1)
  }

  @LoopActor
  @Test func `the daemon decides how many patterns are too many`() async throws {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    let patterns = (0..<100).map { "a.b\($0)" }
    let subscription = try daemon.subscribe(to: patterns)
    expect(subscription.patterns.map(\.text), equals: patterns)
    let get = Task { try await daemon.get(matching: patterns) }
    expect(try await scripted.requests.wait(count: 1).first?.contains("a.b99"), equals: true)
    let error = RequestError.limit("patterns", "too many")
    scripted.answer(.failure(error))
    await #expect(throws: DaemonError.refused(error)) { try await get.value }
  }

  private func isRefusal(_ error: any Error, of member: String) -> Bool {
    guard case .refused(let error) = error as? DaemonError else { return false }
    return error.fact == .member(member)
  }

  @LoopActor
  @Test func `a call whose connection is lost is not sent again, but the next one is`() async throws
  {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    let lost = Task { try await daemon.call("lost") }
    try await scripted.requests.wait(count: 1)
    scripted.hangUp()
    await #expect(throws: DaemonError.lost(.ended)) { try await lost.value }
    let next = Task { try await daemon.call("next") }
    expect(try await scripted.requests.wait(count: 2), equals: ["lost {}", "next {}"])
    scripted.answer(.success(1))
    expect(try await next.value, equals: 1)
  }

  @LoopActor
  @Test func `calls that wait for a daemon to return share one connection`() async throws {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    try await goAway(scripted, from: daemon)
    let answers = Journal<JSONText>()
    let calls = (1...20).map { number in
      Task { answers.note(try await daemon.call("call\(number)")) }
    }
    await Task.yield()
    try scripted.listen()
    let requests = try await scripted.requests.wait(count: 21)
    expect(Set(requests).count, equals: 21)
    expect(scripted.connections.events.count, equals: 2)
    for back in 0..<20 { scripted.answer(.success(JSONText(back)), back: back) }
    for call in calls { try await call.value }
    expect(answers.events.count, equals: 20)
  }

  @LoopActor
  @Test func `a daemon that stays away is reported, and so is one that never existed`()
    async throws
  {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: DaemonPlace(scripted.path), backoff: Self.short)
    try await goAway(scripted, from: daemon)
    let nobody = ConnectError.nobodyListens(place: scripted.path)
    await #expect(throws: DaemonError.unreachable(nobody)) { try await daemon.call("ping") }
    await #expect(throws: nobody) { try await Daemon.connect(to: scripted.path) }
  }

  @LoopActor
  @Test func `cancelling a call while the daemon is away stops only that call`()
    async throws
  {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    try await goAway(scripted, from: daemon)
    let patient = Task { try await daemon.call("patient") }
    let impatient = Task { try await daemon.call("impatient") }
    impatient.cancel()
    await #expect(throws: DaemonError.cancelled) { try await impatient.value }
    try scripted.listen()
    try await scripted.requests.wait { $0.contains("patient {}") }
    scripted.answer(.success(1))
    expect(try await patient.value, equals: 1)
  }

  @LoopActor
  @Test func `closing fails calls that wait for an answer or for a daemon`() async throws {
    let scripted = try ScriptedDaemon()
    let daemon = try await Daemon.connect(to: scripted.path)
    let call = Task { try await daemon.call("call") }
    try await scripted.requests.wait(count: 1)
    daemon.close()
    await #expect(throws: DaemonError.lost(.closed)) { try await call.value }
    await #expect(throws: DaemonError.lost(.closed)) { try await daemon.call("late") }
    let away = try await Daemon.connect(to: scripted.path)
    try await goAway(scripted, from: away)
    let waiting = Task { try await away.call("waiting") }
    await Task.yield()
    away.close()
    await #expect(throws: DaemonError.lost(.closed)) { try await waiting.value }
  }

  @LoopActor
  @Test func `a server that is not a daemon is reported`() async throws {
    let scripted = try ScriptedDaemon()
    scripted.words = "220 mail.example.org\n"
    await #expect(throws: ConnectError.noDaemon(place: scripted.path)) {
      _ = try await Daemon.connect(to: scripted.path)
    }
  }

  /// Stops the daemon, and returns when its client has noticed.
  @LoopActor
  private func goAway(_ scripted: ScriptedDaemon, from daemon: Daemon) async throws {
    let count = scripted.requests.events.count
    let call = Task { try await daemon.call("lost") }
    try await scripted.requests.wait(count: count + 1)
    scripted.stop()
    scripted.hangUp()
    await #expect(throws: DaemonError.lost(.ended)) { try await call.value }
  }
}

import BoxClient
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// The library with the real daemon of this build.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct LiveTests {
  @LoopActor
  @Test func `one program sees what another one sets`() async throws {
    let procond = try await onOwnThread { try DaemonProcess() }
    let daemon = try await Daemon.connect(to: procond.socket)
    let subscription = try daemon.subscribe(to: "shared.**", "topics.ai.summary")
    for try await event in subscription { if case .synced = event { break } }
    expect(subscription.mirror["topics.ai.summary"]?["pros"]?.integer, equals: 4)
    let revision = try await daemon.set("shared.greeting", to: ["text": "hello", "times": 2])
    guard case .changed(let boxes) = try await subscription.next() else {
      Issue.record("no change")
      return
    }
    expect(boxes.revision, equals: revision)
    expect(boxes["shared.greeting"], equals: ["text": "hello", "times": 2])
    expect(try await daemon.get("shared.greeting")["text"]?.string, equals: "hello")
    try await daemon.call("topics.ai.pros.add", ["text": "Typed"])
    let state = try await daemon.get(matching: "topics.ai.*.items", "topics.ai.summary")
    expect(state["topics.ai.summary"]?["pros"], equals: 5)
    expect(try await daemon.delete("shared.greeting") > revision)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a request that the daemon refuses throws the daemon's error`() async throws {
    let procond = try await onOwnThread { try DaemonProcess() }
    let daemon = try await Daemon.connect(to: procond.socket)
    let codes: [(RequestError.Code, @LoopActor () async throws -> Void)] = [
      (.notFound, { _ = try await daemon.get("shared.none") }),
      (.noMethod, { try await daemon.call("topics.ai.pros.praise") }),
      (.failed, { try await daemon.call("topics.ai.pros.add", ["text": "No breaks"]) }),
      (.conflict, { try await daemon.set("shared.a", to: 1, ifRevision: 9) }),
      (.invalidParameters, { _ = try await daemon.get("topics.*.summary") }),
    ]
    for (code, body) in codes {
      await #expect {
        try await body()
      } throws: { error in
        guard case .refused(let error) = error as? DaemonError else { return false }
        return error.code == code.rawValue
      }
    }
    let subscription = Subscription(
      [Pattern("shared.a")!], mode: .every, interval: .milliseconds(5),
      connector: { _ in try await Connection.connect(to: procond.socket) })
    await #expect {
      for try await _ in subscription {}
    } throws: { error in
      guard case .refused(let error) = error as? SubscriptionError else { return false }
      return error.fact == .member("interval")
    }
    expect(try await subscription.next() == nil)
  }

  /// Sets 100 boxes in turn, 10,000 times: more in total than the kernel buffers between two
  /// processes.
  ///
  /// - Returns: the daemon's revision afterwards.
  private static func setMany(_ procond: DaemonProcess) async throws -> Int {
    try await onOwnThread {
      let peer = try procond.connect()
      let text = String(repeating: "x", count: 300)
      for batch in 0..<100 {
        let sets = (0..<100).map { number in
          let value = #"{"number":\#(batch * 100 + number),"text":"\#(text)"}"#
          return #"{"method":"set","params":{"box":"shared.b\#(number)","value":\#(value)}}"#
        }
        try peer.send("[\(sets.joined(separator: ","))]")
      }
      return try peer.revision()
    }
  }

  /// A subscription that is in step, and its connection.
  @LoopActor
  private func inStep(
    with procond: DaemonProcess, mode: Subscribe.Mode
  ) async throws -> (Subscription, Connection) {
    let connections = Journal<Connection>()
    let subscription = Subscription(
      [Pattern("shared.**")!], mode: mode,
      connector: { _ in
        let connection = try await Connection.connect(to: procond.socket)
        connections.note(connection)
        return connection
      })
    for try await event in subscription { if case .synced = event { break } }
    return (subscription, try require(connections.events.first))
  }

  @LoopActor
  @Test func `a slow program gets the newest of 10,000 changes in few events`()
    async throws
  {
    let procond = try await onOwnThread { try DaemonProcess() }
    let (subscription, connection) = try await inStep(with: procond, mode: .latest)
    let last = try await Self.setMany(procond)
    expect(connection.heldBytes <= 2 * 65536 + 100_000)
    var (lines, merged) = (0, 0)
    while subscription.mirror.revision < last, let event = try await subscription.next() {
      guard case .changed(let boxes) = event else { continue }
      lines += 1
      merged += boxes.merged ?? 1
    }
    // The lines in the socket arrive one by one; the daemon merged the rest into one.
    expect(lines < 2_500)
    expect(merged, equals: 10_000)
    for number in 0..<100 {
      expect(subscription.mirror["shared.b\(number)"]?["number"]?.integer, equals: 9_900 + number)
    }
    subscription.cancel()
  }

  @LoopActor
  @Test func `in mode every, a program gets all 10,000 changes in order and never holds many`()
    async throws
  {
    let procond = try await onOwnThread { try DaemonProcess() }
    let (subscription, connection) = try await inStep(with: procond, mode: .every)
    let first = subscription.mirror.revision
    let last = try await Self.setMany(procond)
    var numbers: [Int] = []
    var mostHeld = connection.heldBytes
    while subscription.mirror.revision < last, let event = try await subscription.next() {
      guard case .changed(let boxes) = event else { continue }
      numbers += boxes.values.compactMap { $0.value["number"]?.integer }
      mostHeld = max(mostHeld, connection.heldBytes)
    }
    expect(numbers, equals: Array(0..<10_000))
    expect(last, equals: first + 10_000)
    expect(mostHeld <= 2 * 65536 + 1024)
    subscription.cancel()
  }

  @LoopActor
  @Test func `in mode every, a program that is too slow learns what it missed`() async throws {
    let procond = try await onOwnThread { try DaemonProcess() }
    let (subscription, _) = try await inStep(with: procond, mode: .every)
    // Together more than the daemon remembers.
    for _ in 1...5 { _ = try await Self.setMany(procond) }
    let last = try await Self.setMany(procond)
    var missed: Subscription.Missed?
    for try await event in subscription {
      if case .missed(let range) = event { missed = range }
      if case .synced = event { break }
    }
    expect(missed?.upTo, equals: last)
    expect(subscription.mirror["shared.b99"]?["number"]?.integer, equals: 9_999)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a consumer can make calls inside its loop, however many events are pending`()
    async throws
  {
    let procond = try await onOwnThread { try DaemonProcess() }
    let daemon = try await Daemon.connect(to: procond.socket)
    let subscription = try daemon.subscribe(to: "shared.**")
    for try await event in subscription { if case .synced = event { break } }
    let last = try await Self.setMany(procond)
    var calls = 0
    for try await event in subscription {
      guard case .changed = event else { continue }
      calls += 1
      expect(try await daemon.ping() >= last)
      if subscription.mirror.revision >= last { break }
    }
    expect(calls > 1)
    subscription.cancel()
  }

  @LoopActor
  @Test func `each change is delivered once over a connection that is cut 100 times`() async throws
  {
    let procond = try await onOwnThread { try DaemonProcess() }
    let path = procond.directory.file("proxy.sock")
    let subscription = Subscription(
      [Pattern("shared.**")!], mode: .every, backoff: quick,
      connector: { _ in try await Connection.connect(to: path) })
    let delivered = Journal<String>()
    consume(subscription) { event in
      switch event {
      case .success(.changed(let boxes)): delivered.note("\(boxes.json)")
      case .success(.missed), .failure: delivered.note(text(event))
      default: break
      }
    }
    let sets = try await onOwnThread { try Self.cutOften(procond, through: path) }
    try await delivered.wait { $0.last?.contains("shared.end") == true }
    expect(delivered.events, equals: sets.map(\.json))
    subscription.cancel()
  }

  /// Sets and deletes boxes while a subscriber's connection is cut 100 times, at arbitrary bytes.
  private static func cutOften(
    _ procond: DaemonProcess, through path: String
  ) throws -> [SharedChange] {
    let setter = try SharedSetter(procond, SeededGenerator(seed: 11))
    try setter.setNext()
    let proxy = try CuttingProxy(at: path, to: procond.socket)
    try proxy.cutOften(while: setter)
    return setter.changes
  }
}

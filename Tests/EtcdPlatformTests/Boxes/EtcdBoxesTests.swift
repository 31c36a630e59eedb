import BoxWire
import DomainTestSupport
import EtcdTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

/// Boxes in a cluster that programs share.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(5))) struct EtcdBoxesTests {
  /// The boxes of a prefix, and what was reported of them.
  @LoopActor
  private final class Reader {
    let boxes: EtcdBoxes
    private(set) var values: [String: JSONText] = [:]
    /// The revision of each step, and what it has changed.
    private(set) var steps: [Int: [String]] = [:]
    private(set) var faults: [String: String] = [:]
    private(set) var obstacle: String?

    init(_ cluster: EtcdCluster, _ prefix: String) {
      boxes = EtcdBoxes(
        cluster, prefix: prefix, now: { GatewayContract.start }, isName: { !$0.contains("/") })
      boxes.report = { [unowned self] in follow($0) }
    }

    private func follow(_ news: EtcdBoxNews) {
      switch news {
      case .all(let all):
        values = [:]
        for box in all { values[box.name] = box.value }
      case .step(let changed, let revision):
        steps[revision] = changed.map(\.name)
        for box in changed { values[box.name] = box.value }
      case .obstacle(let new): obstacle = new
      case .faults(let new): faults = new
      }
    }

    func wait(_ isExpected: (Reader) -> Bool) async throws {
      let deadline = Deadline()
      while !isExpected(self) {
        if deadline.hasPassed { throw DeadlinePassed(soFar: "\(values), \(faults)") }
        await Pause.wait(for: .milliseconds(10))
      }
    }

    func make(_ changes: EtcdBoxChange...) async throws(EtcdBoxesError) -> Int {
      try await boxes.make(changes)
    }
  }

  @LoopActor
  private func reader(_ stage: EtcdStage) async throws -> Reader {
    let reader = Reader(try stage.cluster(), stage.prefix)
    try await reader.boxes.load()
    return reader
  }

  @LoopActor
  private func end(_ readers: Reader...) {
    for reader in readers { reader.boxes.close() }
  }

  @Test @LoopActor
  func `what one program sets, all have, in the same revision`() async throws {
    let stage = try await EtcdStage()
    let (one, two) = (try await reader(stage), try await reader(stage))
    let revision = try await one.make(
      EtcdBoxChange(name: "a", value: 1), EtcdBoxChange(name: "b.c", value: ["x": 2]))
    expect(one.values, equals: ["a": 1, "b.c": ["x": 2]])
    expect(one.steps, equals: [revision: ["a", "b.c"]])
    let next = try await two.make(
      EtcdBoxChange(name: "a", value: nil), EtcdBoxChange(name: "d", value: "text"))
    expect(two.values, equals: ["b.c": ["x": 2], "d": "text"])
    expect(two.steps, equals: [revision: ["a", "b.c"], next: ["a", "d"]])
    try await one.wait { $0.steps[next] != nil }
    let three = try await reader(stage)
    expect(three.values, equals: two.values)
    let cluster = try stage.cluster()
    // Each change has a name, by which it is recognised if its answer is lost.
    expect(try await cluster.list(stage.prefix + "attempt").pairs.map(\.modified), equals: [next])
    let pair = try await cluster.list(stage.prefix + "boxes/d").pairs.first
    expect(pair?.value, equals: Array(#""text""#.utf8))
    end(one, two, three)
    cluster.close()
  }

  @Test @LoopActor
  func `of conditional changes at once, one is made`() async throws {
    let stage = try await EtcdStage()
    let readers = [try await reader(stage), try await reader(stage), try await reader(stage)]
    for round in 0..<10 {
      var made: [Int] = []
      var tasks: [Task<Void, Never>] = []
      for (number, reader) in readers.enumerated() {
        tasks.append(
          LoopActor.task {
            let change = EtcdBoxChange(
              name: "lock\(round)", value: JSONText(number), expected: .asReported)
            if (try? await reader.make(change)) != nil { made.append(number) }
          })
      }
      for task in tasks { await task.value }
      expect(made.count, equals: 1)
      for reader in readers {
        try await reader.wait { $0.values["lock\(round)"]?.integer == made.first }
      }
    }
    for reader in readers { end(reader) }
  }

  @Test @LoopActor
  func `a refused change is answered once it is known what was changed before`() async throws {
    let stage = try await EtcdStage()
    let (one, cluster) = (try await reader(stage), try stage.cluster())
    _ = try await one.make(EtcdBoxChange(name: "a", value: 1))
    try await cluster.make(.put(key: "\(stage.prefix)boxes/a", value: Array("7".utf8)))
    let change = EtcdBoxChange(name: "a", value: 2, expected: .asReported)
    if one.values["a"] == 1 {
      await #expect(throws: EtcdBoxesError.changed) { try await one.make(change) }
      expect(one.values["a"], equals: 7)
    }
    _ = try await one.make(change)
    let absent = EtcdBoxChange(name: "b", value: nil, expected: .present)
    await #expect(throws: EtcdBoxesError.changed) { try await one.make(absent) }
    end(one)
    cluster.close()
  }

  @Test @LoopActor
  func `a box with a time to live expires in time, also if its daemon does not live`()
    async throws
  {
    let stage = try await EtcdStage()
    let (one, two) = (try await reader(stage), try await reader(stage))
    _ = try await one.make(
      EtcdBoxChange(name: "short", value: 1, timeToLive: .milliseconds(300)),
      EtcdBoxChange(name: "long", value: 1, timeToLive: .seconds(1)))
    let start = MonotonicTime.now
    try await two.wait { $0.values["short"] == nil && !$0.steps.isEmpty }
    // Before the lease, which has whole seconds.
    expect(start.duration(to: .now) < .seconds(1))
    _ = try await one.make(
      EtcdBoxChange(name: "left", value: 1, timeToLive: .seconds(1)),
      EtcdBoxChange(name: "kept", value: 1, timeToLive: .seconds(1)))
    end(one)
    _ = try await two.make(EtcdBoxChange(name: "kept", value: 2))
    try await two.wait { $0.values == ["kept": 2] }
    end(two)
  }

  @Test @LoopActor
  func `changes are sent once more if a lease has ended before they were made`() async throws {
    let stage = try await EtcdStage()
    let (reader, cluster) = (try await reader(stage), try stage.cluster())
    let change = EtcdBoxChange(name: "a", value: 1, timeToLive: .seconds(60))
    var sent: [Int] = []
    /// Ends the leases of the first attempts before it makes the change.
    func make(endsLeases attempts: Int) async throws(EtcdError) -> EtcdOutcome {
      try await reader.boxes.withLeases(for: [change]) { leases throws(EtcdError) in
        let lease = leases[.seconds(60)] ?? 0
        sent.append(try await cluster.keepAlive(lease: lease))
        if sent.count <= attempts { try await cluster.revoke(lease: lease) }
        let put = EtcdTransaction.Change.put(
          key: stage.prefix + "boxes/a", value: Array("1".utf8), lease: lease)
        return try await cluster.commit(EtcdTransaction(conditions: [], changes: [put]))
      }
    }
    guard case .made = try await make(endsLeases: 1) else { throw EtcdCluster.Refused() }
    expect(sent, equals: [60, 70])
    sent = []
    await #expect(throws: EtcdError.leaseEnded) { try await make(endsLeases: 2) }
    expect(sent, equals: [60, 70])
    try await reader.wait { $0.values == ["a": 1] }
    end(reader)
    cluster.close()
  }

  @Test @LoopActor
  func `leases that nothing needs any longer are ended`() async throws {
    let stage = try await EtcdStage()
    let reader = try await reader(stage)
    func leases() async throws -> Int {
      let all = try await stage.members.control(["lease", "list"])
      return all.split(separator: "\n").count - 1
    }
    let before = try await leases()
    for _ in 0..<3 {
      _ = try await reader.make(
        EtcdBoxChange(name: "a", value: 1, timeToLive: .seconds(3600)),
        EtcdBoxChange(name: "b", value: 1, timeToLive: .seconds(3600)))
    }
    let refused = EtcdBoxChange(
      name: "none", value: nil, expected: .present, timeToLive: .seconds(60))
    await #expect(throws: EtcdBoxesError.changed) { try await reader.make(refused) }
    let deadline = Deadline()
    // Other tests may have some, too.
    while try await leases() > before + 5, !deadline.hasPassed {
      await Pause.wait(for: .milliseconds(50))
    }
    _ = try await reader.make(
      EtcdBoxChange(name: "a", value: 1), EtcdBoxChange(name: "b", value: nil))
    expect(reader.values, equals: ["a": 1])
    end(reader)
  }

  @Test @LoopActor
  func `at most 128 changes are made at once`() async throws {
    let stage = try await EtcdStage()
    let reader = try await reader(stage)
    let changes = (1...129).map { EtcdBoxChange(name: "box\($0)", value: JSONText($0)) }
    for count in [127, 128] {
      _ = try await reader.boxes.make(Array(changes.prefix(count)))
      expect(reader.values.count, equals: count)
    }
    let tooMany = await #expect(throws: EtcdBoxesError.self) {
      try await reader.boxes.make(changes)
    }
    expect(tooMany.map { "\($0)" }?.hasPrefix("tooMany("), equals: true)
    let large = JSONText(String(repeating: "x", count: 1_600_000))
    let tooLarge = await #expect(throws: EtcdBoxesError.self) {
      try await reader.make(EtcdBoxChange(name: "large", value: large))
    }
    expect(tooLarge.map { "\($0)" }?.hasPrefix("tooLarge("), equals: true)
    end(reader)
  }

  @Test @LoopActor
  func `what is not a box is left out and reported until it is mended`() async throws {
    let stage = try await EtcdStage()
    let (one, cluster) = (try await reader(stage), try stage.cluster())
    let prefix = stage.prefix
    _ = try await one.make(EtcdBoxChange(name: "a", value: 1))
    try await cluster.make(
      .put(key: "\(prefix)boxes/a", value: Array("{1".utf8)),
      .put(key: "\(prefix)boxes/x/y", value: Array("1".utf8)),
      .put(key: "\(prefix)other", value: Array("1".utf8)),
      .put(key: "\(prefix)boxes/b", value: Array(" [ 1,\n2 ] ".utf8)))
    try await one.wait { $0.values["b"] != nil }
    for reader in [one, try await reader(stage)] {
      expect(reader.values, equals: ["b": [1, 2]])
      expect(reader.faults.keys.sorted(), equals: ["\(prefix)boxes/a", "\(prefix)boxes/x/y"])
      expect(reader.faults["\(prefix)boxes/a"]?.hasPrefix("is not JSON: "), equals: true)
    }
    // It is still what was reported last.
    _ = try await one.make(EtcdBoxChange(name: "a", value: 2, expected: .asReported))
    try await cluster.make(.delete(key: "\(prefix)boxes/x/y"))
    try await one.wait { $0.faults.isEmpty }
    expect(one.values, equals: ["a": 2, "b": [1, 2]])
    end(one)
    cluster.close()
  }

  @Test @LoopActor
  func `a reader that misses steps gets everything there is`() async throws {
    let members = try await EtcdMembers(1)
    let one = Reader(try EtcdCluster(members), "/procon/")
    try await one.boxes.load()
    _ = try await one.make(EtcdBoxChange(name: "a", value: 1), EtcdBoxChange(name: "b", value: 1))
    members.freeze(0)
    try await one.wait { $0.obstacle != nil }
    expect(one.values, equals: ["a": 1, "b": 1])
    members.thaw(0)
    try await one.wait { $0.obstacle == nil }
    members.kill(0)
    try await one.wait { $0.obstacle?.contains("the cluster is not available") == true }
    let error = await #expect(throws: EtcdBoxesError.self) {
      try await one.make(EtcdBoxChange(name: "a", value: 2))
    }
    expect(error.map { "\($0)" }?.contains("unavailable(reason:"), equals: true)
    try await members.restart(0)
    try await one.wait { $0.obstacle == nil }
    _ = try await one.make(EtcdBoxChange(name: "c", value: 3))
    end(one)
  }
}

import BoxWire
import BoxWireTestSupport
import EtcdTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What clients of three daemons see of boxes and of a board while members of the cluster fail.
@Suite(.blocking, .long, .serialized, .timeLimit(.minutes(240))) struct EtcdFaultTests {
  /// Lets a client of each daemon work while members fail.
  ///
  /// - Returns: what the clients did and saw, and sentences about what cannot be.
  private func history(
    faults: Int, isCareful: Bool = true
  ) async throws -> (history: ClusterHistory, faults: [String]) {
    let members = try await EtcdMembers(3, areProxied: true)
    let files = (0..<3).map { _ in ServiceFiles() }
    // At first, each daemon follows another member.
    for (first, files) in files.enumerated() {
      try files.configure(
        members.boxes("fleet", prefix: "/fleet/", first: first) + ","
          + members.mount("team", prefix: "/team/", first: first))
    }
    let daemons = try files.map { try $0.start() }
    let title = try daemons[0].connect().call("team.create", #"{"title":"What holds?"}"#)
    expect("team.\(title["result", "id"]?.string ?? "")", equals: ClusterClient.topic)
    for daemon in daemons {
      try BoxFollower("team.**", of: daemon).wait(for: "\(ClusterClient.topic).pros.items") { _ in
        true
      }
    }
    let progress = daemons.map { _ in ClientProgress() }
    let clients = daemons.indices.map { number in
      let (socket, progress) = (daemons[number].socket, progress[number])
      return Task {
        try await onOwnThread {
          do {
            return try ClusterClient(number, socket, progress, isCareful: isCareful).run()
          } catch {
            progress.fail()
            throw error
          }
        }
      }
    }
    defer {
      for progress in progress {
        progress.finish()
        progress.end()
      }
    }
    poll(nil, 0, 1000)
    for number in 0..<faults where !progress.contains(where: \.hasFailed) {
      try await fail(Fault.allCases[number % Fault.allCases.count], members, progress)
      let newest = progress.map(\.revision).max() ?? 0
      try waitUntil("changes of all clients are made") {
        progress.allSatisfy { $0.hasFailed || $0.revision > newest }
      }
    }
    for progress in progress { progress.finish() }
    // A client that has failed says why.
    for (progress, client) in zip(progress, clients) where progress.hasFailed {
      _ = try await client.value
    }
    try waitUntil("all daemons show the same in the end") {
      let states = try daemons.map { daemon in
        let answer = try daemon.connect().call(
          "get", #"{"boxes":["fleet.boxes.*","\#(ClusterClient.topic).pros.items"]}"#)
        // Boxes are in order of their last change, and two mounts follow the cluster independently.
        return Dictionary(uniqueKeysWithValues: answer["result", "boxes"]?.members ?? [])
      }
      return !states[0].isEmpty && states.allSatisfy { $0 == states[0] }
    }
    for progress in progress { progress.end() }
    var (history, faults) = (ClusterHistory(), [String]())
    for client in clients {
      let result = try await client.value
      history.changes += result.history.changes
      history.reads += result.history.reads
      history.views += result.history.views
      faults += result.faults
    }
    for daemon in daemons { expect(try daemon.terminate(), equals: .exited(0)) }
    return (history, faults)
  }

  /// What happens to a member.
  private enum Fault: CaseIterable {
    case killed
    case frozenWhileCompacted
    case heldBack
    case frozen
    case cutOff
  }

  private func fail(
    _ fault: Fault, _ members: EtcdMembers, _ progress: [ClientProgress]
  ) async throws {
    let member = Int.random(in: 0..<3)
    func pause(atMost milliseconds: Int) {
      poll(nil, 0, Int32.random(in: 100...Int32(milliseconds)))
    }
    let longest = TestLength.size(2000, long: 4000)
    switch fault {
    case .killed:
      members.kill(member)
      pause(atMost: longest)
      try await members.restart(member)
    case .frozenWhileCompacted:
      // Without an election, the others go on.
      let follower = (try await members.leader() + Int.random(in: 1...2)) % 3
      let before = progress.map(\.revision).max() ?? 0
      members.freeze(follower)
      try waitUntil("the others have made changes") {
        progress.contains(where: \.hasFailed) || progress.map(\.revision).sorted()[1] > before + 20
      }
      // A daemon that follows this member has missed changes when it turns to another one. The other two
      // daemons have them.
      let revision = progress.map(\.revision).sorted()[1]
      try await members.compact(at: revision, through: (follower + 1) % 3)
      poll(nil, 0, 3000)
      members.thaw(follower)
    case .heldBack, .cutOff:
      members.cut(member, fault == .heldBack ? .hold : .drop)
      pause(atMost: longest)
      members.rejoin(member)
    case .frozen:
      members.freeze(member)
      pause(atMost: longest)
      members.thaw(member)
    }
  }

  @Test(arguments: [TestLength.size(20, long: 1000)])
  func `no acknowledged change is lost, doubled or out of order, and no reader goes back`(
    faults: Int
  ) async throws {
    let (history, found) = try await history(faults: faults)
    expect(history.changes.count > TestLength.size(10, long: 100) * faults)
    expect(history.reads.count > 10 * faults)
    // In a short run, there may be no daemon behind the cluster when it is compacted.
    expect(!TestLength.isLong || history.hasGaps)
    expect(history.violations() + found, equals: [])
  }

  @Test func `the check finds that conditions are missing`() async throws {
    let (history, _) = try await history(faults: 0, isCareful: false)
    expect(history.violations().contains { $0.contains("was to follow") })
  }
}

/// The check itself, with faults that are planted.
struct ClusterHistoryTests {
  private static let start = ContinuousClock.now

  private static func time(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  private func change(
    _ value: Int, _ times: ClosedRange<Int>, _ outcome: ClusterHistory.Change.Outcome,
    after predecessor: Int?? = nil
  ) -> ClusterHistory.Change {
    ClusterHistory.Change(
      client: 1, box: "a", value: value, predecessor: predecessor,
      start: Self.time(times.lowerBound), end: Self.time(times.upperBound), outcome: outcome)
  }

  private func read(_ value: Int?, at time: Int) -> ClusterHistory.Read {
    ClusterHistory.Read(client: 1, box: "a", value: value, time: Self.time(time))
  }

  private func view(_ values: Int...) -> [[ClusterHistory.Version]] {
    values.map { [ClusterHistory.Version(box: "a", value: $0)] }
  }

  /// Each daemon has published another part.
  private func history() -> ClusterHistory {
    ClusterHistory(
      changes: [
        change(1, 0...10, .made(revision: 5)),
        change(2, 5...30, .made(revision: 7), after: .some(3)),
        change(3, 20...25, .unknown), change(4, 20...25, .refused, after: .some(nil)),
      ],
      reads: [read(1, at: 12), read(3, at: 28), read(2, at: 31)],
      views: [view(1, 3), view(3, 2), view(1, 3, 2)])
  }

  @Test func `what is right has no violations`() {
    expect(history().violations(), equals: [])
  }

  @Test func `every planted fault is found`() {
    let faults: [(inout ClusterHistory) -> Void] = [
      // Published twice, lost, made although it was refused, and in other orders.
      { $0.views[0] += view(1) },
      { $0.views = [view(3), view(3, 2)] },
      { $0.views[0] += view(4) },
      { $0.views[2] = view(1, 2, 3) },
      { $0.views = [view(3, 1), view(1, 2)] },
      { $0.views = [view(1, 3, 9, 2)] },
      { $0.changes[1] = change(2, 5...30, .made(revision: 4), after: .some(3)) },
      { $0.changes[2] = change(3, 31...35, .unknown) },
      // Reads that go back: behind others, behind the client's own changes, and to what never was.
      { $0.reads.append(read(1, at: 40)) },
      { $0.reads.append(read(nil, at: 11)) },
      { $0.reads.append(read(99, at: 50)) },
    ]
    for (number, plant) in faults.enumerated() {
      var history = history()
      plant(&history)
      expect(!history.violations().isEmpty, "\(number)")
    }
  }
}

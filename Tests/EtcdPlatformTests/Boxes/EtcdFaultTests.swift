import BoxWire
import DomainTestSupport
import EtcdTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

/// What programs see of their boxes while members of the cluster fail.
@Suite(.enabled(if: LoopThread.isRunning), .serialized, .timeLimit(.minutes(240)))
struct EtcdFaultTests {
  /// A program that reads and changes boxes at random, and records it.
  @LoopActor
  private final class Client {
    let number: Int
    let boxes: EtcdBoxes
    private(set) var values: [String: Int] = [:]
    private(set) var history = BoxHistory()
    private var made = 0
    var isDone = false
    /// Whether conditional changes have conditions.
    private let isCareful: Bool

    init(_ number: Int, _ members: EtcdMembers, isCareful: Bool) throws {
      (self.number, self.isCareful) = (number, isCareful)
      boxes = EtcdBoxes(
        try EtcdCluster(members), prefix: "/procon/", now: { GatewayContract.start },
        isName: { _ in true })
      boxes.report = { [unowned self] in follow($0) }
    }

    private func follow(_ news: EtcdBoxNews) {
      switch news {
      case .all(let all):
        values = [:]
        for box in all { values[box.name] = box.value?.integer }
      case .step(let changed, let revision):
        for box in changed {
          values[box.name] = box.value?.integer
          guard let value = box.value?.integer else { continue }
          history.versions.append(.init(revision: revision, box: box.name, value: value))
        }
      case .obstacle, .faults: break
      }
    }

    func run() async {
      while !isDone {
        let box = "box\(Int.random(in: 1...3))"
        switch Int.random(in: 1...3) {
        case 1: await change(box, isConditional: false)
        case 2: await change(box, isConditional: true)
        default:
          history.reads.append(
            .init(client: number, box: box, value: values[box], time: .now))
        }
        // Other tests need the processors, too.
        await Pause.wait(for: .milliseconds(2))
      }
    }

    private func change(_ box: String, isConditional: Bool) async {
      made += 1
      let value = 1_000_000 * (number + 1) + made
      let (before, start) = (values[box], MonotonicTime.now)
      let outcome: BoxHistory.Change.Outcome
      do throws(EtcdBoxesError) {
        let isChecked = isConditional && isCareful
        outcome = .made(
          revision: try await boxes.make([
            EtcdBoxChange(
              name: box, value: JSONText(value), expected: isChecked ? .asReported : .anything)
          ]))
      } catch {
        outcome = error == .changed ? .refused : .unknown
      }
      history.changes.append(
        .init(
          client: number, box: box, value: value,
          predecessor: isConditional ? .some(before) : nil, start: start, end: .now,
          outcome: outcome))
    }
  }

  /// Lets three programs work while members fail.
  ///
  /// - Returns: what they did and saw; the order of the cluster is that which the first one has seen.
  @LoopActor
  private func history(
    faults: Int, isCareful: Bool = true
  ) async throws -> BoxHistory {
    let members = try await EtcdMembers(3)
    let clients = try (0..<3).map { try Client($0, members, isCareful: isCareful) }
    for client in clients { try await client.boxes.load() }
    let tasks = clients.map { client in LoopActor.task { await client.run() } }
    await Pause.wait(for: .seconds(1))
    for fault in 0..<faults {
      let member = Int.random(in: 0..<3)
      if fault.isMultiple(of: 2) {
        members.kill(member)
        await Pause.wait(for: .milliseconds(Int.random(in: 100...3000)))
        try await members.restart(member)
      } else {
        members.freeze(member)
        await Pause.wait(for: .milliseconds(Int.random(in: 100...4000)))
        members.thaw(member)
      }
      await Pause.wait(for: .milliseconds(Int.random(in: 100...2000)))
    }
    for client in clients { client.isDone = true }
    for task in tasks { await task.value }
    let deadline = Deadline()
    // What was last made, all have soon.
    while Set(clients.map(\.values)).count > 1 {
      if deadline.hasPassed { throw DeadlinePassed(soFar: "\(clients.map(\.values))") }
      await Pause.wait(for: .milliseconds(20))
    }
    var history = BoxHistory()
    history.versions = clients[0].history.versions
    for client in clients {
      history.changes += client.history.changes
      history.reads += client.history.reads
      client.boxes.close()
    }
    return history
  }

  @Test(arguments: [TestLength.size(2, long: 1000)])
  func `no acknowledged change is lost, doubled or out of order, and no reader goes back`(
    faults: Int
  ) async throws {
    let history = try await history(faults: faults)
    expect(history.changes.count > 100 * faults)
    expect(history.violations(), equals: [])
  }

  @Test func `the check finds that conditions are missing`() async throws {
    let history = try await history(faults: 0, isCareful: false)
    expect(history.violations().contains { $0.contains("was to follow") })
  }
}

/// The check itself, with faults that are planted.
struct BoxHistoryTests {
  private static func time(_ milliseconds: Int) -> MonotonicTime {
    start + .milliseconds(milliseconds)
  }

  private static let start = MonotonicTime.now

  private func change(
    _ value: Int, _ times: ClosedRange<Int>, _ outcome: BoxHistory.Change.Outcome,
    after predecessor: Int?? = nil
  ) -> BoxHistory.Change {
    BoxHistory.Change(
      client: 1, box: "a", value: value, predecessor: predecessor,
      start: Self.time(times.lowerBound), end: Self.time(times.upperBound), outcome: outcome)
  }

  private func read(_ value: Int?, at time: Int) -> BoxHistory.Read {
    BoxHistory.Read(client: 1, box: "a", value: value, time: Self.time(time))
  }

  private func history() -> BoxHistory {
    BoxHistory(
      changes: [
        change(1, 0...10, .made(revision: 5)),
        change(2, 5...30, .made(revision: 7), after: .some(3)),
        change(3, 20...25, .unknown), change(4, 20...25, .refused, after: .some(nil)),
      ],
      reads: [read(1, at: 12), read(3, at: 28), read(2, at: 31)],
      versions: [(5, 1), (6, 3), (7, 2)].map {
        BoxHistory.Version(revision: $0, box: "a", value: $1)
      })
  }

  @Test func `what is right has no violations`() {
    expect(history().violations(), equals: [])
  }

  @Test func `every planted fault is found`() {
    let faults: [(inout BoxHistory) -> Void] = [
      // Doubled, lost, made although it was refused, and before what was answered.
      { $0.versions.append(.init(revision: 8, box: "a", value: 3)) },
      { $0.versions.removeFirst() },
      { $0.versions.append(.init(revision: 8, box: "a", value: 4)) },
      { $0.versions.swapAt(0, 1) },
      { $0.versions.insert(.init(revision: 4, box: "a", value: 9), at: 2) },
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

import EtcdTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct EtcdFeedTests {
  private let prefix = uniquePrefix()

  @LoopActor
  @Test func `each revision is delivered once, as a whole and in order`() async throws {
    let cluster = try EtcdCluster(await .shared(), prefix: prefix)
    let (first, second) = ("\(prefix)a", "\(prefix)b")
    let start = try await cluster.revision()
    let created = try await cluster.make(.put(first, "1"), .put(second, "1"))
    let feed = cluster.follow(prefix, after: start)
    try await cluster.make(.put("\(prefix.dropLast())0", "another prefix"))
    let changed = try await cluster.make(.put(second, "2"), .delete(key: first))
    let deleted = try await cluster.make(.deleteAll(under: prefix))
    let one = Array("1".utf8)
    expect(
      await feed.nextStep(),
      equals: EtcdStep(
        revision: created,
        events: [first, second].map {
          .put(EtcdPair(key: $0, value: one, created: created, modified: created))
        }))
    let pair = EtcdPair(
      key: second, value: Array("2".utf8), created: created, modified: changed)
    expect(
      await feed.nextStep(),
      equals: EtcdStep(revision: changed, events: [.put(pair), .delete(key: first)]))
    expect(
      await feed.nextStep(), equals: EtcdStep(revision: deleted, events: [.delete(key: second)]))
    // Nothing happens, and it proves that it would be delivered.
    for _ in 0..<2 { try await feed.waitForProof() }
    feed.cancel()
    expect(await feed.next() == nil)
  }

  @LoopActor
  @Test func `a feed catches up with many megabytes`() async throws {
    let cluster = try EtcdCluster(await .shared(), prefix: prefix)
    let start = try await cluster.revision()
    var revisions: [Int] = []
    let value = [UInt8](repeating: 1, count: 700_000)
    for _ in 0..<8 {
      revisions.append(
        try await cluster.make(
          .put(key: "\(prefix)a", value: value), .put(key: "\(prefix)b", value: value)))
    }
    let feed = cluster.follow(prefix, after: start)
    for revision in revisions {
      let step = await feed.nextStep()
      expect(step?.revision, equals: revision)
      expect(step?.events.count, equals: 2)
    }
  }

  @LoopActor
  @Test func `a revision that is gone is reported`() async throws {
    let members = try await EtcdMembers()
    let cluster = try EtcdCluster(members)
    for value in 0..<10 { try await cluster.make(.put("/procon/a", "\(value)")) }
    let revision = try await cluster.revision()
    try await members.control(["compact", "\(revision)"])
    let feed = cluster.follow("/procon/", after: 2)
    expect(await feed.next(), equals: .compacted)
    expect(await feed.next() == nil)
    // As after a restore from a backup.
    let later = cluster.follow("/procon/", after: revision + 100)
    expect(await later.next(), equals: .compacted)
    expect(try await cluster.list("/procon/").pairs.map(\.modified), equals: [revision])
  }

  @LoopActor
  @Test func `changes and their feed continue while members are killed and frozen`() async throws {
    let members = try await EtcdMembers(3)
    var limits = EtcdLimits()
    limits.lag = .seconds(1)
    limits.staleness = .seconds(60)
    let cluster = try EtcdCluster(members, limits)
    let start = try await cluster.revision()
    let feed = cluster.follow("/procon/", after: start)
    var made: [Int] = [try await cluster.make(.put("/procon/a", "0"))]
    expect(await feed.nextStep()?.revision, equals: made[0])
    for index in 0..<3 {
      // Of which one leads, and one sends the feed.
      if index == 1 { members.kill(index) } else { members.freeze(index) }
      made.append(try await cluster.makeUntilDone([.put("/procon/a", "\(index)")]))
      while let step = await feed.nextStep() {
        // A change without an answer may have been made.
        if step.revision == made.last { break }
        expect(step.revision > made[made.count - 2])
      }
      if index == 1 { try await members.restart(index) } else { members.thaw(index) }
    }
    expect(made, equals: made.sorted())
  }

  @LoopActor
  @Test func `without a majority, a feed says that it is interrupted`() async throws {
    let members = try await EtcdMembers(3)
    var limits = EtcdLimits()
    (limits.attempt, limits.total) = (.seconds(1), .seconds(2))
    limits.staleness = .seconds(2)
    let cluster = try EtcdCluster(members, limits)
    let feed = cluster.follow("/procon/", after: try await cluster.revision())
    members.kill(0)
    members.kill(1)
    guard case .interrupted = await feed.next() else { throw EtcdCluster.Refused() }
    // It is certain that it was not made.
    let error = await #expect(throws: EtcdError.self) {
      try await cluster.make(.put("/procon/a", "1"))
    }
    guard case .unavailable(let reason) = error else { throw EtcdCluster.Refused() }
    expect(reason.contains("\(members.urls[0]): connection refused"))
    try await members.restart(0)
    let revision = try await cluster.makeUntilDone([.put("/procon/a", "2")])
    var (isResumed, isDelivered) = (false, false)
    while !isResumed || !isDelivered, let news = await feed.next() {
      switch news {
      case .resumed: isResumed = true
      case .step(let step): if step.revision == revision { isDelivered = true }
      default: break
      }
    }
    expect(isResumed && isDelivered)
  }
}

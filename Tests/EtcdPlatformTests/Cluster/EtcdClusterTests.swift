import EtcdTestSupport
import Expectations
import HTTPTestSupport
import LoopHTTP
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct EtcdClusterTests {
  private let prefix = uniquePrefix()

  @LoopActor
  @Test func `keys are listed in pages, at one revision`() async throws {
    var limits = EtcdLimits()
    // Less than the first 64 values have, so that smaller pages are asked for.
    limits.answer = 50_000
    limits.page = 10_000
    let cluster = try EtcdCluster(await .shared(), prefix: prefix, limits)
    let value = [UInt8](repeating: 7, count: 1000)
    var expected: [EtcdPair] = []
    for first in stride(from: 1000, to: 1300, by: 100) {
      let keys = (first..<(first + 100)).map { "\(prefix)\($0)" }
      let changes = keys.map { EtcdTransaction.Change.put(key: $0, value: value) }
      let outcome = try await cluster.commit(EtcdTransaction(conditions: [], changes: changes))
      guard case .made(let revision) = outcome else { throw EtcdCluster.Refused() }
      expected += keys.map {
        EtcdPair(key: $0, value: value, created: revision, modified: revision)
      }
    }
    // The keys before and after those of the prefix.
    let outer = prefix.dropLast()
    try await cluster.make(.put("\(outer)", "1"), .put("\(outer)0", "1"))
    let (pairs, revision) = try await cluster.list(prefix)
    expect(pairs, equals: expected)
    expect(try await cluster.revision() >= revision)
    expect(try await cluster.list("\(prefix)none").pairs, equals: [])
  }

  @LoopActor
  @Test func `a transaction is made if all its conditions hold`() async throws {
    let cluster = try EtcdCluster(await .shared(), prefix: prefix)
    let (key, other) = ("\(prefix)a", "\(prefix)b")
    let first = try await cluster.make(.put(key, "1"))
    let second = try await cluster.make(.put(other, "1"))
    let holding: [EtcdTransaction.Condition] = [
      .absent(key: "\(prefix)c"), .unchanged(key: key, since: first),
      .nothingWritten(under: prefix, after: second), .nothingWritten(under: "\(prefix)c", after: 1),
    ]
    let failing: [EtcdTransaction.Condition] = [
      .absent(key: key), .unchanged(key: key, since: second),
      .unchanged(key: "\(prefix)c", since: first), .nothingWritten(under: prefix, after: first),
    ]
    for condition in failing {
      let outcome = try await cluster.commit(
        EtcdTransaction(conditions: holding + [condition], changes: [.put(key, "2")]))
      guard case .refused(let revision) = outcome else {
        Issue.record("made despite \(condition)")
        continue
      }
      expect(revision >= second)
    }
    expect(try await cluster.list(prefix).pairs.map(\.modified), equals: [first, second])
    let bytes = (0...255).map { UInt8($0) }
    let outcome = try await cluster.commit(
      EtcdTransaction(
        conditions: holding,
        changes: [.put(key: key, value: bytes), .put(key: other, value: [])]))
    guard case .made(let revision) = outcome else { throw EtcdCluster.Refused() }
    expect(
      try await cluster.list(prefix).pairs,
      equals: [
        EtcdPair(key: key, value: bytes, created: first, modified: revision),
        EtcdPair(key: other, value: [], created: second, modified: revision),
      ])
    try await cluster.make(.deleteAll(under: prefix))
    expect(try await cluster.list(prefix).pairs, equals: [])
  }

  @LoopActor
  @Test func `what is too large is refused`() async throws {
    let cluster = try EtcdCluster(await .shared(), prefix: prefix)
    for size in [1_600_000, 4_000_000] {
      await #expect(throws: EtcdError.tooLarge) {
        try await cluster.make(.put(key: prefix, value: [UInt8](repeating: 1, count: size)))
      }
    }
    let changes = (0..<129).map { EtcdTransaction.Change.put("\(prefix)\($0)", "1") }
    await #expect(throws: EtcdError.tooLarge) {
      try await cluster.commit(EtcdTransaction(conditions: [], changes: changes))
    }
    await #expect(throws: EtcdError.self) {
      try await cluster.make(.put(prefix, "1"), .put(prefix, "2"))
    }
    expect(try await cluster.list(prefix).pairs, equals: [])
  }

  @LoopActor
  @Test func `a lease ends when it is revoked`() async throws {
    let cluster = try EtcdCluster(await .shared(), prefix: prefix)
    let lease = try await cluster.grantLease(seconds: 600)
    expect(lease.ttl, equals: 600)
    expect(try await cluster.keepAlive(lease: lease.id), equals: 600)
    try await cluster.revoke(lease: lease.id)
    expect(try await cluster.keepAlive(lease: lease.id), equals: 0)
  }

  @LoopActor
  @Test func `many requests share connections, and end with the cluster`() async throws {
    let cluster = try EtcdCluster(await .shared(), prefix: prefix)
    let feed = cluster.follow(prefix, after: try await cluster.revision())
    let outcomes = Journal<String>()
    for index in 0..<200 {
      LoopActor.task { [prefix] in
        do {
          try await cluster.make(.put("\(prefix)\(index)", "1"))
          outcomes.note("made")
        } catch {
          outcomes.note("\(error)")
        }
      }
    }
    expect(try await outcomes.wait(count: 200).allSatisfy { $0 == "made" })
    expect(try await cluster.list(prefix).pairs.count, equals: 200)
    var revisions: [Int] = []
    while revisions.count < 200, let step = await feed.nextStep() {
      revisions.append(step.revision)
    }
    expect(revisions, equals: Set(revisions).sorted())
    cluster.close()
    expect(await feed.next() == nil)
    await #expect(throws: EtcdError.cancelled) { try await cluster.revision() }
    expect(await cluster.follow(prefix, after: 1).next() == nil)
  }

  @LoopActor
  @Test func `a cluster that cannot do it says why`() async throws {
    let members = try await EtcdMembers(options: ["--quota-backend-bytes", "65536"])
    // With the usual limits, which are longer.
    let full = try EtcdCluster(members)
    await #expect(throws: EtcdError.full) {
      while true {
        try await full.make(.put("/procon/a", String(repeating: "a", count: 10_000)))
      }
    }
    var limits = EtcdLimits()
    limits.total = .seconds(3)
    let cluster = try EtcdCluster(members, limits)
    members.kill(0)
    let origin = members.urls[0]
    await #expect(throws: EtcdError.unavailable(reason: "\(origin): connection refused")) {
      try await cluster.make(.put("/procon/a", "1"))
    }
    let off = try await EtcdMembers(options: ["--enable-grpc-gateway=false"])
    let error = await #expect(throws: EtcdError.self) {
      try await EtcdCluster(off, limits).revision()
    }
    expect("\(error, default: "")".contains("enable-grpc-gateway"))
  }

  @LoopActor
  @Test func `a user proves who it is with a password`() async throws {
    let members = try await EtcdMembers()
    for command in [
      "user add root:root", "user grant-role root root", "user add procon:secret",
      "role add procon", "role grant-permission procon --prefix=true readwrite /procon/",
      "user grant-role procon procon",
    ] {
      try await members.control(command.split(separator: " ").map(String.init))
    }
    let setting = try EtcdSetting(members, user: "procon")
    let cluster = EtcdCluster(setting, password: { "secret" }, log: { _ in })
    // Before there are users, everybody may do everything.
    try await cluster.make(.put("/procon/a", "1"))
    try await members.control(["auth", "enable"])
    let revision = try await cluster.make(.put("/procon/a", "2"))
    let feed = cluster.follow("/procon/", after: revision)
    await #expect(throws: EtcdError.denied(reason: "etcdserver: permission denied")) {
      try await cluster.make(.put("/other", "1"))
    }
    // The member forgets tokens.
    members.kill(0)
    try await members.restart(0)
    let next = try await cluster.makeUntilDone([.put("/procon/a", "3")])
    expect(await feed.nextStep()?.revision, equals: next)
    let stranger = EtcdCluster(setting, password: { "wrong" }, log: { _ in })
    let error = await #expect(throws: EtcdError.self) { try await stranger.revision() }
    guard case .denied(let reason) = error else { throw EtcdCluster.Refused() }
    expect(!reason.contains("wrong"))
  }

  @LoopActor
  @Test func `members that ask for a certificate get one`() async throws {
    let certificate = try await TestCertificate()
    let members = try await EtcdMembers(
      tls: EtcdTLS(
        certificate: certificate.file, key: certificate.key, authorities: certificate.file))
    let cluster = EtcdCluster(
      try EtcdSetting(
        members, authorities: certificate.file,
        certificate: ClientCertificate(certificate: certificate.file, key: certificate.key))
    ) { _ in }
    let revision = try await cluster.make(.put("/procon/a", "1"))
    let feed = cluster.follow("/procon/", after: revision - 1)
    expect(await feed.nextStep()?.revision, equals: revision)
    for _ in 0..<2 { try await feed.waitForProof() }
    expect(try await cluster.list("/procon/").pairs.map(\.key), equals: ["/procon/a"])
    var limits = EtcdLimits()
    limits.total = .seconds(3)
    let stranger = EtcdCluster(
      try EtcdSetting(members, authorities: certificate.file), limits
    ) { _ in }
    let error = await #expect(throws: EtcdError.self) {
      try await stranger.make(.put("/procon/a", "2"))
    }
    // It is certain that nothing was changed.
    guard case .unavailable = error else { throw EtcdCluster.Refused() }
  }
}

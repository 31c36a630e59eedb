import Domain
import DomainTestSupport
import EtcdTestSupport
import Expectations
import LoopHTTP
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

/// What a mirror reports when everything was read again.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(5)))
struct EtcdMirrorTests {
  @LoopActor
  @Test func `only what has changed is reported, in one step`() async throws {
    let stage = try await EtcdStage()
    let (gateway, cluster) = (try stage.gateway(), try stage.cluster())
    let topics = StoreTopics(gateway: gateway) { GatewayContract.later }
    let posts = StorePosts(gateway: gateway) { GatewayContract.later }
    let drafts = ["Gone", "Kept", "Untouched"].map { TopicDraft(title: $0) }
    _ = try await topics.importTopics(drafts, author: "ada")
    let write = { (title: String) in
      try await posts.write(in: "kept", title: title, content: "Text", author: "ada").value
    }
    let written = [try await write("a"), try await write("b"), try await write("c")]

    let follower = EtcdFollower(cluster, prefix: stage.prefix) { GatewayContract.start }
    let reports = EtcdReports()
    let mirror = EtcdMirror(follower, reports)
    var steps = reports.changes().steps.makeAsyncIterator()
    // The first time is not news, and the second time nothing has changed.
    await mirror.adopt(try await stage.all(cluster), isLate: false)
    await mirror.adopt(try await stage.all(cluster), isLate: true)

    let board = try await GatewayContract.update("ai", in: gateway) { board throws(BoardError) in
      try board.add(.pro, text: "Another", author: "ada", at: GatewayContract.later)
    }.board
    _ = try await gateway.remove("gone")
    _ = try await topics.importTopics([TopicDraft(title: "New")], author: "ada")
    _ = try await posts.remove(written[0].id, of: "kept", author: "ada")
    let edited = try await posts.edit(
      written[1].id, of: "kept", content: "Edited", author: "ada"
    ).value
    let added = try await write("d")
    await mirror.adopt(try await stage.all(cluster), isLate: true)

    let new = try await gateway.board(of: "new").value
    expect(
      await steps.next(isolation: #isolation)?.changes,
      equals: [
        .removal("gone"), .board(new), .board(board),
        .posts(
          "kept", newest: [added, written[2], edited].map { PostOverview($0) },
          changes: [.stored(edited), .stored(added), .removed(written[0].id)]),
      ])
    expect(mirror.contents.topics.count, equals: 4)
    gateway.close()
    cluster.close()
  }

  @LoopActor
  @Test func `a gateway for which steps are missing reports what they have changed`() async throws {
    let members = try await EtcdMembers(3)
    let prefix = uniquePrefix()
    let cluster = { (urls: ArraySlice<String>) in
      EtcdCluster(
        EtcdSetting(members: try urls.map { try HTTPURL($0) }, prefix: prefix), log: { _ in })
    }
    let gateway = { (cluster: EtcdCluster) in
      EtcdGateway(
        cluster, prefix: prefix, now: { GatewayContract.later },
        initial: { [BuiltInTopic.board(at: GatewayContract.start)] })
    }
    let behind = gateway(try cluster(members.urls[..<1]))
    let ahead = gateway(try cluster(members.urls[1...]))
    _ = try await behind.topics()
    let listed = behind.follower.listed
    var reports = StoreReports(behind)

    members.kill(0)
    var board: Board?
    for number in 1...3 {
      board = try await GatewayContract.update("ai", in: ahead) { board throws(BoardError) in
        try board.add(.con, text: "\(number)", author: "ada", at: GatewayContract.later)
      }.board
    }
    try await members.control(["compact", "\(ahead.follower.revision)"])
    try await members.restart(0)
    expect(try await reports.nextChange(), equals: .board(try require(board)))
    expect(behind.follower.listed > listed, "steps were missing")
    expect(try await behind.board(of: "ai").value, equals: try require(board))
    behind.close()
    ahead.close()
  }
}

extension EtcdStage {
  /// Everything under the prefix, as a follower reads it.
  fileprivate func all(_ cluster: EtcdCluster) async throws -> EtcdStep {
    let (pairs, revision) = try await cluster.list(prefix)
    return EtcdStep(
      revision: revision,
      events: pairs.map {
        .put(
          EtcdPair(
            key: String($0.key.dropFirst(prefix.count)), value: $0.value, created: $0.created,
            modified: $0.modified))
      })
  }
}

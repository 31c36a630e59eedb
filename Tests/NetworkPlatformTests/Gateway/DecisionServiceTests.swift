import BoxWire
import Domain
import DomainTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

/// Positions and decisions at services that keep them, and at others.
@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct DecisionServiceTests {
  private let now = GatewayContract.later

  @Test @LoopActor func `a service that has no positions is shown, and a position is refused`()
    async throws
  {
    let stage = try await ServiceStage()
    try await stage.control(#"{"decisions":false}"#)
    let gateway = try stage.gateway()
    let before = try await gateway.board(of: "ai").value
    expect(before.positions, equals: [])
    await #expect(throws: BoardError.store(.unsupported(BoardMember.positions.lack))) {
      try await gateway.update("ai") { [now] board throws(BoardError) in
        try board.takePosition(.yes, because: nil, by: "ada", at: now)
      }
    }
    await #expect(throws: BoardError.store(.unsupported(BoardMember.positions.lack))) {
      try await gateway.update("ai") { [now] board throws(BoardError) in
        try board.decide(.yes, reason: "Fast", by: "ada", at: now)
      }
    }
    expect(try await gateway.board(of: "ai").value, equals: before)
    try await gateway.add("New")
    expect(stage.requests.filter { !$0.hasPrefix("GET") }, equals: ["POST /topics/ai/pros"])
    await gateway.close()
  }

  @Test @LoopActor func `what a service does not keep of an imported topic is logged`() async throws
  {
    let stage = try await ServiceStage()
    try await stage.control(#"{"decisions":false}"#)
    let log = Journal<String>()
    let gateway = try stage.gateway(log: { log.note($0) })
    let topics = StoreTopics(gateway: gateway) { [now] in now }
    _ = try await topics.importTopics([TopicDraft(title: "Plain")], author: "ada")
    expect(log.events, equals: [])
    let draft = TopicDraft(
      title: "Decided", decision: TopicDraft.DecisionDraft(outcome: .yes, reason: "Fast"))
    _ = try await topics.importTopics([draft], author: "ada")
    expect(log.events, equals: [BoardMember.positions.lack])
    await gateway.close()
  }

  @Test @LoopActor func `a position is sent with the topic, without its lists`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.takePosition(.yes, because: nil, by: "ada", at: now)
    }
    expect(stage.requests.filter { !$0.hasPrefix("GET") }, equals: ["PUT /topics/ai"])
    await gateway.close()
  }

  @Test @LoopActor
  func `a service that sends null for what there is not keeps what is decided later`()
    async throws
  {
    let stage = try await ServiceStage()
    let first = try stage.gateway()
    // The first change sends null for the decision and the rule, which the service then has.
    _ = try await first.update("ai") { [now] board throws(BoardError) in
      try board.takePosition(.yes, because: nil, by: "ada", at: now)
    }
    let decision = try await first.update("ai") { [now] board throws(BoardError) in
      try board.setRule(DecisionRule(asked: ["ada"]), by: "ada", at: now)
      return try board.decide(.yes, reason: "Fast", by: "ada", at: now)
    }.value
    await first.close()
    let second = try stage.gateway(copies: "others")
    let topic = try await second.board(of: "ai").value.topic
    expect(topic.decision, equals: decision)
    expect(topic.rule?.asked, equals: ["ada"])
    await second.close()
  }

  @Test @LoopActor func `members of other services with these names are kept as they are`()
    async throws
  {
    let topic =
      #"{"id":"ai","title":"AI","decision":"next week","round":"last","positions":"none","pros":[],"cons":[]}"#
    let found = try ServiceTopic(body: Array(topic.utf8), as: try require(Identifier("ai")))
    expect(found.topic.decision == nil)
    expect(found.positions == nil)
    let json = found.json.description
    for member in [#""decision":"next week""#, #""round":"last""#, #""positions":"none""#] {
      expect(json.contains(member))
    }
  }

  @Test @LoopActor func `a position that cannot be read is left out, and sent back`() async throws {
    let topic =
      #"{"id":"ai","title":"AI","positions":[{"person":"ada","position":"perhaps"},{"person":"bob","position":"no"},7]}"#
    let found = try ServiceTopic(body: Array(topic.utf8), as: try require(Identifier("ai")))
    expect(found.positions?.positions.map(\.person), equals: ["bob"])
    expect(found.json.description.contains(#"{"person":"ada","position":"perhaps"},7]"#))
  }
}

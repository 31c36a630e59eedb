import BoxWire
import Domain
import DomainTestSupport
import Expectations
import Fetch
import HTTPTestSupport
import LoopHTTP
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct ChangeTests {
  /// What a change costs: the newest board, and one request.
  private func writes(_ stage: ServiceStage) -> [String] {
    stage.requests.filter { !$0.hasPrefix("GET") }
  }

  @LoopActor
  @Test func `what is requested before the end of a change is older than the change`() {
    let writes = Writes()
    let before = writes.ticket
    writes.show(["ai"])
    let during = writes.ticket
    expect(!writes.isCurrent("ai", since: during))
    writes.settle(["ai"])
    for ticket in [before, during] { expect(!writes.isCurrent("ai", since: ticket)) }
    expect(writes.isCurrent("ai", since: writes.ticket))
    expect(writes.isCurrent("other", since: before))
  }

  @LoopActor
  @Test func `each change is one request`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    try await gateway.add("New")
    for step in Step.allCases {
      let (board, _) = try await GatewayContract.update("ai", in: gateway) {
        board throws(BoardError) in
        try step.apply(to: &board)
      }
      expect(try await gateway.board(of: "ai").value.pros.arguments, equals: board.pros.arguments)
    }
    _ = try await gateway.update("ai", by: "ada") { topic throws(TopicError) in
      try topic.rename(to: "AI", by: "ada", at: later)
    }
    _ = try await gateway.remove("ai")
    expect(
      writes(stage),
      equals: [
        "POST /topics/ai/pros", "PUT /topics/ai/pros/5", "PUT /topics/ai/pros",
        "DELETE /topics/ai/pros/2", "PUT /topics/ai", "PUT /topics/ai", "PUT /topics/ai",
        "DELETE /topics/ai",
      ])
    await gateway.close()
  }

  @LoopActor
  @Test func `a change is shown at once, and answered when the service has accepted it`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let before = try await gateway.board(of: "ai")
    let followed = Followed(gateway)
    try await stage.control(#"{"whole":true,"hold":"/topics/ai/pros"}"#)
    let answers = Journal<Int>()
    let task = LoopActor.task {
      if let answer = try? await gateway.add("New") { answers.note(answer.version) }
    }
    let shown = try await followed.boards.wait(count: 1)
    expect(shown[0].value?.pros.arguments.last?.text, equals: "New")
    expect(shown[0].version > before.version)
    expect(answers.events.isEmpty)
    try stage.service.release()
    expect(try await answers.wait(count: 1), equals: [shown[0].version])
    await task.value
    expect(followed.boards.events.count, equals: 1)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [
    (400, "status 400"), (403, "status 403"), (422, "status 422"), (500, "status 500"),
  ])
  func `a refused change is taken back with a higher version`(
    status: Int, reason: String
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let before = try await gateway.board(of: "ai")
    let followed = Followed(gateway)
    try await stage.control(
      #"{"fail":[{"method":"POST","path":"/topics/ai/pros","status":\#(status),"times":1}]}"#)
    let place = "news, topics/ai/pros: 127.0.0.1"
    await #expect(throws: BoardError.store(.unavailable(reason: "\(place): \(reason)"))) {
      try await gateway.add("New")
    }
    let boards = try await followed.boards.wait(count: 2)
    expect(boards.map { $0.value?.pros.arguments.count }, equals: [5, 4])
    expect(boards[1].value, equals: before.value)
    expect(boards.map(\.version), equals: [before.version + 1, before.version + 2])
    expect(try await gateway.board(of: "ai").value, equals: before.value)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [(405, 4), (501, 4), (404, 16)])
  func `a service that accepts no changes is read-only`(
    status: Int, requests: Int
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let fail = ["POST /topics/ai/pros", "PUT /topics/ai", "POST /topics", "POST /topics/ai/posts"]
      .map { request in
        let words = request.split(separator: " ")
        return #"{"method":"\#(words[0])","path":"\#(words[1])","status":\#(status),"times":9}"#
      }
    try await stage.control(#"{"fail":[\#(fail.joined(separator: ","))]}"#)
    await #expect(throws: BoardError.store(.readOnly)) { try await gateway.add("New") }
    await #expect(throws: TopicError.store(.readOnly)) {
      try await gateway.update("ai", by: "ada") { topic throws(TopicError) in
        try topic.rename(to: "AI", by: "ada", at: later)
      }
    }
    await #expect(throws: TopicError.store(.readOnly)) {
      try await StoreTopics(gateway: gateway) { later }.create(title: "X", author: "ada")
    }
    await #expect(throws: PostError.store(.readOnly)) {
      try await StorePosts(gateway: gateway) { later }.write(
        in: "ai", title: "X", content: "Y", author: "ada")
    }
    expect(writes(stage).count, equals: requests)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [("GET, HEAD", StoreError.readOnly), ("GET, POST", .conflict)])
  func `a service that names the methods that it allows is believed`(
    methods: String, error: StoreError
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let failure = #"{"method":"POST","path":"/topics/ai/pros","times":9,"allow":"\#(methods)""#
    try await stage.control(#"{"fail":[\#(failure),"status":409}]}"#)
    await #expect(throws: BoardError.store(error)) { try await gateway.add("New") }
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [409, 412])
  func `a conflict starts over, at most three times`(status: Int) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    let failure = { (times: Int) in
      #"{"fail":[{"method":"POST","path":"/topics/ai/pros","status":\#(status),"times":\#(times)}]}"#
    }
    try await stage.control(failure(3))
    expect(try await gateway.add("One").value.id, equals: "5")
    expect(writes(stage).count, equals: 4)
    try await stage.control(failure(4))
    await #expect(throws: BoardError.store(.conflict)) { try await gateway.add("Two") }
    expect(writes(stage).count, equals: 8)
    try await followed.boards.wait(count: 15)
    let versions = followed.boards.events.map(\.version)
    expect(versions, equals: versions.sorted())
    expect(Set(versions).count, equals: versions.count)
    expect(followed.boards.events.last?.value?.pros.arguments.count, equals: 5)
    await gateway.close()
  }

  @LoopActor
  @Test func `a change of what somebody else has changed is made from what is newest`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    try await stage.control(
      #"{"change":{"method":"PUT","path":"/topics/ai","side":"cons","id":"1","text":"Noise"}}"#)
    let (board, _) = try await GatewayContract.update("ai", in: gateway) {
      board throws(BoardError) in
      try board.move(.pro, id: "1", to: .con, before: nil, by: "ada", at: later)
    }
    expect(
      board.cons.arguments.map(\.text),
      equals: ["Noise", "Lesser jobs", "Fear of malicious implementation", "Error reduction"])
    expect(writes(stage), equals: ["PUT /topics/ai", "PUT /topics/ai"])
    await gateway.close()
  }

  @LoopActor
  @Test func `own changes of a topic at the same time never conflict`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let tasks = (1...10).map { number in
      LoopActor.task { _ = try? await gateway.add("\(number)") }
    }
    for task in tasks { await task.value }
    expect(writes(stage).count, equals: 10)
    expect(try await gateway.board(of: "ai").value.pros.arguments.count, equals: 14)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: ["", "/", "/v2", "/v2/"])
  func `a failure names the path below the base URL, encoded`(base: String) throws {
    let service = Service(try BaseURL("http://h\(base)"), .board, root: "news")
    let failure = ServiceFailure(
      .noConnectivity(.refused), at: ["topics", "a\n\u{1B}/b"], of: service)
    expect(failure.reason, equals: "news, topics/a%0A%1B%2Fb: h: connection refused")
  }

  @LoopActor
  @Test func `without the service, a change fails and is not made later`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.board(of: "ai")
    let followed = Followed(gateway)
    try await stage.service.kill()
    await #expect(
      throws: BoardError.store(
        .unavailable(reason: "news, topics/ai: 127.0.0.1: connection refused"))
    ) { try await gateway.add("New") }
    expect(followed.boards.events.isEmpty)
    await gateway.close()
  }

  @LoopActor
  @Test func `what is requested before a change is not shown after it`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"whole":true,"hold":"/topics"}"#)
    let gateway = try stage.gateway()
    _ = try await gateway.board(of: "ai")
    let followed = Followed(gateway)
    let task = LoopActor.task { _ = try? await gateway.topics() }
    try await stage.service.wait(for: "GET /topics", count: 2)
    try await gateway.add("New")
    try stage.service.release()
    await task.value
    expect(try await gateway.topics().value.map(\.pros?.count), equals: [5])
    await turns(5)
    expect(followed.boards.events.map { $0.value?.pros.arguments.count }, equals: [5])
    expect(followed.overviews.events.isEmpty)
    await gateway.close()
  }

  @LoopActor
  @Test func `an argument has the identifier that the service has chosen`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"names":true}"#)
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    let added = try await gateway.add("New")
    expect(added.value.id, equals: "104")
    let shown = try await followed.boards.wait(count: 2)
    expect(shown.map { $0.value?.pros.arguments.last?.id }, equals: ["5", "104"])
    expect(shown[1].value?.pros.arguments.map(\.id), equals: ["1", "2", "3", "4", "104"])
    expect(shown[1].version, equals: added.version)
    let removed = try await gateway.update("ai") { board throws(BoardError) in
      try board.remove(.pro, id: "104", by: "ada", at: later)
    }
    expect(removed.value, equals: added.value)
    expect(writes(stage).last, equals: "DELETE /topics/ai/pros/104")
    await gateway.close()
  }

  @LoopActor
  @Test func `a topic has the identifier that the service has chosen, as a segment`()
    async throws
  {
    let stage = try await ServiceStage()
    try await stage.control(#"{"names":true}"#)
    let gateway = try stage.gateway()
    let topic = try await StoreTopics(gateway: gateway) { later }.create(
      title: "New", author: "ada")
    expect(topic.value, equals: Identifier("topic 2")?.segment)
    expect(try await gateway.topics().value.map(\.id), equals: ["ai", topic.value])
    expect(try await gateway.board(of: topic.value).value.topic.title, equals: "New")
    expect(stage.requests.last?.hasPrefix("GET /topics/topic%202/"), equals: true)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: ["{}", "", "null", "not JSON", "[]"])
  func `whatever a service answers to a change, it is made`(answer: String) async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"answer":"\#(answer)"}"#)
    let gateway = try stage.gateway()
    expect(try await gateway.add("New").value.id, equals: "5")
    let topic = try await StoreTopics(gateway: gateway) { later }.create(
      title: "New", author: "ada")
    expect(topic.value, equals: "new")
    let posts = StorePosts(gateway: gateway) { later }
    let post = try await posts.write(in: "ai", title: "T", content: "C", author: "ada").value
    expect(try await gateway.post(post.id, of: "ai"), equals: post)
    _ = try await StorePosts(gateway: gateway) { later }.remove(post.id, of: "ai", author: "ada")
    _ = try await gateway.remove("ai")
    expect(writes(stage).count, equals: 5)
    await gateway.close()
  }
}

/// Changes that differ in their requests.
private enum Step: CaseIterable {
  case change, reorder, remove, moveToOtherSide, addTwo, nothing

  func apply(to board: inout Board) throws(BoardError) {
    switch self {
    case .change: _ = try board.change(.pro, id: "5", weight: 3, by: "ada", at: later)
    case .reorder: _ = try board.move(.pro, id: "5", to: .pro, before: "1", by: "ada", at: later)
    case .remove: _ = try board.remove(.pro, id: "2", by: "ada", at: later)
    case .moveToOtherSide:
      _ = try board.move(.pro, id: "5", to: .con, before: nil, by: "ada", at: later)
    case .addTwo:
      for text in ["X", "Y"] { _ = try board.add(.pro, text: text, author: "ada", at: later) }
    case .nothing: break
    }
  }
}

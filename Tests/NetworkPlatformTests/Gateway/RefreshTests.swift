import Domain
import DomainTestSupport
import Expectations
import Fetch
import Glibc
import HTTPTestSupport
import LoopHTTP
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct RefreshTests {
  private let boardRequests = ["GET /topics/ai", "GET /topics/ai/cons", "GET /topics/ai/pros"]

  @LoopActor
  @Test func `1,000 refreshes of an unchanged list of 1,000 posts publish nothing`() async throws {
    let stage = try await ServiceStage()
    let posts = (1...1000).map { #"{"id":\#($0),"title":"\#($0)","body":"x","userId":1}"# }
    try await stage.control(#"{"put":{"/posts":[\#(posts.joined(separator: ","))]}}"#)
    let gateway = try stage.gateway(.posts)
    let followed = Followed(gateway)
    let first = try await gateway.newestPosts(of: "news")
    expect(first.value.first?.id, equals: "1000")
    stage.clock.advance(milliseconds: 60_000)
    for _ in 1...1000 {
      gateway.expire(.posts("news"))
      expect(try await gateway.newestPosts(of: "news"), equals: first)
    }
    expect(stage.requests.count, equals: 1001)
    expect(followed.posts.events.isEmpty)
    try await followed.freshness.wait(count: 1)
    expect(followed.freshness.events.count, equals: 1)
    expect(followed.freshness.events[0].freshness.failure == nil)
    expect(stage.service.count("GET /posts?limit=51"), equals: 1001)
    expect(stage.service.count("unchanged /posts?limit=51"), equals: 1000)
    await gateway.close()
  }

  @LoopActor
  @Test func `an unchanged list without entity tags publishes nothing either`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"tags":false}"#)
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    let first = try await gateway.board(of: "ai")
    stage.clock.advance(milliseconds: 60_000)
    gateway.expire(.board("ai"))
    expect(try await gateway.board(of: "ai"), equals: first)
    await turns(5)
    expect(followed.boards.events.isEmpty)
    expect(followed.freshness.events.count, equals: 1)
    await gateway.close()
  }

  @LoopActor
  @Test func `100 clients that look at once cost one request`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"whole":true}"#)
    let steps = Steps()
    let gateway = try stage.gateway { duration in await steps.pause(duration) }
    let clients = (1...100).map { _ in
      gateway.look(at: .board("ai"), true)
      return LoopActor.task { _ = try? await gateway.board(of: "ai") }
    }
    for client in clients { await client.value }
    expect(stage.requests, equals: ["GET /topics/ai"])
    await gateway.close()
  }

  @LoopActor
  @Test func `while somebody looks, a part is refreshed at each pause, and only then`()
    async throws
  {
    let stage = try await ServiceStage()
    try await stage.control(#"{"whole":true}"#)
    let steps = Steps()
    let gateway = try stage.gateway { duration in await steps.pause(duration) }
    gateway.look(at: .board("ai"), true)
    gateway.look(at: .board("ai"), true)
    for count in 1...3 {
      expect(try await steps.pauses.wait(count: count).last, equals: .seconds(60))
      expect(stage.requests.count, equals: count)
      steps.next()
    }
    try await steps.pauses.wait(count: 4)
    gateway.look(at: .board("ai"), false)
    await turns(5)
    expect(steps.waiting, equals: 1)
    gateway.look(at: .board("ai"), false)
    try await steps.ends.wait(count: 1)
    expect(steps.waiting, equals: 0)
    try await stage.service.wait(for: "close")
    expect(stage.requests.count, equals: 4)
    await gateway.close()
  }

  @LoopActor
  @Test func `what is read because somebody looks is reported`() async throws {
    let stage = try await ServiceStage()
    let steps = Steps()
    let gateway = try stage.gateway { duration in await steps.pause(duration) }
    let followed = Followed(gateway)
    gateway.look(at: .topics, true)
    expect(try await followed.overviews.wait(count: 1)[0].value?.pros?.count, equals: 4)
    gateway.look(at: .board("ai"), true)
    expect(try await followed.boards.wait(count: 1)[0].value?.pros.arguments.count, equals: 4)
    gateway.look(at: .posts("ai"), true)
    expect(try await followed.posts.wait(count: 1)[0].value, equals: [])
    await gateway.close()
  }

  @LoopActor
  @Test func `what another call reads first is reported to those who look`() async throws {
    let stage = try await ServiceStage()
    let steps = Steps()
    // Only the pauses between refreshes last.
    let gateway = try stage.gateway { duration in
      if duration >= .seconds(10) { await steps.pause(duration) }
    }
    try await stage.control(
      #"{"fail":[{"method":"GET","path":"/topics/ai/posts","status":500,"times":9}]}"#)
    let followed = Followed(gateway)
    gateway.look(at: .posts("ai"), true)
    await #expect(throws: PostError.self) { try await gateway.newestPosts(of: "ai") }
    try await stage.control(#"{"fail":[]}"#)
    _ = try await gateway.posts(of: "ai", before: nil, limit: 2)
    expect(try await followed.posts.wait(count: 1)[0].value, equals: [])
    await gateway.close()
  }

  @LoopActor
  @Test func `a fresh part is not refreshed when somebody looks, an expired one is`()
    async throws
  {
    let stage = try await ServiceStage()
    let steps = Steps()
    let gateway = try stage.gateway { duration in await steps.pause(duration) }
    _ = try await gateway.board(of: "ai")
    gateway.look(at: .board("ai"), true)
    try await steps.pauses.wait(count: 1)
    expect(stage.requests.sorted(), equals: boardRequests)
    gateway.look(at: .board("ai"), false)
    try await steps.ends.wait(count: 1)
    stage.clock.advance(milliseconds: 300_000)
    gateway.look(at: .board("ai"), true)
    try await steps.pauses.wait(count: 2)
    expect(stage.requests.count, equals: 6)
    await gateway.close()
  }

  @LoopActor
  @Test func `the stored copy comes first, then what the service has now`() async throws {
    let stage = try await ServiceStage()
    let first = try stage.gateway()
    let old = try await first.board(of: "ai").value
    await first.close()
    stage.clock.advance(milliseconds: 300_000)
    let other = try stage.gateway()
    try await other.add("New")
    await other.close()
    // As the first gateway has left them.
    let gateway = try stage.gateway(expiry: .zero)
    let followed = Followed(gateway)
    let shown = try await gateway.board(of: "ai")
    expect(shown.value.pros.arguments.count, equals: 5)
    try await stage.control(
      #"{"change":{"method":"GET","path":"/topics/ai/cons","side":"cons","id":"1","text":"Noise"}}"#
    )
    expect(try await gateway.board(of: "ai").value.cons.arguments[0].text, equals: "Noise")
    expect(try await followed.boards.wait(count: 1).map(\.version).last ?? 0 > shown.version)
    expect(old.pros.arguments.count, equals: 4)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [false, true])
  func `a stored copy is not shown if its topic has changed or gone while it was loaded`(
    isGone: Bool
  ) async throws {
    let stage = try await ServiceStage()
    let first = try stage.gateway()
    _ = try await first.board(of: "ai")
    await first.close()
    // Loading waits until the other gateway has left the directory.
    let (uses, use) = AsyncStream<Void>.makeStream()
    let gateway = try stage.gateway(after: LoopActor.task { for await _ in uses {} })
    let part = gateway.part(.board("ai"))
    let loading = LoopActor.task { await gateway.load(part) }
    await turns(5)
    var leaving: Task<Void, Never>?
    if isGone {
      leaving = LoopActor.task { await gateway.forget(["ai"]) }
      while gateway.parts[.board("ai")] === part { await turns(1) }
    } else {
      gateway.writes.show(["ai"])
    }
    use.finish()
    await loading.value
    await leaving?.value
    expect(gateway.mirror.boards["ai"] == nil)
    expect(!part.isShown)
    await gateway.close()
  }

  @LoopActor
  @Test func `a read asks the service only if what is stored has expired, or after expire`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    for _ in 1...2 {
      _ = try await gateway.board(of: "ai")
      _ = try await gateway.topics()
      _ = try await gateway.newestPosts(of: "ai")
    }
    let all = boardRequests + ["GET /topics", "GET /topics/ai/posts?limit=51"]
    expect(stage.requests.sorted(), equals: all.sorted())
    expect(!gateway.isDue(.board("ai")))
    stage.clock.advance(milliseconds: 300_000)
    expect(gateway.isDue(.board("ai")))
    _ = try await gateway.board(of: "ai")
    expect(stage.requests.count, equals: 8)
    gateway.expire(.topics)
    _ = try await gateway.topics()
    expect(stage.requests.count, equals: 9)
    await gateway.close()
    // Although nobody has read it since the restart.
    let asked = try stage.gateway()
    asked.expire(.board("ai"))
    _ = try await asked.board(of: "ai")
    expect(stage.requests.count, equals: 12)
    await asked.close()
    // A restart, with copies of which only the posts have expired.
    try await stage.service.kill()
    let restarted = try stage.gateway()
    let followed = Followed(restarted)
    expect(try await restarted.board(of: "ai").value.pros.arguments.count, equals: 4)
    expect(try await restarted.topics().value.count, equals: 1)
    expect(try await restarted.newestPosts(of: "ai").value, equals: [])
    let stale = try await followed.freshness.wait { $0.contains { $0.freshness.isStale } }
    expect(stale.filter(\.freshness.isStale).map(\.part), equals: [.posts("ai")])
    await restarted.close()
  }

  @LoopActor
  @Test func `a page and a post that were read are there without the service`() async throws {
    let stage = try await ServiceStage()
    let first = try stage.gateway(.posts)
    let newest = try await first.newestPosts(of: "news").value
    let last = try require(newest.last?.id)
    let page = try await first.posts(of: "news", before: last, limit: 3)
    expect(page.count, equals: 3)
    await first.close()
    try await stage.service.kill()
    let gateway = try stage.gateway(.posts)
    expect(try await gateway.post(last, of: "news").id, equals: last)
    expect(try await gateway.posts(of: "news", before: last, limit: 3), equals: page)
    await #expect(throws: PostError.self) {
      try await gateway.posts(of: "news", before: last, limit: 4)
    }
    await gateway.close()
  }

  @LoopActor
  @Test func `a failure is shown until the service answers again, although the copy is fresh`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let board = try await gateway.board(of: "ai")
    try await stage.control(
      #"{"fail":[{"method":"GET","path":"/topics/ai","status":503,"times":6}]}"#)
    gateway.expire(.board("ai"))
    await #expect(throws: BoardError.self) { try await gateway.board(of: "ai") }
    // Outdated until it is read.
    await #expect(throws: BoardError.self) { try await gateway.board(of: "ai") }
    expect(gateway.isDue(.board("ai")))
    expect(try await gateway.board(of: "ai"), equals: board)
    expect(!gateway.isDue(.board("ai")))
    await gateway.close()
  }

  @LoopActor
  @Test func `an export is never made of copies`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.content(of: "ai", upTo: 1 << 20)
    try await stage.service.kill()
    await #expect(throws: TopicError.self) {
      try await gateway.content(of: "ai", upTo: 1 << 20)
    }
    expect(try await gateway.board(of: "ai").value.pros.arguments.count, equals: 4)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [false, true])
  func `pages of posts are forgotten with the topic, and after a change`(
    isChange: Bool
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let posts = StorePosts(gateway: gateway) { later }
    var ids: [Post.ID] = []
    for title in ["One", "Two", "Three"] {
      ids.append(
        try await posts.write(in: "ai", title: title, content: "a", author: "ada").value.id)
    }
    let before = stage.copyTexts.count
    expect(try await gateway.posts(of: "ai", before: ids[2], limit: 2).count, equals: 2)
    expect(stage.copyTexts.count, equals: before + 1)
    if isChange {
      _ = try await posts.edit(ids[0], of: "ai", content: "b", author: "ada")
      expect(stage.copyTexts.count, equals: before)
    } else {
      _ = try await gateway.remove("ai")
      expect(stage.copyTexts.count < before)
    }
    await gateway.close()
  }

  @LoopActor
  @Test func `a damaged copy is read again, and said`() async throws {
    let stage = try await ServiceStage()
    let first = try stage.gateway()
    _ = try await first.topics()
    await first.close()
    for name in entries(of: stage.copies) {
      try write("damaged", to: "\(stage.copies)/\(name)")
    }
    let said = Journal<String>()
    let gateway = try stage.gateway(log: { said.note($0) })
    expect(try await gateway.topics().value.count, equals: 1)
    expect(said.events.count, equals: 1)
    expect(
      said.events.first?.contains("is removed and read again: its file is damaged"), equals: true)
    await gateway.close()
  }

  @LoopActor
  @Test func `without the service, the stored copy is shown as stale until it is back`()
    async throws
  {
    let stage = try await ServiceStage()
    let first = try stage.gateway()
    let board = try await first.board(of: "ai").value
    let topics = try await first.topics().value
    await first.close()
    stage.clock.advance(milliseconds: 300_000)
    try await stage.service.kill()
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    expect(try await gateway.board(of: "ai").value, equals: board)
    expect(try await gateway.topics().value, equals: topics)
    let reports = try await followed.freshness.wait { reports in
      reports.count { $0.freshness.isStale } == 2
    }
    let stale = try require(reports.last { $0.part == .board("ai") }).freshness
    expect(stale.fetched, equals: later)
    expect(stale.confirmed, equals: later)
    expect(stale.failure, equals: "news, topics/ai: 127.0.0.1: connection refused")
    expect(try await gateway.board(of: "ai").value, equals: board)
    gateway.expire(.board("ai"))
    await #expect(
      throws: BoardError.store(
        .unavailable(reason: "news, topics/ai: 127.0.0.1: connection refused"))
    ) { try await gateway.board(of: "ai") }
    await gateway.close()
  }

  @LoopActor
  @Test func `a failure ends with the next success`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"whole":true}"#)
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    _ = try await gateway.board(of: "ai")
    try await stage.control(
      #"{"fail":[{"method":"GET","path":"/topics/ai","status":500,"times":3}]}"#)
    let place = "news, topics/ai: 127.0.0.1"
    gateway.expire(.board("ai"))
    await #expect(throws: BoardError.store(.unavailable(reason: "\(place): status 500"))) {
      try await gateway.board(of: "ai")
    }
    _ = try await gateway.board(of: "ai")
    let reports = try await followed.freshness.wait(count: 3).map(\.freshness)
    expect(reports.map(\.failure), equals: [nil, "\(place): status 500", nil])
    expect(reports.map(\.fetched), equals: [later, later, later])
    await gateway.close()
  }

  @LoopActor
  @Test func `wrong JSON is a damaged store, and what was shown stays`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let board = try await gateway.board(of: "ai").value
    try await stage.control(#"{"put":{"/topics/ai":"[1,]"}}"#)
    let reason = "127.0.0.1: not JSON at byte 3: unexpected character"
    gateway.expire(.board("ai"))
    await #expect(
      throws: BoardError.store(.damaged(place: "news, topics/ai: \(reason)"))
    ) { try await gateway.board(of: "ai") }
    try await stage.control(#"{"put":{"/topics/ai/cons":"[1,]"}}"#)
    await #expect(
      throws: BoardError.store(.damaged(place: "news, topics/ai/cons: \(reason)"))
    ) { try await gateway.board(of: "ai") }
    try await stage.control(#"{"put":{}}"#)
    expect(try await gateway.board(of: "ai").value, equals: board)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: ["pros", ""])
  func `without pruning, a bad element fails its list, and what was shown stays`(
    list: String
  ) async throws {
    let stage = try await ServiceStage()
    if list.isEmpty { try await stage.control(#"{"whole":true}"#) }
    let gateway = try stage.gateway(shouldPrune: false)
    let board = try await gateway.board(of: "ai").value
    let side = #"[{"id":1,"text":"A"},{"id":2}]"#
    let put =
      list.isEmpty
      ? #""/topics/ai":{"id":"ai","title":"T","pros":\#(side),"cons":[]}"#
      : #""/topics/ai/pros":\#(side)"#
    try await stage.control(#"{"put":{\#(put)}}"#)
    gateway.expire(.board("ai"))
    let place = list.isEmpty ? "news, topics/ai" : "news, topics/ai/pros"
    await #expect(
      throws: BoardError.store(
        .damaged(place: "\(place): 127.0.0.1: an element cannot be used: it has no text"))
    ) { try await gateway.board(of: "ai") }
    try await stage.control(#"{"put":{}}"#)
    expect(try await gateway.board(of: "ai").value, equals: board)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [true, false])
  func `the route to a service is looked for unless the mount says otherwise`(
    shouldCheck: Bool
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(
      shouldCheckReachability: shouldCheck, Reachability { _ in false })
    let board = try? await gateway.board(of: "ai")
    expect((board == nil), equals: shouldCheck)
    expect(stage.requests.isEmpty, equals: shouldCheck)
    await gateway.close()
  }

  @LoopActor
  @Test func `without room for copies, nothing is stored, and the known copy is used`() async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(cache: 0)
    for _ in 1...2 { _ = try await gateway.topics() }
    expect(stage.requests, equals: ["GET /topics"])
    await gateway.close()
    expect(stage.copyTexts, equals: [])
    let later = try stage.gateway(cache: 0)
    _ = try await later.topics()
    expect(stage.requests.count, equals: 2)
    await later.close()
  }

  @LoopActor
  @Test func `copies that cannot be stored are reported, and what was read is shown`() async throws
  {
    let stage = try await ServiceStage()
    // A file in place of the directory.
    try write("", to: stage.copies)
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
    let fault = StoreFault("\(stage.copies): copies cannot be stored: Not a directory")
    expect(try await followed.faults.wait { $0.last == [fault] }.count > 0)
    unlink(stage.copies)
    gateway.expire(.topics)
    try await stage.control(#"{"put":{"/topics":[{"id":"ai","title":"New"}]}}"#)
    expect(try await gateway.topics().value.map(\.topic.title), equals: ["New"])
    try await followed.faults.wait { $0.last == [] }
    expect(stage.copyTexts.count, equals: 1)
    await gateway.close()
  }

  @LoopActor
  @Test func `elements that are left out are reported until there are none`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    try await stage.control(
      #"{"put":{"/topics/ai/pros":[{"id":1,"text":"A"},{"id":2},{"id":3}]}}"#)
    expect(try await gateway.board(of: "ai").value.pros.arguments.map(\.text), equals: ["A"])
    let place = stage.service.url("/topics/ai/pros")
    let sentence = "\(place): 2 elements are left out; of the first one, it has no text"
    let fault = StoreFault(sentence, in: .board("ai"), .pro)
    expect(try await followed.faults.wait { $0.last == [fault] }.count > 0)
    try await stage.control(#"{"put":{}}"#)
    gateway.expire(.board("ai"))
    expect(try await gateway.board(of: "ai").value.pros.arguments.count, equals: 4)
    try await followed.faults.wait { $0.last == [] }
    await gateway.close()
  }

  @LoopActor
  @Test func `a topic that somebody else removes or adds is reported`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let other = try stage.gateway(copies: "other")
    let before = try await gateway.topics()
    _ = try await gateway.board(of: "ai")
    let followed = Followed(gateway)
    _ = try await other.remove("ai")
    gateway.expire(.board("ai"))
    await #expect(throws: BoardError.noTopic(id: "ai")) { try await gateway.board(of: "ai") }
    let removed = try await followed.overviews.wait(count: 1)
    expect(removed[0].value == nil)
    expect(removed[0].version > before.version)
    expect(try await gateway.topics().value, equals: [])
    await gateway.close()
    await other.close()
  }

  @LoopActor
  @Test func `a board is refreshed when the list of topics has other figures`() async throws {
    let stage = try await ServiceStage()
    let steps = Steps()
    let gateway = try stage.gateway { duration in await steps.pause(duration) }
    let other = try stage.gateway(copies: "other")
    let followed = Followed(gateway)
    _ = try await gateway.topics()
    _ = try await gateway.board(of: "ai")
    gateway.look(at: .board("ai"), true)
    try await steps.pauses.wait(count: 1)
    try await other.add("New")
    gateway.expire(.topics)
    expect(try await gateway.topics().value.map(\.pros?.count), equals: [5])
    let boards = try await followed.boards.wait { $0.last?.value?.pros.arguments.count == 5 }
    expect(boards.map(\.version), equals: boards.map(\.version).sorted())
    await gateway.close()
    await other.close()
  }

  @LoopActor
  @Test func `no secret is in copies, errors, faults or freshness`() async throws {
    let stage = try await ServiceStage()
    let headers: [String: HeaderValue] = [
      "authorization": .file(path: "/run/token"), "x-plain": .text("plain"),
    ]
    let gateway = try stage.gateway(headers: headers, path: "/?key=s3cret")
    let followed = Followed(gateway)
    _ = try await gateway.topics()
    _ = try await gateway.board(of: "ai")
    try await stage.control(#"{"put":{"/topics/ai":"","/topics":[7,{"id":"ai","title":"AI"}]}}"#)
    for part in [StorePart.board("ai"), .topics] { gateway.expire(part) }
    await #expect {
      try await gateway.board(of: "ai")
    } throws: { !"\($0)".contains("s3cret") }
    _ = try await gateway.topics()
    let faults = try await followed.faults.wait { $0.last?.isEmpty == false }
    let freshness = followed.freshness.events
    await gateway.close()
    expect(stage.copyTexts.count, equals: 4)
    let all = stage.copyTexts + entries(of: stage.copies) + ["\(faults) \(freshness)"]
    for text in all { expect(!text.contains("s3cret")) }
    // The query and the headers were sent.
    expect(stage.requests.contains("GET /topics?key=s3cret"))
  }

  @LoopActor
  @Test func `a header that has no value is an error`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(
      headers: ["authorization": .file(path: "/run/token")], token: nil)
    await #expect(
      throws: TopicError.store(
        .unavailable(
          reason: "news, topics: 127.0.0.1: the value of the header authorization cannot be read"))
    ) { try await gateway.topics() }
    expect(stage.requests, equals: [])
    await gateway.close()
  }

  @LoopActor
  @Test
  func `a page and a post are asked for once while they are fresh, and are read again offline`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let reads = { () async throws in
      expect(
        try await gateway.posts(of: "news", before: "90", limit: 2).map(\.id), equals: ["89", "88"])
      expect(try await gateway.post("7", of: "news").title, equals: "title 7")
      // One of the newest 51, whose text is in the list.
      _ = try await gateway.newestPosts(of: "news")
      expect(try await gateway.post("99", of: "news").title, equals: "title 99")
    }
    let each = ["GET /posts/7", "GET /posts?before=90&limit=2", "GET /posts?limit=51"]
    for _ in 1...2 { try await reads() }
    expect(stage.requests.sorted(), equals: each)
    stage.clock.advance(milliseconds: 300_000)
    try await reads()
    expect(stage.requests.count, equals: 6)
    await gateway.close()
    let later = try stage.gateway(.posts)
    expect(try await later.post("7", of: "news").title, equals: "title 7")
    expect(stage.requests.count, equals: 6)
    stage.clock.advance(milliseconds: 300_000)
    try await stage.service.kill()
    expect(
      try await later.posts(of: "news", before: "90", limit: 2).map(\.id), equals: ["89", "88"])
    for id in ["7", "99"] { expect(try await later.post(id, of: "news").id, equals: id) }
    await #expect(throws: PostError.self) { try await later.post("8", of: "news") }
    await later.close()
  }

  @LoopActor
  @Test func `a part is shown before it is stored if it need not wait, and closing waits for that`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(shouldWaitForSave: false)
    for _ in 1...2 { _ = try await gateway.topics() }
    expect(stage.requests.count, equals: 1)
    await gateway.close()
    expect(stage.copyTexts.count, equals: 1)
  }

  @LoopActor
  @Test func `a side that the service does not have is empty, also without it`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(
      #"{"fail":[{"method":"GET","path":"/topics/ai/cons","status":404,"times":2}]}"#)
    let gateway = try stage.gateway()
    expect(try await gateway.board(of: "ai").value.cons.arguments.isEmpty)
    let fetched = gateway.part(.board("ai")).freshness.fetched
    stage.clock.advance(milliseconds: 300_000)
    expect(try await gateway.board(of: "ai").value.cons.arguments.isEmpty)
    // It has no new content.
    expect(gateway.part(.board("ai")).freshness.fetched, equals: fetched)
    await gateway.close()
    try await stage.service.kill()
    let later = try stage.gateway()
    let board = try await later.board(of: "ai").value
    expect(board.pros.arguments.count == 4 && board.cons.arguments.isEmpty)
    await later.close()
  }

  @LoopActor
  @Test func `a list that a change has superseded is shown until there is a newer one`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.topics()
    _ = try await gateway.board(of: "ai")
    try await stage.control(
      #"{"put":{"/topics":[{"id":"ai","title":"AI"},{"id":"b","title":"B"}]},"hold":"/topics"}"#)
    let poll = LoopActor.task { try? await gateway.refresh(gateway.part(.topics)) }
    try await stage.service.wait(for: "GET /topics", count: 5)
    try await gateway.add("New")
    try stage.service.release()
    await poll.value
    // What was stored before is older than what is shown.
    for _ in 1...2 { expect(try await gateway.topics().value.map(\.id), equals: ["ai", "b"]) }
    await gateway.close()
  }

  @LoopActor
  @Test func `after expire, or a change that may have been made, pages and posts are asked for`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let read = { () async throws -> Int in
      _ = try await gateway.posts(of: "news", before: "90", limit: 2)
      _ = try await gateway.post("7", of: "news")
      return stage.requests.count { $0.hasPrefix("GET /posts/7") || $0.contains("before=90") }
    }
    expect(try await read(), equals: 2)
    expect(try await read(), equals: 2)
    gateway.expire(.posts("news"))
    stage.clock.advance(milliseconds: 1)
    expect(try await read(), equals: 4)
    expect(try await read(), equals: 4)
    try await stage.control(
      #"{"fail":[{"method":"PUT","path":"/posts/7","status":500,"times":9}]}"#)
    await #expect(throws: PostError.self) {
      try await StorePosts(gateway: gateway) { later }.edit(
        "7", of: "news", title: "New", author: "ada")
    }
    stage.clock.advance(milliseconds: 1)
    // The change has asked for the post, too.
    expect(try await read(), equals: 7)
    await gateway.close()
  }

  @LoopActor
  @Test func `a page is stored as it was asked for`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"limits":false}"#)
    let gateway = try stage.gateway(.posts)
    expect(
      try await gateway.posts(of: "news", before: "90", limit: 2).map(\.id), equals: ["89", "88"])
    await gateway.close()
    expect(stage.copyTexts.count, equals: 1)
    expect(stage.copyTexts[0].contains("title 88"))
    expect(!stage.copyTexts[0].contains("title 87"))
  }

  @LoopActor
  @Test func `a topic that has left the list is forgotten with its copies`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.topics()
    _ = try await gateway.board(of: "ai")
    _ = try await gateway.posts(of: "ai", before: "9", limit: 2)
    try await stage.control(#"{"put":{"/topics":[]}}"#)
    gateway.expire(.topics)
    expect(try await gateway.topics().value.isEmpty)
    // It is back, with the same name.
    try await stage.control(#"{"put":{}}"#)
    gateway.expire(.topics)
    _ = try await gateway.topics()
    expect(try await gateway.board(of: "ai").value.pros.arguments.count, equals: 4)
    try await stage.control(#"{"put":{"/topics":[]}}"#)
    gateway.expire(.topics)
    _ = try await gateway.topics()
    await gateway.close()
    expect(stage.copyTexts.count, equals: 1)
  }

  @LoopActor
  @Test func `a wrong answer for a post is not the answer to the next read`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"put":{"/posts/7":{"id":8,"title":"T","body":"B"}}}"#)
    let gateway = try stage.gateway(.posts)
    await #expect(throws: PostError.self) { try await gateway.post("7", of: "news") }
    try await stage.control(#"{"put":{}}"#)
    expect(try await gateway.post("7", of: "news").title, equals: "title 7")
    await gateway.close()
  }

  @LoopActor
  @Test func `the post of an expired list is not an answer if the service refuses it`() async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    _ = try await gateway.newestPosts(of: "news")
    stage.clock.advance(milliseconds: 300_000)
    for (status, isAnswered) in [(403, false), (503, true)] {
      try await stage.control(
        #"{"fail":[{"method":"GET","path":"/posts/99","status":\#(status),"times":9}]}"#)
      let post = try? await gateway.post("99", of: "news")
      expect((post != nil), equals: isAnswered)
    }
    await gateway.close()
  }

  @LoopActor
  @Test func `a closed gateway answers nothing`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.topics()
    await gateway.close()
    await #expect(throws: PostError.self) { try await gateway.post("1", of: "ai") }
    await #expect(throws: PostError.self) {
      try await gateway.posts(of: "ai", before: "1", limit: 1)
    }
    gateway.look(at: .topics, true)
    await #expect(throws: TopicError.self) { try await gateway.topics() }
    await turns(5)
    expect(stage.requests, equals: ["GET /topics"])
  }
}

/// Pauses that a test ends.
@LoopActor
final class Steps {
  nonisolated let pauses = Journal<Duration>()
  nonisolated let ends = Journal<Void>()
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var count = 0

  nonisolated init() {}

  var waiting: Int { waiters.count }

  func pause(_ duration: Duration) async {
    count += 1
    let id = count
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiters[id] = continuation
        pauses.note(duration)
      }
    } onCancel: {
      LoopActor.task { self.end(id) }
    }
  }

  /// Ends all pauses.
  func next() {
    for id in waiters.keys { waiters.removeValue(forKey: id)?.resume() }
  }

  private func end(_ id: Int) {
    guard let waiter = waiters.removeValue(forKey: id) else { return }
    waiter.resume()
    ends.note(())
  }
}

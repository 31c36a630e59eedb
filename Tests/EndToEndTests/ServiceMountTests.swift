import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// Boards of a service elsewhere, shown by a daemon.
@Suite(.blocking) struct ServiceMountTests {
  private let files = ServiceFiles()

  @Test func `a board is shown from its copy without the service, and is fresh once it is back`()
    async throws
  {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("news", #","expires":1,"poll":1"#))
    let online = try files.start()
    let first = try BoxFollower("news.**", of: online)
    let items = try first.wait(for: "news.ai.pros.items") { $0.elements?.count == 4 }
    let fresh = try first.wait(for: "news.ai.pros.freshness") { $0["fetched"]?.string != nil }
    expect(fresh["isStale"]?.boolean, equals: false)
    try first.wait(for: "news.ai.pros.isErrorFree") { $0["status"]?.boolean == true }
    try await service.kill()
    expect(try online.terminate(), equals: .exited(0))

    let offline = try files.start()
    let second = try BoxFollower("news.**", of: offline)
    try second.wait(for: "news.ai.pros.items") { $0 == items }
    let stale = try second.wait(for: "news.ai.pros.freshness") { $0["isStale"]?.boolean == true }
    expect(stale["fetched"], equals: fresh["fetched"])
    let alert = try second.wait(for: "news.ai.pros.isErrorFree") { $0["status"]?.boolean == false }
    let sentence = try require(alert["message"]?.string)
    let expected =
      #/this copy is from .*\d\d:\d\d.*, because the service is not available: news, topics/ai: 127\.0\.0\.1: connection refused/#
    expect(sentence.wholeMatch(of: expected) != nil, "\(sentence)")
    expect(second.boxes["news.ai.pros.items"], equals: items)

    let back = try await HTTPService(.board, port: service.port)
    try second.wait(for: "news.ai.pros.freshness") { $0["isStale"]?.boolean == false }
    try second.wait(for: "news.ai.pros.isErrorFree") { $0["status"]?.boolean == true }
    try second.wait(for: "news.isErrorFree") { $0["status"]?.boolean == true }
    expect(second.boxes["news.ai.pros.items"], equals: items)
    // However many parts there were, and however often each was asked for.
    expect(try offline.terminate(), equals: .exited(0))
    let log = offline.process.standardError.split(separator: "\n")
    expect(log.count { $0.contains("connection refused; stored copies are shown") }, equals: 1)
    expect(log.count { $0.contains("connection refused") }, equals: 1, "\(log)")
    expect(log.count { $0.hasSuffix("news: what is shown is up to date again") }, equals: 1)
    withExtendedLifetime(back) {}
  }

  @Test func `a redirect to another port is followed only if the mount allows it`() async throws {
    let target = try await HTTPService(.board)
    let service = try await HTTPService(.board)
    try service.control(#"{"redirect":"\#(target.url(""))"}"#)
    try files.configure(
      service.mount("news") + "," + service.mount("far", #","redirects":"any""#))
    let follower = try BoxFollower("**", of: try files.start())
    try follower.wait(for: "far.ai.pros.items") { $0.elements?.count == 4 }
    let alert = try follower.wait(for: "news.isErrorFree") { $0["status"]?.boolean == false }
    let message = try require(alert["message"]?.string)
    expect(message.contains("redirects to http://127.0.0.1:\(target.port), which"), "\(message)")
    expect(follower.boxes["news.ai.pros.items"] == nil)
  }

  @Test func `clients that wait for a service see its boards as soon as it is there`()
    async throws
  {
    let gone = try await HTTPService(.board)
    try await gone.kill()
    try files.configure(gone.mount("news", #","poll":1"#))
    let follower = try BoxFollower("news.**", of: try files.start())
    try follower.wait(for: "news.isErrorFree") { $0["status"]?.boolean == false }
    let service = try await HTTPService(.board, port: gone.port)
    try follower.wait(for: "news.ai.pros.items") { $0.elements?.count == 4 }
    try follower.wait(for: "news.isErrorFree") { $0["status"]?.boolean == true }
    withExtendedLifetime(service) {}
  }

  @Test func `what a service does not say is null, and what is left out is said beside the rest`()
    async throws
  {
    let service = try await HTTPService(.board)
    let topic = #"{"id":"tea","title":"Tea"}"#
    try service.control(
      #"""
      {"put":{"/topics":[\#(topic)],"/topics/tea":\#(topic),
       "/topics/tea/pros":[{"id":1},{"id":2}],"/topics/tea/cons":[{"id":1,"text":"Cold"}],
       "/topics/tea/posts":[{"id":1},{"id":2,"title":"A","content":"a"}]}}
      """#)
    try files.configure(service.mount("news"))
    let daemon = try files.start()
    let peer = try daemon.connect()
    let summary = try peer.value("news.tea.summary")
    for name in [
      "pros", "cons", "score", "leaning", "prosText", "consText", "scoreText", "leaningText",
      "created", "updated",
    ] {
      expect(summary[name], equals: .null, "\(name) in \(summary)")
    }
    expect(summary["line"]?.string, equals: "not known yet")

    let follower = try BoxFollower("news.**", of: daemon)
    let cons = try follower.wait(for: "news.tea.cons.items") { $0.elements?.count == 1 }
    expect(cons.elements?[0]["created"], equals: .null)
    expect(cons.elements?[0]["updated"], equals: .null)
    let place = service.url("/topics/tea")
    for (box, message) in [
      ("pros", "\(place)/pros: 2 elements are left out; of the first one, it has no text"),
      ("posts", "\(place)/posts: one element is left out: it has no title"),
    ] {
      // An empty side may be shown a moment before it is known what is left out of it.
      let alert = try follower.wait(for: "news.tea.\(box).isErrorFree") {
        $0["message"]?.string == message
      }
      expect(alert["status"]?.boolean, equals: false)
    }
    try follower.wait(for: "news.tea.cons.isErrorFree") { $0["status"]?.boolean == true }
    let line = try follower.wait(for: "news.tea.summary") { $0["pros"]?.integer == 0 }
    expect(line["line"]?.string, equals: "0 pros · 1 con · score -1 · leans con")
    let posts = try follower.wait(for: "news.tea.posts.items") { $0.elements?.count == 1 }
    expect(posts.elements?[0]["created"], equals: .null)
    expect(posts.elements?[0]["dates"]?.string, equals: "")
  }

  @Test func `each scene of such a mount has a freshness, and the description too`() async throws {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("news") + #","topics":{"memory":true}"#)
    let peer = try files.start().connect()
    let scenes = ["news", "news.ai", "news.ai.cons", "news.ai.posts", "news.ai.pros"]
    let boxes = try require(try peer.call("get", #"{"boxes":["news.**"]}"#)["result", "boxes"])
    for scene in scenes {
      expect(boxes["\(scene).freshness"]?.names, equals: ["fetched", "isStale"], "\(scene)")
    }
    expect(boxes["news.ai.summary", "pros"]?.integer, equals: 4)
    let document = try require(try peer.call("rpc.discover")["result"])
    expect(try OpenRPCChecker.faults(of: document), equals: [])
    let described = (document["x-boxes"]?.names ?? []).filter { $0.hasSuffix(".freshness") }
    expect(
      described,
      equals: [
        "news.ai.cons.freshness", "news.ai.freshness", "news.ai.posts.freshness",
        "news.ai.pros.freshness", "news.freshness",
      ])
    expect(document["components", "schemas", "Freshness"] != nil)
  }

  @Test func `a reload adds and removes such a mount, and leaves the others alone`() async throws {
    let service = try await HTTPService(.board)
    try files.configure(#""topics":{"memory":true}"#)
    let daemon = try files.start()
    let peer = try daemon.connect()
    try peer.call("topics.create", #"{"title":"Kept"}"#)
    let follower = try BoxFollower("*.*.summary", of: daemon)
    try files.configure(#""topics":{"memory":true},"# + service.mount("news"))
    try files.reload(daemon)
    try follower.wait(for: "news.ai.summary") { $0["pros"]?.integer == 4 }
    try files.configure(#""topics":{"memory":true}"#)
    try files.reload(daemon)
    try follower.waitForRemoval(of: "news.ai.summary")
    expect(follower.removed, equals: ["news.ai.summary"])
    expect(try peer.call("news.fetch").errorCode, equals: -32601)
    try await service.wait(for: "close")
    let answer = try peer.call("get", #"{"boxes":["topics.*.summary"]}"#)
    expect(answer["result", "boxes"]?.names, equals: ["topics.ai.summary", "topics.kept.summary"])
    // That root again, with other settings.
    try files.configure(#""topics":{"memory":true},"# + service.mount("news", #","expires":0"#))
    try files.reload(daemon)
    try follower.wait(for: "news.ai.summary") { $0["pros"]?.integer == 4 }
  }

  @Test func `a change that the service cannot be asked for may be repeated later`() async throws {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("news"))
    let peer = try files.start().connect()
    expect(try peer.call("news.ai.pros.add", #"{"text":"New"}"#)["result", "id"] != nil)
    try await service.kill()
    let refused = try peer.call("news.ai.pros.add", #"{"text":"Late"}"#)
    expect(refused.errorCode, equals: -32005)
    expect(try require(refused["error", "data", "retryAfter"]?.integer) > 0)
    expect(
      refused["error", "message"]?.string?.contains("127.0.0.1: connection refused"), equals: true)
    let boxes = try peer.call("get", #"{"boxes":["news.ai.pros.items"]}"#)["result", "boxes"]
    let texts = boxes?["news.ai.pros.items"]?.elements?.compactMap { $0["text"]?.string }
    expect(texts?.last, equals: "New")
  }

  @Test func `a service that accepts no changes is a read-only mount`() async throws {
    let service = try await HTTPService(.board)
    let refusals = ["/topics/ai/pros", "/topics"].map {
      #"{"method":"POST","path":"\#($0)","status":405,"times":1}"#
    }
    try service.control(#"{"fail":[\#(refusals.joined(separator: ","))]}"#)
    try files.configure(service.mount("news"))
    let peer = try files.start().connect()
    for (intent, parameters) in [
      ("news.ai.pros.add", #"{"text":"New"}"#), ("news.create", #"{"title":"New"}"#),
    ] {
      let refused = try peer.call(intent, parameters)
      expect(refused.errorCode, equals: -32003, "\(refused)")
      expect(refused.errorData, equals: #"{"reason":"read-only"}"#)
      expect(refused["error", "message"]?.string?.contains(" "), equals: true)
    }
    let boxes = try peer.call("get", #"{"boxes":["news.ai.pros.items"]}"#)["result", "boxes"]
    expect(boxes?["news.ai.pros.items"]?.elements?.count, equals: 4)
  }
}

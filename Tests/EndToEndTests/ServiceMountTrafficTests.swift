import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// When a daemon sends requests to a service that it mounts.
@Suite(.blocking) struct ServiceMountTrafficTests {
  private let files = ServiceFiles()

  @Test func `100 clients that look at once cost one request`() async throws {
    let service = try await HTTPService(.board)
    try service.control(#"{"whole":true,"hold":"/topics/ai"}"#)
    try files.configure(service.mount("news", #","poll":0"#))
    let daemon = try files.start()
    let peers = try (0..<100).map { _ in try daemon.connect() }
    let pattern = #"{"boxes":["news.ai.pros.items"]}"#
    for peer in peers { try peer.send(#"{"id":1,"method":"subscribe","params":\#(pattern)}"#) }
    // Without giving its thread to another test, which could keep it for the 20 s of silence after
    // which the daemon repeats a request.
    try waitUntil("the topic is requested") { service.count("GET /topics/ai") > 0 }
    // All of them are waiting by now.
    expect(try daemon.connect().call("ping")["result"] != nil)
    try service.release()
    for peer in peers {
      while try peer.next()["params", "boxes", "news.ai.pros.items"]?.elements?.count != 4 {}
    }
    expect(service.log.filter { $0.hasPrefix("GET ") }, equals: ["GET /topics", "GET /topics/ai"])
  }

  @Test func `get asks the service once, and nothing while the copies are fresh`() async throws {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("news", #","poll":0"#))
    let daemon = try files.start()
    let peer = try daemon.connect()
    let boxes = ["news.ai.pros.items", "news.ai.cons.items", "news.*.summary", "news.ai.pros.*"]
    for box in boxes + boxes {
      expect(try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result"] != nil)
    }
    let requests = service.log.filter { $0.hasPrefix("GET ") }
    expect(
      requests.sorted(),
      equals: [
        "GET /topics", "GET /topics/ai", "GET /topics/ai/cons", "GET /topics/ai/pros",
      ])
    // A restart without the service.
    try await service.kill()
    expect(try daemon.terminate(), equals: .exited(0))
    let other = try files.start().connect()
    let answer = try other.call("get", #"{"boxes":["news.ai.pros.*","news.ai.cons.items"]}"#)
    let copies = try require(answer["result", "boxes"])
    expect(copies["news.ai.pros.items"]?.elements?.count, equals: 4)
    expect(copies["news.ai.cons.items"]?.elements?.count, equals: 3)
    expect(copies["news.ai.pros.isErrorFree", "status"]?.boolean, equals: true)
    expect(copies["news.ai.pros.freshness", "isStale"]?.boolean, equals: false)
  }

  @Test
  func `a page and a post cost a request each, and none after a restart or without the service`()
    async throws
  {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("plain", #","shape":"posts","poll":0"#))
    func titles(_ peer: Peer) throws -> [String?] {
      let page = try peer.call("plain.plain.posts.page", #"{"before":"50","limit":2}"#)
      let post = try peer.call("plain.plain.posts.read", #"{"id":"7"}"#)
      return (page["result", "items"]?.elements ?? []).map { $0["title"]?.string }
        + [post["result", "post", "title"]?.string]
    }
    let daemon = try files.start()
    let peer = try daemon.connect()
    for _ in 1...2 { expect(try titles(peer), equals: ["title 49", "title 48", "title 7"]) }
    let requests = service.log.filter { $0.hasPrefix("GET ") }
    expect(requests.sorted(), equals: ["GET /posts/7", "GET /posts?before=50&limit=2"])
    expect(try daemon.terminate(), equals: .exited(0))
    let second = try files.start()
    expect(try titles(try second.connect()), equals: ["title 49", "title 48", "title 7"])
    expect(service.log.filter { $0.hasPrefix("GET ") }, equals: requests)
    try await service.kill()
    expect(try second.terminate(), equals: .exited(0))
    // With copies that have expired.
    try files.configure(service.mount("plain", #","shape":"posts","expires":0,"poll":0"#))
    expect(try titles(try files.start().connect()), equals: ["title 49", "title 48", "title 7"])
  }

  @Test func `get shows what the service has once the copy has expired`() async throws {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("news", #","expires":1,"poll":0"#))
    let peer = try files.start().connect()
    func text() throws -> String? {
      let answer = try peer.call("get", #"{"boxes":["news.ai.cons.items","news.*.summary"]}"#)
      return answer["result", "boxes", "news.ai.cons.items"]?.elements?.first?["text"]?.string
    }
    expect(try text(), equals: "High cost")
    try service.control(
      #"{"change":{"method":"GET","path":"/topics/ai/cons","side":"cons","id":"1","text":"Noise"}}"#
    )
    try waitUntil("the new text is shown") { try text() == "Noise" }
    try await service.kill()
    try waitUntil("the copy is marked as stale") {
      let answer = try peer.call("get", #"{"boxes":["news.ai.cons.*"]}"#)
      let boxes = answer["result", "boxes"]
      expect(boxes?["news.ai.cons.items"]?.elements?.first?["text"]?.string, equals: "Noise")
      return boxes?["news.ai.cons.freshness", "isStale"]?.boolean == true
    }
  }

  @Test func `a service that nobody looks at gets no requests`() async throws {
    let service = try await HTTPService(.board)
    let other = try await HTTPService(.board)
    try files.configure(
      service.mount("quiet", #","poll":1"#) + "," + other.mount("open", #","poll":1"#))
    let daemon = try files.start()
    let follower = try BoxFollower("open.**", of: daemon)
    try follower.wait(for: "open.ai.pros.items") { $0.elements?.count == 4 }
    expect(try daemon.connect().call("get", #"{"boxes":["daemon.**"]}"#)["result"] != nil)
    // Once when the client began to look, and twice after a pause.
    try await other.wait(for: "GET /topics/ai/pros", count: 3)
    expect(service.log, equals: [])
    // The last one that looks leaves.
    let last = try BoxFollower("quiet.**", of: daemon)
    try last.wait(for: "quiet.ai.pros.items") { $0.elements?.count == 4 }
    try await service.wait(for: "GET /topics/ai/pros", count: 2)
    last.leave()
    try await service.wait(for: "close", count: service.count("accept"))
    let count = service.log.count
    try await other.wait(
      for: "GET /topics/ai/pros", count: other.count("GET /topics/ai/pros") + 2)
    expect(service.log.count, equals: count)
  }

  @Test func `clients that may not read a mount cause no requests`() async throws {
    let service = try await HTTPService(.board)
    let other = try await HTTPService(.board)
    let policy = files.directory.file("policy.json")
    let mounts =
      service.mount("hidden", #","poll":1"#) + "," + other.mount("open", #","poll":1"#)
    func allow(_ patterns: String) throws {
      let rules = [
        rule("anyone", "read", patterns), rule("anyone", "call", "open.**"),
        rule("user:\(geteuid())", "call", "daemon.reload"),
      ]
      try write(#"{"rules":[\#(rules.joined(separator: ","))]}"#, to: policy)
    }
    try allow("open.**")
    try files.configure(mounts, #""policy":"\#(policy)","#)
    let daemon = try files.start()
    let peer = try daemon.connect()
    let follower = try BoxFollower("**", of: daemon)
    try follower.wait(for: "open.ai.pros.items") { $0.elements?.count == 4 }
    for (method, parameters) in [
      ("get", #"{"boxes":["hidden.ai.pros.items"]}"#), ("hidden.fetch", "{}"),
      ("hidden.ai.pros.add", #"{"text":"New"}"#),
      ("subscribe", #"{"boxes":["hidden.ai.pros.items"]}"#),
    ] {
      expect(try peer.call(method, parameters).errorCode, equals: -32003, "\(method)")
    }
    for pattern in ["**", "hidden.**", "*.ai.pros.items"] {
      let answer = try peer.call("get", #"{"boxes":["\#(pattern)"]}"#)
      expect(answer["result", "boxes"]?.names.contains { $0.hasPrefix("hidden") } != true)
    }
    try peer.call("rpc.discover")
    try peer.subscribe("hidden.**")
    try await other.wait(for: "GET /topics/ai/pros", count: 3)
    expect(service.log, equals: [])
    // Those clients, once they may read it.
    try allow("open.** hidden.**")
    try files.reload(daemon)
    try follower.wait(for: "hidden.ai.pros.items") { $0.elements?.count == 4 }
    expect(service.count("GET") > 0)
  }
}

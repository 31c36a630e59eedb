import Expectations
import Fetch
import Testing

/// Flows over a connection or a base URL.
struct ServiceTests {
  private let validators = Validators(etag: "\"1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")

  @Test func `a flow for a base URL fetches one value`() async throws {
    let service = ServiceStage(.text("5"))
    let flow = FetchFlow<Int>(
      baseURL: try BaseURL("https://a.org/v2/"),
      send: { request throws(FetchError) in try service.send(request) },
      mapping: .one(
        decode: { body in
          guard let number = Int(String(decoding: body, as: UTF8.self)) else { throw BadText.word }
          return number
        }, encode: { Array(String($0).utf8) }),
      store: { _ in CopyStore(load: { _ in nil }, save: { _, _ in }) },
      configuration: FlowStage.configuration, environment: service.stage.environment)
    let resource = Resource(
      path: "count", query: [QueryItem("of", "pros")], body: [1],
      headers: ["Authorization": .file(path: "token")], method: .put)
    expect(try await flow.fetch(resource).value, equals: 5)
    let request = try require(service.requests.first)
    expect(request.method, equals: .put)
    expect(request.url, equals: "https://a.org/v2/count?of=pros")
    expect(request.body, equals: [1])
    expect(request.headers, equals: ["authorization": .file(path: "token")])
    service.responses = [.success(.text("five"))]
    await #expect(throws: FetchError.parser(ParserFailure(reason: "word"))) {
      try await flow.fetch(resource)
    }
  }

  @Test func `values of any shape are mapped from bytes, and to what a store keeps`() async throws {
    struct Post: Equatable { let id: Int, title: Substring }
    let service = ServiceStage(.text("7 First post"))
    var kept: [String: String] = [:]
    let map = { (text: String) throws -> Post in
      let parts = text.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let id = Int(parts[0]) else { throw BadText.word }
      return Post(id: id, title: parts[1])
    }
    let now = service.stage.now
    let flow = FetchFlow<Post>(
      connection: try service.connection(),
      mapping: .one(
        decode: { try map(String(decoding: $0, as: UTF8.self)) },
        encode: { Array("\($0.id) \($0.title)".utf8) }),
      store: { _ in
        CopyStore(
          load: { resource throws(FetchError) in
            guard let text = kept[resource.key] else { return nil }
            guard let post = try? map(text) else { throw .unreadable }
            return StoredCopy(post, fetchedAt: now)
          },
          save: { copy, resource in kept[resource.key] = "\(copy.value.id) \(copy.value.title)" })
      },
      configuration: FlowStage.configuration, environment: service.stage.environment)
    let post = Post(id: 7, title: "First post")
    expect(try await flow.fetch(topics).value, equals: post)
    expect(kept, equals: [topics.key: "7 First post"])
    expect(try await flow.fetch(topics), equals: try require(await flow.stored(topics)))
  }

  @Test func `a flow for a base URL fetches a sequence`() async throws {
    let service = ServiceStage(.text("a,b"))
    let flow = FetchFlow<[String]>(
      baseURL: try BaseURL("https://a.org"),
      send: { request throws(FetchError) in try service.send(request) }, mapping: .words,
      store: service.store, configuration: FlowStage.configuration,
      environment: service.stage.environment)
    expect(try await flow.fetch(topics).value, equals: ["a", "b"])
  }

  @Test func `flows for one value and for a sequence share a connection`() async throws {
    let service = ServiceStage(.text("a,b"))
    let connection = try service.connection()
    let text = FetchFlow<String>(
      connection: connection, mapping: .text,
      store: { _ in CopyStore(load: { _ in nil }, save: { _, _ in }) },
      configuration: FlowStage.configuration, environment: service.stage.environment)
    expect(try await text.fetch(topics).value, equals: "a,b")
    expect(try await service.flow().fetch(topics).value, equals: ["a", "b"])
    expect(
      service.requests.map(\.url), equals: ["https://a.org/v2/topics", "https://a.org/v2/topics"])
  }

  @Test func `the store is opened at the configured path`() throws {
    let service = ServiceStage()
    _ = try service.flow(FetchConfiguration(persistenceConfiguration: .enabled(path: "/a/b")))
    expect(service.opened, equals: ["/a/b"])
  }

  @Test func `without persistence, no store is opened, nothing is loaded and nothing saved`()
    async throws
  {
    let service = ServiceStage(.text("a"))
    let disabled = FetchConfiguration(persistenceConfiguration: .disabled)
    var unused = FlowStage.configuration
    expect(unused.usingPersistence)
    unused.usingPersistence = false
    for configuration in [disabled, unused] {
      let flow = try service.flow(configuration)
      expect(try await flow.fetch(topics).value, equals: ["a"])
      expect(await flow.stored(topics) == nil)
      flow.load = { _ throws(FetchError) in throw .unreadable }
      flow.save = { _, _ throws(FetchError) in throw .full }
      expect(try await flow.fetch(topics).value, equals: ["a"])
    }
    expect(service.opened.isEmpty)
    expect(service.stage.count(of: .load), equals: 0)
    expect(service.stage.count(of: .save), equals: 0)
  }

  @Test func `reachability is checked by default, and need not be`() async throws {
    let service = ServiceStage(.text("a"))
    service.stage.isReachable = false
    var configuration = FlowStage.configuration
    expect(configuration.shouldCheckReachability)
    await #expect(throws: FetchError.noConnectivity(.unreachable)) {
      try await service.flow(configuration).fetch(topics)
    }
    expect(service.requests.isEmpty)
    configuration.shouldCheckReachability = false
    expect(try await service.flow(configuration).fetch(topics).value, equals: ["a"])
  }

  @Test func `validators are sent and received as header fields`() async throws {
    let service = ServiceStage(
      .text("a", ("etag", "\"1\""), ("LAST-MODIFIED", "Sun, 06 Nov 1994 08:49:37 GMT")),
      FetchResponse(status: 304))
    let flow = try service.flow()
    let first = try await flow.fetchFromNetwork(topics)
    expect(first.copy.validators, equals: validators)
    expect(service.requests[0].headers.isEmpty)
    let second = try await flow.fetchFromNetwork(topics, known: first.copy)
    expect(second.isUnchanged)
    expect(
      service.requests[1].headers,
      equals: [
        "if-none-match": .text("\"1\""),
        "if-modified-since": .text("Sun, 06 Nov 1994 08:49:37 GMT"),
      ])
  }

  @Test func `a resource with a condition of its own, or that changes something, gets no other`()
    async throws
  {
    let service = ServiceStage(.text("a"))
    let flow = try service.flow()
    let known = StoredCopy(["a"], fetchedAt: service.stage.now, validators: validators)
    let own = Resource(path: "a", headers: ["If-None-Match": .text("*")])
    _ = try await flow.fetchFromNetwork(own, known: known)
    _ = try await flow.fetchFromNetwork(Resource(path: "a", method: .put), known: known)
    expect(service.requests.map(\.headers), equals: [["if-none-match": .text("*")], [:]])
  }

  @Test func `a 304 that was not asked for is an error`() async throws {
    let flow = try ServiceStage(FetchResponse(status: 304)).flow()
    await #expect(throws: FetchError.status(304)) { try await flow.fetch(topics) }
  }

  @Test(arguments: [200, 201, 204, 299])
  func `every status 2xx is a success`(status: Int) async throws {
    let flow = try ServiceStage(.text("a", status: status)).flow()
    expect(try await flow.fetch(topics).value, equals: ["a"])
  }

  @Test(arguments: [100, 199, 300, 302, 400, 404, 409, 412, 500, 599])
  func `any other status is an error that contains it`(status: Int) async throws {
    let flow = try ServiceStage(.text("a", status: status)).flow()
    await #expect(throws: FetchError.status(status)) { try await flow.fetch(topics) }
  }

  @Test func `a path that would leave the base URL is not sent`() async throws {
    let service = ServiceStage(.text("a"))
    let error = await #expect(throws: FetchError.self) {
      try await service.flow().fetch(Resource(path: ["topics", ".."], method: .delete))
    }
    guard case .server(.unusable) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expect(service.requests.isEmpty)
  }

  @Test(arguments: [
    ("X-A", "b\r\nX-C: d"), ("X-A", "b\nc"), ("X-A", "b\u{0}"), ("X-A", "b\u{7F}"),
    ("X-A: b\r\nX-C", "d"), ("X A", "b"), ("X-Ä", "b"), ("", "b"),
  ])
  func `a header field that would not be sent as one field is not sent`(
    name: String, value: String
  ) async throws {
    let service = ServiceStage(.text("a"))
    let resource = Resource(path: "a", headers: [name: .text(value)])
    let error = await #expect(throws: FetchError.self) {
      try await service.flow().fetch(resource)
    }
    guard case .server(.unusable(let reason)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expect(
      reason,
      equals:
        "a.org: the header \(name.lowercased().debugDescription) has characters that cannot be sent"
    )
    expect(service.requests.isEmpty)
  }

  @Test func `the description of a request contains neither query nor header fields nor body`()
    async throws
  {
    let service = ServiceStage(.text("a"))
    let resource = Resource(
      path: "a", query: [QueryItem("key", "secret")], body: Array("secret".utf8),
      headers: ["Cookie": .text("secret")])
    _ = try await service.flow().fetch(resource)
    let request = try require(service.requests.first)
    var dumped = "\(request)"
    dump(request, to: &dumped)
    expect(dumped.hasPrefix("GET https://a.org/v2/a"))
    expect(!dumped.contains("secret"))
  }

  @Test
  func `keys, requests and steps contain the path of a secret's file, and nothing else of it`()
    async throws
  {
    let service = ServiceStage(.text("a"))
    let resource = Resource(path: "a", headers: ["Authorization": .file(path: "/run/token")])
    let flow = try service.flow()
    _ = try await flow.fetch(resource)
    expect(resource.key, equals: "GET /a authorization<%2Frun%2Ftoken")
    expect(service.requests[0].headers, equals: ["authorization": .file(path: "/run/token")])
    expect(service.stage.copies.keys.sorted(), equals: [resource.key])
    expect(!"\(service.stage.steps) \(resource)".contains("token"))
  }
}

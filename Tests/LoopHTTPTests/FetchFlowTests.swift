import Expectations
import Fetch
import FoundationEssentials
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

/// Flows that are ready to use: JSON over HTTP, with copies in a directory.
@Suite(.enabled(if: LoopThread.isRunning)) struct FetchFlowTests {
  private struct Topic: Codable, Equatable, Sendable {
    let id: String
    let title: String
  }

  private let directory = TemporaryDirectory()

  private var copies: String { directory.file("copies") }

  private let topic = Resource(path: "topics/ai")
  private let topics = Resource(path: "topics")

  private func requests(_ service: HTTPService) -> Int {
    service.log.count { $0.hasPrefix("GET") }
  }

  @LoopActor
  @Test func `a value is fetched once while it is fresh, also by the next flow`() async throws {
    let service = try await HTTPService(.board)
    let url = try BaseURL(service.url("/"))
    for _ in 1...2 {
      let flow = FetchFlow(Topic.self, from: url, copies: copies)
      for _ in 1...2 {
        expect(
          try await flow.fetch(topic).value,
          equals: Topic(id: "ai", title: "Artificial Intelligence"))
      }
    }
    expect(requests(service), equals: 1)
  }

  @LoopActor
  @Test func `without the service, an expired copy of the directory is returned as stale`()
    async throws
  {
    let service = try await HTTPService(.board)
    let connection = ServiceConnection(to: try BaseURL(service.url("/")))
    var flow = FetchFlow(sequenceOf: Topic.self, from: connection, copies: copies)
    expect(try await flow.fetch(topics).source, equals: .network)
    try await service.kill()
    let errors = Journal<String>()
    flow = FetchFlow(
      sequenceOf: Topic.self, from: connection, copies: copies, configure: { $0.expiry = .zero },
      observe: { resource, step in
        if let error = step.error { errors.note("\(resource): \(error)") }
      })
    let fetched = try await flow.fetch(topics)
    expect(fetched.value.map(\.id), equals: ["ai"])
    expect(fetched.isStale)
    expect(fetched.failure, equals: .noConnectivity(.refused))
    expect(errors.events, equals: ["GET /topics: connection refused"])
  }

  @LoopActor
  @Test func `elements that cannot be decoded are left out and reported, or fail the fetch`()
    async throws
  {
    let connection = ServiceConnection(baseURL: try BaseURL("http://h")) { _ in
      FetchResponse(status: 200, body: Array(#"[{"id":"a","title":"A"},{"id":7},null]"#.utf8))
    }
    let elements = Journal<Int?>()
    let flow = FetchFlow(
      sequenceOf: Topic.self, from: connection, copies: copies,
      observe: { _, step in
        if case .pruned(let failure) = step { elements.note(failure.element) }
      })
    let fetched = try await flow.fetch(topics)
    expect(fetched.value, equals: [Topic(id: "a", title: "A")])
    expect(fetched.pruned, equals: 2)
    expect(elements.events, equals: [1, 2])
    // The number is stored, too.
    let stored = FetchFlow(sequenceOf: Topic.self, from: connection, copies: copies)
    let again = try await stored.fetch(topics)
    expect(again.source, equals: .store)
    expect(again.pruned, equals: 2)
    let strict = FetchFlow(
      sequenceOf: Topic.self, from: connection, copies: directory.file("other"),
      configure: { $0.shouldPrune = false })
    await #expect {
      try await strict.fetch(topics)
    } throws: { error in
      guard case FetchError.parser(let failure) = error else { return false }
      return failure.element == 1
    }
  }

  @Test func `elements of types that JSON has no value for are as in a whole value`() async throws {
    struct Mark: Codable, Equatable { let date: Date, page: URL }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let mark = Mark(date: Date(timeIntervalSince1970: 1), page: URL(string: "https://a.org")!)
    let marks = Mapping<[Mark]>.jsonArray(decoder, encoder)
    let (value, faults) = try await marks.decode(try await marks.encode([mark]))
    expect(value, equals: [mark])
    expect(faults, equals: [])
    let urls = Mapping<[URL]>.jsonArray()
    expect(try await urls.decode(Array(#"["https://a.org"]"#.utf8)).value, equals: [mark.page])
    expect(try await urls.decode(try await urls.encode([mark.page])).value, equals: [mark.page])
  }

  @LoopActor
  @Test func `a body that is sent again is not a new value, however large`() async throws {
    let service = try await HTTPService(.board)
    for size in [10, 100_000] {
      let text = String(repeating: "x", count: size)
      try await onOwnThread {
        try service.control(
          #"{"put":{"/topics/big":{"id":"big","title":"\#(text)"}},"tags":false}"#)
      }
      let flow = FetchFlow(
        Topic.self, from: try BaseURL(service.url("/")), copies: directory.file("\(size)"),
        configure: { $0.expiry = .zero })
      let big = Resource(path: "topics/big")
      let first = try await flow.fetch(big)
      expect(first.source, equals: .network)
      let second = try await flow.fetch(big)
      expect(second.source, equals: .confirmed)
      expect(second.copy.sentAt, equals: first.copy.sentAt)
    }
  }

  @LoopActor
  @Test func `what nobody waits for is saved nevertheless`() async throws {
    let service = try await HTTPService(.board)
    let saved = Journal<Void>()
    let flow = FetchFlow(
      Topic.self, from: try BaseURL(service.url("/")), copies: copies,
      configure: { $0.shouldWaitForSaveToPersistence = false },
      observe: { _, step in if step == .saved { saved.note(()) } })
    _ = try await flow.fetch(topic)
    _ = try await saved.wait { !$0.isEmpty }
    expect(entries(of: copies).count, equals: 1)
  }
}

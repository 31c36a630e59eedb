import Expectations
import Fetch
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

/// The client as what sends the requests of a fetch.
@Suite(.enabled(if: LoopThread.isRunning)) struct FetchRequestTests {
  /// A flow whose copies are in memory, and always expired.
  @LoopActor
  private func flow(_ service: HTTPService) throws -> FetchFlow<String> {
    let client = HTTPClient(limits: .patient)
    var configuration = FetchConfiguration(persistenceConfiguration: .enabled(path: ""))
    configuration.expiry = .zero
    var copies: [Resource: StoredCopy<String>] = [:]
    return FetchFlow(
      baseURL: try BaseURL(service.url("")),
      send: { request async throws(FetchError) in try await client.send(request) },
      mapping: .one(
        decode: { String(decoding: $0, as: UTF8.self) }, encode: { Array($0.utf8) }),
      store: { _ in
        CopyStore(load: { copies[$0] }, save: { copy, resource in copies[resource] = copy })
      },
      configuration: configuration,
      environment: FetchEnvironment(
        now: { WallTime(millisecondsSince1970: 1) }, pause: { _ in }, later: { _ in }))
  }

  @LoopActor
  @Test func `a value is fetched, and then confirmed by its validators`() async throws {
    let service = try await HTTPService()
    let flow = try flow(service)
    let first = try await flow.fetch(Resource(path: "list"))
    expect(first.source, equals: .network)
    let second = try await flow.fetch(Resource(path: "list"))
    expect(second.source, equals: .confirmed)
    expect(second.copy.value, equals: first.copy.value)
  }

  @LoopActor
  @Test func `a header is read from its file, without line breaks at its end`() async throws {
    let service = try await HTTPService()
    let directory = TemporaryDirectory()
    try write("s3cret\n\n", to: directory.file("token"))
    let flow = try flow(service)
    let resource = { (path: String) in
      Resource(path: "echo", headers: ["X-Key": .file(path: path)])
    }
    let echo = try await flow.fetch(resource(directory.file("token"))).copy.value
    expect(echo.contains(#""x-key":"s3cret""#), "\(echo)")
    await #expect(
      throws: FetchError.server(
        .unusable(reason: "127.0.0.1: the value of the header x-key cannot be read"))
    ) { try await flow.fetch(resource(directory.file("none"))) }
  }

  @LoopActor
  @Test func `a failure is an error of the fetch`() async throws {
    let service = try await HTTPService()
    let flow = try flow(service)
    await #expect(throws: FetchError.server(.status(404))) {
      try await flow.fetch(Resource(path: "status/404"))
    }
    try await service.kill()
    await #expect(throws: FetchError.noConnectivity(.refused)) {
      try await flow.fetch(Resource(path: "list"))
    }
  }
}

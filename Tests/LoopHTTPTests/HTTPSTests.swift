import Expectations
import Fetch
import HTTPTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct HTTPSTests {
  @LoopActor
  @Test func `a service with a trusted certificate is used`() async throws {
    let certificate = try await TestCertificate()
    let service = try await HTTPService(.https(certificate))
    let client = HTTPClient(limits: .patient, authorities: certificate.file)
    expect(try await client.send(.get, "/list", to: service).status, equals: 200)
    expect(try await client.send(.get, "/list", to: service).status, equals: 200)
    expect(service.count("accept"), equals: 1)
  }

  @LoopActor
  @Test func `a certificate that nobody has signed is refused`() async throws {
    let certificate = try await TestCertificate()
    let service = try await HTTPService(.https(certificate))
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPClient(limits: .patient).send(.get, "/list?s3cret", to: service)
    }
    expect(
      error?.description, equals: "127.0.0.1: SSL certificate problem: self-signed certificate")
    expect(service.count("GET"), equals: 0)
  }

  @LoopActor
  @Test func `a certificate for another host is refused`() async throws {
    let certificate = try await TestCertificate(for: "DNS:example.org")
    let service = try await HTTPService(.https(certificate))
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPClient(limits: .patient, authorities: certificate.file).send(
        .get, "/list", to: service)
    }
    expect(error?.description.contains("no alternative certificate subject name"), equals: true)
    expect(service.count("GET"), equals: 0)
  }

  @LoopActor
  @Test func `a missing file of authorities is an error`() async throws {
    let certificate = try await TestCertificate()
    let service = try await HTTPService(.https(certificate))
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPClient(limits: .patient, authorities: "/nonexistent").send(
        .get, "/list", to: service)
    }
    expect(error?.description.contains("/nonexistent"), equals: true)
  }

  @LoopActor
  @Test func `a service that does not speak TLS is refused`() async throws {
    let service = try await HTTPService()
    let url = try HTTPURL(service.url("/list").replacing("http:", with: "https:"))
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPClient(limits: .patient).send(HTTPRequest(.get, url))
    }
    guard case .tls = error else { return expect(Bool(false), "\(String(describing: error))") }
  }

  @LoopActor
  @Test func `a redirect to a wrong certificate is refused`() async throws {
    let certificate = try await TestCertificate()
    let other = try await HTTPService(.https(certificate))
    let service = try await HTTPService()
    let url = try HTTPURL(service.url("/redirect"))
      .with([("to", other.url("/list"))])
    let error = await #expect(throws: HTTPError.self) {
      try await HTTPClient(limits: .patient, redirects: .any).send(HTTPRequest(.get, url))
    }
    guard case .tls = error else { return expect(Bool(false), "\(String(describing: error))") }
    expect(other.count("GET"), equals: 0)
  }

  @LoopActor
  @Test func `a service may choose HTTP-2`() async throws {
    let certificate = try await TestCertificate()
    let service = try await HTTPService(.http2(certificate))
    let client = HTTPClient(limits: .patient, authorities: certificate.file)
    expect(try await client.send(.get, "/", to: service).text, equals: "http2")
    expect(try await client.send(.get, "/", to: service).text, equals: "http2")
    expect(service.log.filter { $0 != "close" }, equals: ["accept", "protocol h2"])
  }
}

import Expectations
import Fetch
import HTTPTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct HTTPRedirectTests {
  @LoopActor
  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed`(status: Int) async throws {
    let service = try await HTTPService()
    let answer = try await redirect(to: "/echo?a=b", status, of: service)
    expect(answer.text.contains(#""method":"GET","path":"/echo?a=b""#))
  }

  @LoopActor
  @Test func `a redirect may be relative, and contain spaces`() async throws {
    let service = try await HTTPService()
    let answer = try await redirect(to: "echo?a b#c", of: service)
    expect(answer.text.contains(#""path":"/echo?a+b""#))
  }

  @LoopActor
  @Test(arguments: [300, 304, 305])
  func `an answer that is not a redirect is not followed`(status: Int) async throws {
    let service = try await HTTPService()
    expect(try await redirect(to: "/echo", status, of: service).status, equals: status)
  }

  @LoopActor
  @Test func `a redirect without a target is an answer`() async throws {
    let service = try await HTTPService()
    expect(
      try await HTTPClient(limits: .patient).send(.get, "/status/302", to: service).status,
      equals: 302)
  }

  @LoopActor
  @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func `after a redirect, POST becomes GET where RFC 9110 says so`(
    status: Int, method: String
  ) async throws {
    let service = try await HTTPService()
    let answer = try await redirect(.post, to: "/echo", status, of: service)
    expect(answer.text.contains(#""method":"\#(method)""#))
    expect(answer.text.contains(#""body":"text""#), equals: (method == "POST"))
    expect(answer.text.contains(#""content-type":"text/plain""#), equals: (method == "POST"))
  }

  @LoopActor
  @Test(arguments: [(301, "PUT"), (302, "PUT"), (303, "GET"), (307, "PUT"), (308, "PUT")])
  func `other methods stay the same, except for 303`(status: Int, method: String) async throws {
    let service = try await HTTPService()
    let answer = try await redirect(.put, to: "/echo", status, of: service)
    expect(answer.text.contains(#""method":"\#(method)""#))
  }

  @LoopActor
  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
  func `a redirect to another scheme is refused`(target: String) async throws {
    let service = try await HTTPService()
    let scheme = String(target.prefix { $0 != ":" })
    await #expect(throws: HTTPError.forbiddenScheme(scheme)) {
      try await redirect(to: target, of: service)
    }
  }

  @LoopActor
  @Test func `a redirect to a malformed URL is refused`() async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.malformedURL) { try await redirect(to: "http://", of: service) }
  }

  @LoopActor
  @Test func `within an origin, a redirect keeps all headers`() async throws {
    let service = try await HTTPService()
    let answer = try await redirect(to: "/echo", of: service, with: secrets)
    expect(answer.text.contains("Bearer s3cret"))
    expect(answer.text.contains("key s3cret"))
    expect(answer.text.contains("not a secret"))
  }

  @Test(arguments: [
    ("http://a.org", "http://a.org:80/x"), ("https://a.org", "https://A.org/"),
    ("http://a.org:8080/", "http://a.org:8080/"), ("http://a.org", "https://a.org/"),
  ])
  func `a redirect within the service, or to https, is allowed`(from: String, to: String) throws {
    expect(Redirects.same.allow(from: try HTTPURL(from).origin, to: try HTTPURL(to).origin))
  }

  @Test(arguments: [
    ("http://a.org", "http://b.org"), ("http://a.org", "http://a.org:8080"),
    ("https://a.org", "http://a.org"), ("http://a.org:8080", "https://a.org"),
    ("http://a.org", "https://a.org:8443"), ("http://a.org", "https://b.org"),
    ("http://a.org", "http://a.org.b.org"), ("http://127.0.0.1", "http://localhost"),
  ])
  func `a redirect to another service needs a permission`(from: String, to: String) throws {
    let (from, to) = (try HTTPURL(from).origin, try HTTPURL(to).origin)
    expect(!Redirects.same.allow(from: from, to: to))
    expect(Redirects.any.allow(from: from, to: to))
  }

  @LoopActor
  @Test(arguments: [Fetch.Method.get, .post, .put, .delete], [302, 307])
  func `without the permission, another service is not asked`(
    method: Fetch.Method, status: Int
  ) async throws {
    let service = try await HTTPService()
    let other = try await HTTPService()
    let target = try HTTPURL(other.url("/")).origin
    let error = HTTPError.foreignRedirect(host: "127.0.0.1", target: target)
    await #expect(throws: error) {
      try await redirect(method, to: other.url("/echo"), status, of: service)
    }
    expect(
      "\(error)",
      equals: "127.0.0.1: it redirects to http://127.0.0.1:\(other.port), which is not followed "
        + "without \"redirects\": \"any\"")
    expect(other.log.isEmpty)
  }

  @LoopActor
  @Test func `to another origin, a redirect contains no secret`() async throws {
    let service = try await HTTPService()
    let other = try await HTTPService()
    let target = other.url("/echo").replacing("http://", with: "http://a:b@")
    let answer = try await redirect(
      to: target, of: service, userInfo: "user:s3cret@", with: secrets, .any)
    expect(!answer.text.contains("s3cret"))
    expect(!answer.text.contains("authorization"))
    expect(!answer.text.contains("cookie"))
    expect(answer.text.contains("not a secret"))
    expect(service.count("GET"), equals: 1)
  }

  @LoopActor
  @Test func `a secret that was dropped stays dropped on the way back`() async throws {
    let service = try await HTTPService()
    let other = try await HTTPService()
    let back = try HTTPURL(other.url("/redirect"))
      .with([("to", service.url("/echo"))])
    let target = "\(back)?to=\(service.url("/echo"))"
    let answer = try await redirect(
      to: target, of: service, userInfo: "user:s3cret@", with: secrets, .any)
    expect(!answer.text.contains("s3cret"))
    expect(answer.text.contains("not a secret"))
    expect(other.count("GET"), equals: 1)
  }

  @LoopActor
  @Test func `user name and password of the URL are sent, also after a redirect within the origin`()
    async throws
  {
    let service = try await HTTPService()
    // user:pass word
    let credentials = #""authorization":"Basic dXNlcjpwYXNzIHdvcmQ=""#
    for target in ["/echo", service.url("/echo")] {
      let answer = try await redirect(to: target, of: service, userInfo: "user:pass%20word@")
      expect(answer.text.contains(credentials))
    }
  }

  private let secrets = [
    HTTPHeader("Authorization", "Bearer s3cret"), HTTPHeader("Cookie", "id=s3cret"),
    HTTPHeader("X-Api-Key", "key s3cret", isSecret: true), HTTPHeader("X-Other", "not a secret"),
  ]

  @LoopActor
  private func redirect(
    _ method: Fetch.Method = .get, to target: String, _ status: Int = 302,
    of service: HTTPService, userInfo: String = "", with headers: [HTTPHeader] = [],
    _ redirects: Redirects = .same
  ) async throws -> HTTPResponse {
    let text = service.url("/redirect").replacing("http://", with: "http://\(userInfo)")
    let url = try HTTPURL(text).with([("to", target), ("status", "\(status)")])
    let isPost = method == .post
    return try await HTTPClient(limits: .patient, redirects: redirects).send(
      HTTPRequest(
        method, url, headers: headers + (isPost ? [HTTPHeader("Content-Type", "text/plain")] : []),
        body: isPost ? Array("text".utf8) : nil))
  }
}

import Expectations
import Fetch
import Testing

@testable import LoopHTTP

@Suite struct HTTPURLTests {
  @Test func `a URL has an origin and a path`() throws {
    let url = try HTTPURL("https://user:s3cret@Example.org:8443/v2/?key=s3cret#part")
    expect(url.origin.scheme, equals: "https")
    expect(url.origin.host, equals: "example.org")
    expect(url.origin.port, equals: 8443)
    expect(url.path, equals: "/v2/")
  }

  @Test func `the port is that of the scheme, unless it is given`() throws {
    expect(try HTTPURL("http://example.org").origin.port, equals: 80)
    expect(try HTTPURL("https://example.org").origin.port, equals: 443)
    expect(try HTTPURL("http://example.org:80"), equals: try HTTPURL("http://example.org/"))
    expect(try HTTPURL("http://[::1]:8080/a").description, equals: "http://[::1]:8080/a")
    expect(try HTTPURL("http://[fe80::1%25eth0]/").description, equals: "http://[fe80::1%25eth0]/")
  }

  @Test func `descriptions omit user name, password and query`() throws {
    let url = try HTTPURL("https://user:s3cret@example.org/v2/?key=s3cret")
    let request = HTTPRequest(
      .post, url,
      headers: [HTTPHeader("Authorization", "s3cret"), HTTPHeader("X", "s3cret", isSecret: true)])
    for text in [
      "\(url)", String(reflecting: url), "\(request)", String(reflecting: request),
      "\(request.headers)", "\([request])", "\(Optional(url) as Any)",
    ] {
      expect(!text.contains("s3cret"))
      expect(!text.contains("user"))
    }
    expect(url.description, equals: "https://example.org/v2/")
    expect(request.description, equals: "POST https://example.org/v2/")
    expect(request.headers.first?.description, equals: "Authorization: (secret)")
    expect(HTTPHeader("Accept", "*/*").description, equals: "Accept: */*")
  }

  @Test(arguments: [
    "", "example.org", "/list", "http:", "http://", "http://a b/", "http://example.org:99999/",
    "http://example.org:x/", "http://[::1/", "http://example.org/\n", "http://example.org/\0",
    "http://%00@example.org/", "http://" + String(repeating: "a", count: 65536),
  ])
  func `a malformed URL is refused`(text: String) {
    #expect(throws: HTTPError.malformedURL) { try HTTPURL(text) }
  }

  @Test func `a URL may have 64 KiB`() throws {
    let path = String(repeating: "a", count: 65536 - "http://h/".count)
    expect(try HTTPURL("http://h/\(path)").path.count, equals: path.count + 1)
    #expect(throws: HTTPError.malformedURL) { try HTTPURL("http://h/\(path)a") }
  }

  @Test(arguments: ["file", "ftp", "unix", "javascript"])
  func `other schemes are refused`(scheme: String) {
    #expect(throws: HTTPError.forbiddenScheme(scheme)) { try HTTPURL("\(scheme):///path") }
  }

  @Test(arguments: [
    ("http://localhost/", true), ("http://LOCALHOST:80/", true), ("http://a.localhost/", true),
    ("http://127.0.0.1/", true), ("http://127.1.2.3/", true), ("http://[::1]/", true),
    ("http://127.0.0.1.example.org/", false), ("http://localhost.example.org/", false),
    ("http://128.0.0.1/", false), ("http://[::2]/", false),
  ])
  func `the loopback is recognized`(text: String, isLoopback: Bool) throws {
    expect(try HTTPURL(text).origin.isLoopback, equals: isLoopback)
  }
}

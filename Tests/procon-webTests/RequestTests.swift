import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_web

/// Requests, and those that are refused before anything else is looked at.
struct RequestTests {
  private let gate = RequestGate(hosts: RequestGate.ownHosts(port: 8080))

  private func request(
    _ method: String, _ headers: [(String, String)], body: String = "",
    from address: String = "127.0.0.1", connections: Int = 1
  ) -> WebRequest {
    WebRequest(
      address: address, connections: connections, isEncrypted: false,
      method: WebRequest.Method(rawValue: method), path: "/",
      query: [],
      headers: headers.map { WebRequest.Field(name: $0.0, value: $0.1) }, body: Array(body.utf8))
  }

  private func request(_ headers: [(String, String)]) -> WebRequest { request("GET", headers) }

  @Test(arguments: [
    "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:8080",
  ])
  func `a request for this server passes`(host: String) {
    expect(gate.refusal(of: request([("Host", host)])) == nil)
    let form = request("POST", [("host", host), ("Origin", "http://\(host.lowercased())")])
    expect(gate.refusal(of: form) == nil)
  }

  @Test(arguments: [
    "", "localhost", "localhost:80", "localhost:8080.", "localhost.:8080",
    "127.0.0.1:8080.evil.com",
    "127.0.0.1.evil.com:8080", "evil.com:8080", "127.1:8080", "0.0.0.0:8080", "[::1]:80",
    "2130706433:8080", "user@localhost:8080", "localhost:8080 ", "[::ffff:127.0.0.1]:8080",
  ])
  func `a request for any other host is refused, also if it leads here`(host: String) {
    expect(gate.refusal(of: request([("Host", host)]))?.status, equals: .misdirected)
  }

  @Test func `a request without a host is refused`() {
    expect(gate.refusal(of: request([]))?.status, equals: .misdirected)
  }

  @Test(arguments: [
    [("Host", "localhost:8080"), ("host", "localhost:8080")],
    [("Host", "localhost:8080"), ("Origin", "null"), ("origin", "http://localhost:8080")],
    [("Host", "localhost:8080"), ("Content-Length", "1"), ("content-length", "2")],
    [("Host", "localhost:8080"), ("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
    [("Host", "localhost:8080"), ("Content-Length", "-1")],
    [("Host", "localhost:8080"), ("Content-Length", "0x1")],
    [("Host", "localhost:8080"), ("Transfer-Encoding", "xchunked")],
    [("Host", "localhost:8080"), ("Transfer-Encoding", "gzip, chunked")],
    [("Host", "localhost:8080"), ("a b", "x")], [("Host", "localhost:8080"), ("a\u{1}", "x")],
    [("Host", "localhost:8080"), ("", "x")], [("Host", "localhost:8080"), ("é", "x")],
  ])
  func `a request that can be read in two ways is refused`(headers: [(String, String)]) {
    expect(gate.refusal(of: request(headers))?.status, equals: .badRequest)
  }

  @Test(arguments: [
    [], [("Origin", "null")], [("Origin", "http://evil.example")],
    [("Origin", "http://127.0.0.1:8080")], [("Origin", "https://localhost:8080")],
    [("Origin", "http://localhost:8080.evil.example")],
    [("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "cross-site")],
    [("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "same-site")],
    [("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "none")],
  ])
  func `a form of another site is refused`(headers: [(String, String)]) {
    let form = request("POST", [("Host", "localhost:8080")] + headers)
    expect(gate.refusal(of: form)?.status, equals: .forbidden)
  }

  @Test(arguments: [
    ("127.0.0.1", ["192.0.2.1"], "192.0.2.1"), ("127.0.0.1", [], "127.0.0.1"),
    // What a client has sent itself is before what the proxies add.
    ("127.0.0.1", ["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
    ("127.0.0.1", ["198.51.100.1", "192.0.2.1, 10.0.0.1"], "192.0.2.1"),
    ("127.0.0.1", ["nonsense"], "127.0.0.1"), ("127.0.0.1", ["2001:DB8::0:1"], "2001:db8::1"),
    ("127.0.0.1", ["192.0.2.1, nonsense"], "127.0.0.1"),
    ("203.0.113.1", ["192.0.2.1"], "203.0.113.1"),
  ])
  func `only a proxy that is trusted says for whom a request is`(
    from: String, forwarded: [String], address: String
  ) {
    let gate = RequestGate(hosts: ["a"], proxies: ["127.0.0.1", "10.0.0.1"])
    let headers = forwarded.map { ("X-Forwarded-For", $0) } + [("x-forwarded-proto", "https")]
    let client = gate.client(of: request("GET", headers, from: from))
    expect(client, equals: WebClient(address: address, isSecure: from == "127.0.0.1"))
  }

  @Test func `one address has some of the connections only, unless it is a proxy`() {
    let gate = RequestGate(hosts: ["a"], proxies: ["10.0.0.1"])
    for (address, connections, status) in [
      ("192.0.2.1", 256, nil), ("192.0.2.1", 257, .tooMany), ("10.0.0.1", 4000, nil),
    ] as [(String, Int, WebAnswer.Status?)] {
      let request = request("GET", [("Host", "a")], from: address, connections: connections)
      expect(gate.refusal(of: request)?.status, equals: status)
    }
    // Somebody behind a proxy has some of the requests only.
    var request = request("GET", [("Host", "a")], from: "10.0.0.1", connections: 4000)
    request.inProgress = 256
    expect(gate.refusal(of: request) == nil)
    request.inProgress = 257
    expect(gate.refusal(of: request)?.status, equals: .tooMany)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:db8::1:2:3:4", "2001:db8::/64"),
    ("::1", "::/64"), ("x", "x"),
  ])
  func `addresses of one network count as one`(address: String, network: String) {
    expect(NetworkAddress.network(of: address), equals: network)
  }

  @Test(arguments: [
    ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:0DB8::1", "2001:db8::1"), ("192.0.2.1", "192.0.2.1"),
    ("192.0.2.1:80", nil), ("192.0.2", nil), ("", nil), ("localhost", nil),
  ])
  func `an address has one form`(text: String, address: String?) {
    expect(NetworkAddress.normalized(text), equals: address)
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"])
  func `other methods are refused`(method: String) {
    let refusal = gate.refusal(of: request(method, [("Host", "localhost:8080")]))
    expect(refusal?.status, equals: .methodNotAllowed)
  }

  @Test func `a form is decoded`() {
    let type = ("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
    func form(_ body: String) -> [[String]]? {
      request("POST", [type], body: body).form?.map { [$0.name, $0.value] }
    }
    expect(
      form("text=It%27s+%F0%9F%91%8D&weight=2&empty="),
      equals: [
        ["text", "It's 👍"], ["weight", "2"], ["empty", ""],
      ])
    expect(form("a"), equals: [["a", ""]])
    expect(form(""), equals: [])
    expect(form("a==b"), equals: [["a", "=b"]])
    for body in ["a=%", "a=%4", "a=%zz", "a=%FF"] { expect(form(body) == nil) }
    expect(request("POST", [("Content-Type", "text/plain")], body: "a=b").form == nil)
    expect(request("POST", [], body: "a=b").form == nil)
  }

  @Test func `a cookie is found by its whole name`() {
    let request = request([("Cookie", "x-procon-1=a; procon-1=b;procon-12=c"), ("cookie", "d=e")])
    expect(request.cookie(named: "procon-1"), equals: "b")
    expect(request.cookie(named: "procon-12"), equals: "c")
    expect(request.cookie(named: "d"), equals: "e")
    expect(request.cookie(named: "procon") == nil)
  }

  @Test(.enabled(if: LoopThread.isRunning)) @LoopActor
  func `a link lets one browser in, once`() {
    let tokens = OneTimeTokens()
    let (one, other) = (tokens.issue(), tokens.issue())
    expect(one != other && one.utf8.count == 64)
    let isLetIn = [one, one, "", other].map(tokens.redeem)
    expect(isLetIn, equals: [true, false, false, true])
  }
}

import Expectations
import Fetch
import Testing

struct ResourceTests {
  private static let whole = Resource(
    path: "topics/ai", query: [QueryItem("page", "2"), QueryItem("all", nil)],
    body: Array("{}".utf8),
    headers: ["Accept": .text("text/plain"), "Authorization": .file(path: "/etc/token")],
    method: .put)

  @Test func `resources with the same five parts are equal and have the same key`() {
    let other = Resource(
      path: ["topics", "ai"], query: [QueryItem("page", "2"), QueryItem("all", nil)],
      body: Array("{}".utf8),
      headers: ["AUTHORIZATION": .file(path: "/etc/token"), "accept": .text("text/plain")],
      method: .put)
    expect(Self.whole, equals: other)
    expect(Self.whole.key, equals: other.key)
    expect(Self.whole.hashValue, equals: other.hashValue)
  }

  /// Each differs from the first one in one part, or in how the parts are divided.
  private static let different = [
    whole,
    Resource(
      path: "topics/ai/", query: whole.query, body: whole.body, headers: whole.headers,
      method: .put),
    Resource(
      path: ["topics/ai"], query: whole.query, body: whole.body, headers: whole.headers,
      method: .put),
    Resource(path: whole.path, body: whole.body, headers: whole.headers, method: .put),
    Resource(
      path: whole.path, query: whole.query.reversed(), body: whole.body, headers: whole.headers,
      method: .put),
    Resource(
      path: whole.path, query: [QueryItem("page", "2&all")], body: whole.body,
      headers: whole.headers, method: .put),
    Resource(
      path: whole.path, query: [QueryItem("page", "2"), QueryItem("all", "")], body: whole.body,
      headers: whole.headers, method: .put),
    Resource(path: whole.path, query: whole.query, headers: whole.headers, method: .put),
    Resource(path: whole.path, query: whole.query, body: [], headers: whole.headers, method: .put),
    Resource(path: whole.path, query: whole.query, body: whole.body, method: .put),
    Resource(
      path: whole.path, query: whole.query, body: whole.body,
      headers: ["Accept": .text("text/plain"), "Authorization": .text("/etc/token")], method: .put),
    Resource(
      path: whole.path, query: whole.query, body: whole.body,
      headers: ["Accept": .text("text/plain"), "Authorization": .file(path: "/etc/other")],
      method: .put),
    Resource(
      path: whole.path, query: whole.query, body: whole.body, headers: whole.headers, method: .post),
  ]

  @Test func `resources that differ in any part are unequal and have different keys`() {
    expect(Set(Self.different.map(\.key)).count, equals: Self.different.count)
    expect(Set(Self.different).count, equals: Self.different.count)
  }

  @Test func `texts with different bytes differ, even if Swift takes them for equal`() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    expect(composed, equals: decomposed)
    expect(Resource(path: [composed]) != Resource(path: [decomposed]))
  }

  @Test func `a key is a text of printable ASCII that never changes`() {
    expect(
      Self.whole.key,
      equals: "PUT /topics/ai?page=2&all accept=text%2Fplain authorization<%2Fetc%2Ftoken :%7B%7D")
    expect(
      Resource(path: ["ä b", "\n"], body: [0, 255]).key, equals: "GET /%C3%A4%20b/%0A :%00%FF")
  }

  @Test func `a path of text is split at slashes, and only a slash at the end counts`() {
    expect(Resource(path: "/topics//ai").path, equals: ["topics", "ai"])
    expect(Resource(path: "topics/").path, equals: ["topics", ""])
    expect(Resource(path: "").path, equals: [])
    expect(Resource(path: "//").path, equals: [])
  }

  @Test func `descriptions contain neither query nor header fields nor body`() {
    let texts = [
      "\(Self.whole)", String(reflecting: Self.whole), "\([Self.whole])",
    ]
    for text in texts {
      expect(text.contains("PUT /topics/ai"))
      for hidden in ["page", "text", "token", "{}", "123"] { expect(!text.contains(hidden)) }
    }
    var dumped = ""
    dump(Self.whole, to: &dumped)
    expect(!dumped.contains("token"))
  }

  @Test(arguments: [
    (Method.get, true, true), (.head, true, true), (.put, false, true), (.delete, false, true),
    (.post, false, false), (.patch, false, false),
  ])
  func `methods are safe and idempotent as in RFC 9110`(
    method: Method, isSafe: Bool, isIdempotent: Bool
  ) {
    expect(method.isSafe, equals: isSafe)
    expect(method.isIdempotent, equals: isIdempotent)
  }
}

import Expectations
import Fetch
import Testing

struct BaseURLTests {
  @Test(arguments: [
    ("https://a.org", "popcorns", "https://a.org/popcorns"),
    ("https://a.org/", "popcorns", "https://a.org/popcorns"),
    ("https://a.org/", "/popcorns", "https://a.org/popcorns"),
    ("https://a.org/v2", "popcorns", "https://a.org/v2/popcorns"),
    ("https://a.org/v2/", "popcorns", "https://a.org/v2/popcorns"),
    ("https://a.org/v2/", "/popcorns", "https://a.org/v2/popcorns"),
    ("https://a.org/v2", "popcorns/", "https://a.org/v2/popcorns/"),
    ("https://a.org/api/v2", "topics/ai/pros", "https://a.org/api/v2/topics/ai/pros"),
    ("https://a.org", "", "https://a.org/"),
    ("https://a.org/v2", "", "https://a.org/v2"),
    ("https://a.org/v2/", "", "https://a.org/v2/"),
    ("HTTP://A.org:8080/v2", "a", "HTTP://A.org:8080/v2/a"),
    ("http://127.0.0.1:80", "a", "http://127.0.0.1:80/a"),
    ("http://[::1]:8080/v2", "a", "http://[::1]:8080/v2/a"),
    ("http://[fe80::1]", "a", "http://[fe80::1]/a"),
    ("https://a.org:/v2", "a", "https://a.org:/v2/a"),
    ("https://a.org/a%20b", "c d", "https://a.org/a%20b/c%20d"),
    ("https://a.org/v2?k=1", "a", "https://a.org/v2/a?k=1"),
    ("https://a.org?k=1", "a", "https://a.org/a?k=1"),
    ("https://a.org/v2?", "a", "https://a.org/v2/a"),
  ])
  func `the path and query of a base URL are kept`(base: String, path: String, url: String) throws {
    expect(try BaseURL(base).url(of: Resource(path: path)), equals: url)
  }

  @Test(arguments: [
    ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"), ("100%", "100%25"), ("%2F", "%252F"), ("é", "%C3%A9"),
    ("a b+c", "a%20b%2Bc"), ("-._~", "-._~"), ("👍", "%F0%9F%91%8D"), ("\r\n", "%0D%0A"),
    ("...", "..."), ("", ""),
  ])
  func `each segment is encoded as one segment`(segment: String, encoded: String) throws {
    let url = try BaseURL("https://a.org/v2").url(of: Resource(path: ["topics", segment, "pros"]))
    expect(url, equals: "https://a.org/v2/topics/\(encoded)/pros")
  }

  @Test(arguments: [".", ".."])
  func `a segment that would name another resource has no URL`(segment: String) throws {
    expect(try BaseURL("https://a.org/v2").url(of: Resource(path: ["a", segment])) == nil)
  }

  @Test func `the query of a resource follows that of the base URL`() throws {
    let resource = Resource(
      path: "a", query: [QueryItem("q", "a&b=c d"), QueryItem("ä", nil), QueryItem("e", "")])
    let query = "q=a%26b%3Dc%20d&%C3%A4&e="
    expect(try BaseURL("https://a.org").url(of: resource), equals: "https://a.org/a?\(query)")
    expect(
      try BaseURL("https://a.org?k=1").url(of: resource), equals: "https://a.org/a?k=1&\(query)")
  }

  @Test(arguments: [
    ("", BaseURLError.scheme), ("a.org", .scheme), ("ftp://a.org", .scheme),
    ("file:///etc", .scheme), ("https:a.org", .scheme), ("https:/a.org", .scheme),
    ("https://", .host), ("https:///v2", .host), ("https://:80", .host), ("https://?a", .host),
    ("https://a.org:x", .host), ("https://a.org:65536", .host), ("https://a.org:1:2", .host),
    ("https://[::1", .host), ("https://[]", .host), ("https://[::1]a", .host),
    ("https://[a.org]", .host), ("https://a[b]", .host),
    ("https://user@a.org", .user), ("https://user:secret@a.org/v2", .user),
    ("https://a.org/#top", .fragment),
    ("https://a.org/a b", .unencodedCharacter), ("https://a.org/ä", .unencodedCharacter),
    ("https://a.org/\n", .unencodedCharacter), ("https://a.org/{id}", .unencodedCharacter),
    ("https://a.org\\v2", .unencodedCharacter),
  ])
  func `a text that is not a base URL is refused with the reason`(
    text: String, error: BaseURLError
  ) {
    #expect(throws: error) { try BaseURL(text) }
  }

  @Test func `an error names no part of the text`() {
    let error = #expect(throws: BaseURLError.self) { try BaseURL("https://user:secret@a.org") }
    expect(!String(reflecting: error).contains("secret"))
  }

  @Test func `the description of a base URL leaves out its query`() throws {
    let url = try BaseURL("https://a.org/v2?key=secret")
    expect("\(url)", equals: "https://a.org/v2")
    var dumped = ""
    dump(url, to: &dumped)
    expect(!dumped.contains("secret"))
  }
}

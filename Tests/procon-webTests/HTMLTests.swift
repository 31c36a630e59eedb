import Expectations
import Testing

@testable import procon_web

/// Text on a page.
struct HTMLTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\" onclick='x'", "&quot; onclick=&#39;x&#39;"), ("a & b &lt;", "a &amp; b &amp;lt;"),
    ("\0", "\u{FFFD}"), ("👍é", "👍é"),
  ])
  func `text is escaped between tags and in attributes`(text: String, escaped: String) {
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    expect(html.text, equals: "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test func `markup is passed on, and nothing is written for nil`() {
    let text = "<"
    let items: [HTML] = ["<li>1</li>", "<li>\(text)</li>"]
    let nothing: HTML? = nil
    let html: HTML = "<ul>\(items)</ul>\(nothing)\(3)\(items.isEmpty ? "" : "<hr>")"
    expect(html.text, equals: "<ul><li>1</li><li>&lt;</li></ul>3<hr>")
  }

  @Test func `a path has an escape for what could mean something in a URL`() {
    expect(URLPath().text, equals: "/")
    expect(URLPath("a/b", "é?").text, equals: "/a%2Fb/%C3%A9%3F")
    expect(
      URLPath(["call"], query: [("a&", "1=2"), ("b", "")], fragment: "x y").text,
      equals: "/call?a%26=1%3D2&b=#x%20y")
    expect(URLPath("\u{1}").text, equals: "/%01")
  }

  @Test(arguments: [
    ("/topics/ai?x=1#y", true), ("//evil.example", false), ("https://evil.example", false),
    ("/\\evil.example", false), ("/a b", false), ("/a\r\nSet-Cookie: x", false), ("", false),
  ])
  func `a form leads only to pages of this server`(text: String, isAllowed: Bool) {
    expect((URLPath(passedOn: text) != nil), equals: isAllowed)
  }

  @Test(arguments: [
    ("https://example.org/\"><b>", true), ("HTTP://example.org", true),
    ("javascript:alert(1)", false), ("data:text/html,x", false), ("ftp://example.org", false),
  ])
  func `only links to web pages are followed`(url: String, isLink: Bool) {
    let link = OutsideLink(url)
    expect((link != nil), equals: isLink)
    expect(link?.html.text.contains("\"><b>") != true)
    expect(link?.html.text.contains("rel=\"noopener noreferrer nofollow\"") != false)
  }
}

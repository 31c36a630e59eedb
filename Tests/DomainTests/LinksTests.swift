import Domain
import Expectations
import Testing

struct LinksTests {
  @Test(arguments: [
    ("https://example.org", ["https://example.org"]),
    ("See http://a.org/x?y=1#z, then HTTPS://B.org.", ["http://a.org/x?y=1#z", "HTTPS://B.org"]),
    ("(https://a.org/Tea_(drink))", ["https://a.org/Tea_(drink)"]),
    ("[text](https://a.org/b), <https://c.org>", ["https://a.org/b", "https://c.org"]),
    ("“https://a.org”", ["https://a.org"]), ("见（https://a.org/b）。", ["https://a.org/b"]),
    ("https://a.org…", ["https://a.org"]), ("\"https://a.org\"", ["https://a.org"]),
    ("`https://a.org`!", ["https://a.org"]), ("**https://a.org**", ["https://a.org"]),
    ("https://a.org:8080/é", ["https://a.org:8080/é"]), ("http://[::1]:80/", ["http://[::1]:80/"]),
    ("https://a.org https://a.org\nhttps://b.org", ["https://a.org", "https://b.org"]),
    ("https://a.org/?u=https://b.org", ["https://a.org/?u=https://b.org"]),
  ])
  func `a URL ends before what belongs to the sentence`(text: String, links: [String]) {
    expect(Links.find(in: text), equals: links)
  }

  @Test(arguments: [
    "", ":", "://", "http", "http://", "https:// a", "https:///path", "https://.", "https://?q",
    "ftp://a.org", "xhttp://a.org", "0https://a.org", "éhttp://a.org", "https:/a.org",
    "javascript:alert(1)", "mailto:a@b.org", "https://bank.org@a.org", "https://u:p@a.org/",
  ])
  func `what is no URL of a page, or hides its host, is left out`(text: String) {
    expect(Links.find(in: text), equals: [])
  }

  @Test func `as many links are found as are listed, and none longer than that`() {
    let all = (1...Limits.links + 1).map { "https://a.org/\($0)" }
    expect(Links.find(in: all.dropLast().joined(separator: " ")), equals: all.dropLast())
    expect(Links.find(in: all.joined(separator: " ")), equals: all.dropLast())
    let longest = "https://a.org/" + String(repeating: "x", count: Limits.linkBytes - 14)
    expect(Links.find(in: longest), equals: [longest])
    expect(Links.find(in: longest + "x"), equals: [])
  }

  @Test func `a hostile text takes no longer than another one`() {
    // 64 KiB each. By counting: a quadratic search would not end in the time of the test.
    for part in ["https://a.org ", "https://", "https://a((((", "https://a)))", ":", "://", ")"] {
      let text = "https://a" + String(repeating: part, count: 65_536 / part.utf8.count)
      expect(Links.find(in: text).count <= Limits.links)
    }
  }
}

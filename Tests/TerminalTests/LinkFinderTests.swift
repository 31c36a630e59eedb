import Expectations
import Testing

@testable import Terminal

struct LinkFinderTests {
  private let url = "https://example.org/a/long/path?q=1"

  /// The pieces that are found in lines, one after the other, and where they lead.
  private func pieces(_ urls: [String], in lines: [String]) -> [[String]] {
    var finder = LinkFinder(urls)
    return lines.map { line in
      finder.pieces(of: line).map { piece in
        let url = piece.link.begin.dropFirst("\u{1B}]8;;".count).dropLast()
        return "\(line[piece.range]) -> \(url)"
      }
    }
  }

  @Test func `a URL is found in a line, without the sentence around it`() {
    let urls = ["https://a.org/x", "HTTP://b.org", "https://a.org/x/y"]
    expect(
      pieces(urls, in: ["+ see (https://a.org/x), HTTP://b.org. https://a.org/x/y"]),
      equals: [
        [
          "https://a.org/x -> https://a.org/x", "HTTP://b.org -> HTTP://b.org",
          "https://a.org/x/y -> https://a.org/x/y",
        ]
      ])
  }

  @Test func `a URL that is wrapped leads to the whole from each line`() {
    let text = "see \(url) for more"
    for width in 14...60 {
      let lines = TextWrap.lines(of: text, width: width)
      var shown = pieces([url], in: lines).joined().map { $0.split(separator: " -> ") }
      expect(shown.allSatisfy { $0[1] == url })
      expect(shown.map { $0[0] }.joined(), equals: url, "\(width)")
      shown = pieces([url], in: lines.map { "    \($0)" }).joined().map { $0.split(separator: " ") }
      expect(shown.map { $0[0] }.joined(), equals: url, "\(width), indented")
    }
  }

  @Test func `a URL that is cut off leads to the whole, and the next line does not`() {
    expect(
      pieces([url], in: ["see https://example.org/a/l…", "ong/path?q=1"]),
      equals: [
        ["https://example.org/a/l -> \(url)"], [],
      ])
    expect(pieces([url], in: ["https://example.org/a/l", "something else"])[1], equals: [])
  }

  @Test func `what is not a URL of the text leads nowhere`() {
    for line in ["https://example.com", "see ://example", "https", "", "http://", "x \u{FFFD}"] {
      expect(pieces(["https://example.org"], in: [line]), equals: [[]], "\(line)")
    }
    expect(pieces([], in: [url]), equals: [[]])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "ftp://a.org", "https:a.org", "", "https",
    "mailto:a@b.org", "https://a.org/\(String(repeating: "x", count: 2083))",
  ])
  func `other URLs, and very long ones, are not links`(url: String) {
    expect(TerminalLink(url) == nil)
  }

  @Test(arguments: [
    ("https://a.org/\u{1B}]8;;x\u{7}\u{9C}y", "https://a.org/%1B]8;;x%07%C2%9Cy"),
    ("https://a.org/ü b", "https://a.org/%C3%BC%20b"), ("HTTPS://a.org/%20", "HTTPS://a.org/%20"),
  ])
  func `an address has only printable ASCII`(url: String, address: String) {
    expect(TerminalLink(url)?.begin, equals: "\u{1B}]8;;\(address)\u{7}")
  }

  @Test func `consoles are sent no links`() {
    for name in ["xterm-256color", "tmux-256color", "screen", "foot", "xterm-kitty", "alacritty"] {
      expect(TerminalLink.isKnown(to: name), "\(name)")
    }
    for name in [nil, "", "linux", "linux-16color", "dumb", "vt100", "vt220", "ansi"] {
      expect(!TerminalLink.isKnown(to: name), "\(name ?? "nil")")
    }
  }
}

import Expectations
import Testing

@testable import Terminal

struct PrintableTests {
  @Test func `every scalar that could control the terminal becomes a replacement character`() {
    let steering = [0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069]
      .joined().compactMap { Unicode.Scalar(UInt32($0)) }
    expect(steering.count, equals: 32 + 33 + 2 + 5 + 4)
    for scalar in steering {
      expect("a\(scalar)b".printable, equals: "a\u{FFFD}b")
    }
  }

  @Test(arguments: [
    "", "plain", "日本語 👩‍👩‍👧 e\u{301} 1️⃣", "\u{200F}שלום\u{200E}", "\u{A0}", "\u{AD}", "\u{FFFD}",
  ])
  func `printable text is unchanged`(text: String) {
    expect(Array(text.printable.utf8), equals: Array(text.utf8))
    expect(Array(text.escapingControls.utf8), equals: Array(text.utf8))
  }

  @Test func `an escape sequence becomes text`() {
    expect("\u{1B}[2J\u{1B}]0;title\u{7}".printable, equals: "\u{FFFD}[2J\u{FFFD}]0;title\u{FFFD}")
    expect("\u{9B}31m".printable, equals: "\u{FFFD}31m")
    expect("over\r\nwritten".printable, equals: "over\u{FFFD}\u{FFFD}written")
  }

  @Test func `controls inside JSON text become escapes`() {
    expect("{\"a\":\"\u{7F}\u{9B}31m\"}".escapingControls, equals: #"{"a":"\u007f\u009b31m"}"#)
    expect("\"\u{2028}\u{202E}\u{2066}\"".escapingControls, equals: #""\u2028\u202e\u2066""#)
    expect(#""\n\u001b\\""#.escapingControls, equals: #""\n\u001b\\""#)
  }

  @Test func `line ends and tabs between JSON tokens become spaces`() {
    expect("{\r\n\t\"a\": 1\n}".escapingControls, equals: "{   \"a\": 1 }")
  }

  @Test func `text that is not JSON is safe to print too`() {
    expect("\u{1B}[2J".escapingControls, equals: #"\u001b[2J"#)
    expect("\"a\r\nb\"".escapingControls, equals: "\"a  b\"")
  }
}

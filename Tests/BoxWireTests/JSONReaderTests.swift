import BoxWire
import Expectations
import Testing

struct JSONReaderTests {
  @Test func `every valid text is accepted`() {
    for text in JSONCorpus.valid {
      #expect(throws: Never.self, "\(text)") { try JSONText(parsing: text.utf8) }
    }
  }

  @Test func `every invalid text is refused`() {
    for text in JSONCorpus.invalid {
      #expect(throws: JSONError.self, "\(text)") { try JSONText(parsing: text.utf8) }
    }
  }

  @Test func `the second opinion agrees about the corpus`() {
    for text in JSONCorpus.valid { expect(JSONChecker.accepts(Array(text.utf8)), "\(text)") }
    for text in JSONCorpus.invalid { expect(!JSONChecker.accepts(Array(text.utf8)), "\(text)") }
  }

  @Test func `bytes that are not UTF-8 are refused at every position`() {
    for bytes in JSONCorpus.invalidUTF8 {
      for text in [
        #""*""#, #""01234567*""#, #""*01234567""#, #"{"*":1}"#, #"["a","*"]"#, "*", "[*]",
      ] {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        let line = Array(parts[0].utf8) + bytes + Array(parts[1].utf8)
        #expect(throws: JSONError.self, "\(line)") { try JSONText(parsing: line) }
        expect(!JSONChecker.accepts(line))
      }
      #expect(throws: JSONError.self) { try JSONText(parsing: [0x22] + bytes) }
    }
  }

  @Test func `every scalar is allowed in a string`() throws {
    for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
      let text = "\"\(scalar)\""
      guard (try? JSONText(parsing: text.utf8))?.string == String(scalar) else {
        Issue.record("U+\(String(value, radix: 16))")
        return
      }
    }
  }

  @Test func `every control character must be escaped, at every position in a string`() {
    for control in UInt8(0)..<0x20 {
      for offset in 0..<18 {
        var text = Array(#""abcdefghijklmnopqr""#.utf8)
        text[1 + offset] = control
        #expect(throws: JSONError(.controlCharacter, at: 1 + offset)) {
          try JSONText(parsing: text)
        }
      }
    }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func `nesting of 64 is accepted, of 65 refused`(_ opening: String, _ closing: String) throws {
    let levels = opening.count { $0 == "[" || $0 == "{" }
    let most = 64 / levels
    func nested(_ count: Int) -> [UInt8] {
      Array(
        (String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count))
          .utf8)
    }
    expect(try JSONText(parsing: nested(most)).bytes, equals: nested(most))
    let error = #expect(throws: JSONError.self) { try JSONText(parsing: nested(most + 1)) }
    expect(error?.reason, equals: .tooDeep)
  }

  @Test func `depth counts only what is still open`() throws {
    let text = "[" + String(repeating: "[],{},", count: 200) + "[[[]]]]"
    expect(try JSONText(parsing: text.utf8).description, equals: text)
  }

  @Test func `a text of nothing but many opening brackets is refused`() {
    for opening in ["[", "{\"a\":", "[{\"a\":"] {
      let text = String(repeating: opening, count: 100_000)
      #expect(throws: JSONError.self) { try JSONText(parsing: text.utf8) }
    }
  }

  @Test func `every truncated text is refused`() throws {
    let text = Array(#"{"a":[1.5e3,"é\n\ud83d\ude00",{"b":null}],"c":true,"d":false}"#.utf8)
    _ = try JSONText(parsing: text)
    for count in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONText(parsing: text[..<count]) }
    }
  }

  @Test func `an error has a reason and an offset`() {
    let cases: [(String, JSONError)] = [
      ("[1,2", JSONError(.unexpectedEnd, at: 4)), ("[1,]", JSONError(.unexpectedByte, at: 3)),
      ("1 2", JSONError(.trailingBytes, at: 2)), ("[01]", JSONError(.unexpectedByte, at: 2)),
      ("-", JSONError(.invalidNumber, at: 0)), ("[nul]", JSONError(.invalidLiteral, at: 1)),
      (#""\q""#, JSONError(.invalidEscape, at: 1)),
      (#""\ud800""#, JSONError(.loneSurrogate, at: 1)),
    ]
    for (text, error) in cases {
      #expect(throws: error, "\(text)") { try JSONText(parsing: text.utf8) }
    }
    expect("\(JSONError(.invalidUTF8, at: 3))", equals: "not JSON at byte 3: not UTF-8")
  }
}

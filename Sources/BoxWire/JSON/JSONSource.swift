/// A JSON value in a text written by a person, with the lines of its parts.
package struct JSONSource: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let name: String
    /// Counted from 1.
    package let line: Int
    package let value: JSONSource
  }

  package let text: JSONText
  /// The members in order, including repeated names; nil unless it is an object.
  package let members: [Member]?

  /// Reads a text.
  ///
  /// - Throws: `JSONError` for anything that RFC 8259 does not allow.
  package init(parsing text: [UInt8]) throws(JSONError) {
    let result = text.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in
        var scanner = JSONScanner(buffer)
        var lines = LineCounter()
        let source = try JSONSource(&scanner, &lines)
        try scanner.finish()
        return source
      }
    }
    self = try result.get()
  }

  /// Returns the line, counted from 1, of a byte of a text.
  package static func line(of offset: Int, in text: some Collection<UInt8>) -> Int {
    text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
  }

  private init(_ scanner: inout JSONScanner, _ lines: inout LineCounter) throws(JSONError) {
    scanner.skipWhitespace()
    let start = scanner.index
    guard scanner.current == UInt8(ascii: "{") else {
      text = try scanner.text()
      members = nil
      return
    }
    var members: [Member] = []
    try scanner.members { name, scanner throws(JSONError) in
      let line = lines.line(of: scanner.index, in: scanner.bytes)
      members.append(Member(name: name, line: line, value: try JSONSource(&scanner, &lines)))
    }
    self.members = members
    text = JSONText(
      compacting: UnsafeRawBufferPointer(rebasing: scanner.bytes[start..<scanner.index]))
  }
}

/// Finds the lines of bytes in ascending order, and looks at each byte of the text once.
private struct LineCounter {
  private var offset = 0
  private var line = 1

  mutating func line(of offset: Int, in text: UnsafeRawBufferPointer) -> Int {
    line += text[self.offset..<offset].count { $0 == UInt8(ascii: "\n") }
    self.offset = offset
    return line
  }
}

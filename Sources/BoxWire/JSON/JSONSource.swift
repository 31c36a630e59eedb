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
        let source = try JSONSource(&scanner)
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

  private init(_ scanner: inout JSONScanner) throws(JSONError) {
    scanner.skipWhitespace()
    let start = scanner.index
    guard scanner.current == UInt8(ascii: "{") else {
      text = try scanner.text()
      members = nil
      return
    }
    var members: [Member] = []
    try scanner.members { name, scanner throws(JSONError) in
      let line = Self.line(of: scanner.index, in: scanner.bytes)
      members.append(Member(name: name, line: line, value: try JSONSource(&scanner)))
    }
    self.members = members
    text = JSONText(
      compacting: UnsafeRawBufferPointer(rebasing: scanner.bytes[start..<scanner.index]))
  }
}

/// A JSON value in a text written by a person, with the lines of its parts.
package struct JSONSource: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let name: String
    package let value: JSONSource
    /// The byte after the colon.
    fileprivate let start: Int

    /// The line of the colon after the name, counted from 1. Counting reads the text up to there.
    package var line: Int { JSONSource.line(of: start, in: value.source) }
  }

  /// The members in order, including repeated names; nil unless it is an object.
  package let members: [Member]?
  /// The elements in order; nil unless it is an array.
  package let elements: [JSONSource]?
  /// The whole text, of which the value is a part.
  private let source: [UInt8]
  private let range: Range<Int>

  /// Reads a text.
  ///
  /// - Throws: `JSONError` for anything that RFC 8259 does not allow.
  package init(parsing text: [UInt8]) throws(JSONError) {
    let result = text.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in
        var scanner = JSONScanner(buffer)
        let source = try JSONSource(&scanner, of: text)
        try scanner.finish()
        return source
      }
    }
    self = try result.get()
  }

  private init(_ scanner: inout JSONScanner, of source: [UInt8]) throws(JSONError) {
    scanner.skipWhitespace()
    let start = scanner.index
    switch scanner.current {
    case UInt8(ascii: "{"):
      var members: [Member] = []
      try scanner.members { name, scanner throws(JSONError) in
        let start = scanner.index
        let value = try JSONSource(&scanner, of: source)
        members.append(Member(name: name, value: value, start: start))
      }
      self.members = members
      elements = nil
    case UInt8(ascii: "["):
      var elements: [JSONSource] = []
      try scanner.elements { scanner throws(JSONError) in
        elements.append(try JSONSource(&scanner, of: source))
      }
      self.elements = elements
      members = nil
    default:
      _ = try scanner.value()
      members = nil
      elements = nil
    }
    self.source = source
    range = start..<scanner.index
  }

  /// The value, without the white space around its parts.
  package var text: JSONText {
    source.withUnsafeBytes { JSONText(compacting: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The line where it begins, counted from 1. Counting reads the text up to there.
  package var line: Int { Self.line(of: range.lowerBound, in: source) }

  /// Returns the line, counted from 1, of a byte of a text.
  package static func line(of offset: Int, in text: some Collection<UInt8>) -> Int {
    text.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
  }
}

internal import Glibc

/// A line that is a plain `set` of a box and nothing else, the most frequent request. It is read in
/// place, without the memory that a ``Request`` takes.
///
/// It is valid as long as the bytes of the line are.
package struct SetLine {
  /// The request's id as written; nil for a notification.
  package let id: UnsafeRawBufferPointer?
  /// The path, which need not be under `shared.`.
  package let box: Path
  /// The value as JSON without insignificant whitespace.
  package let value: UnsafeRawBufferPointer

  /// nil when the line is anything else, or unusual: invalid JSON, escapes in the path, whitespace
  /// within the value, repeated or other members. ``RequestLine`` reads all of these.
  package init?(_ line: UnsafeRawBufferPointer) {
    var members = Members()
    var scanner = JSONScanner(line)
    guard (try? members.read(&scanner)) == true, let box = members.box, let value = members.value,
      members.isSet
    else { return nil }
    let path = UnsafeRawBufferPointer(rebasing: line[(box.lowerBound + 1)..<(box.upperBound - 1)])
    guard let path = Path(utf8: path) else { return nil }
    self.box = path
    self.value = UnsafeRawBufferPointer(rebasing: line[value])
    id = members.id.map { UnsafeRawBufferPointer(rebasing: line[$0]) }
  }

  private struct Members {
    var id: Range<Int>?
    var box: Range<Int>?
    var value: Range<Int>?
    var isSet = false
    private var hasVersion = false
    private var hasParameters = false

    /// - Returns: false when ``RequestLine`` must read the line.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONError) -> Bool {
      try scanner.enter(UInt8(ascii: "{"))
      repeat {
        if try scanner.skip(key: "\"params\"") {
          guard !hasParameters, try readParameters(&scanner) else { return false }
          hasParameters = true
        } else if try scanner.skip(key: "\"method\"") {
          guard !isSet, scanner.skip(literal: "\"set\"") else { return false }
          isSet = true
        } else if try scanner.skip(key: "\"id\"") {
          guard id == nil, let range = try scanner.compactValue(), scanner.isID(range) else {
            return false
          }
          id = range
        } else if try scanner.skip(key: "\"jsonrpc\"") {
          guard !hasVersion, scanner.skip(literal: "\"2.0\"") else { return false }
          hasVersion = true
        } else {
          return false
        }
      } while scanner.skip(UInt8(ascii: ","))
      guard scanner.leave(UInt8(ascii: "}")) else { return false }
      try scanner.finish()
      return true
    }

    private mutating func readParameters(_ scanner: inout JSONScanner) throws(JSONError) -> Bool {
      try scanner.enter(UInt8(ascii: "{"))
      repeat {
        if try scanner.skip(key: "\"value\"") {
          guard value == nil, let range = try scanner.compactValue() else { return false }
          value = range
        } else if try scanner.skip(key: "\"box\"") {
          let range = try scanner.value()
          guard box == nil, scanner.bytes[range.lowerBound] == UInt8(ascii: "\"") else {
            return false
          }
          box = range
        } else {
          return false
        }
      } while scanner.skip(UInt8(ascii: ","))
      return scanner.leave(UInt8(ascii: "}"))
    }
  }
}

extension JSONScanner {
  /// Passes a key, which is given with its quotes, and its colon, if the key comes next.
  @inline(__always)
  fileprivate mutating func skip(key: StaticString) throws(JSONError) -> Bool {
    guard skip(literal: key) else { return false }
    try expect(UInt8(ascii: ":"))
    return true
  }

  /// Passes `text` and the white space before it, if exactly these bytes come next.
  @inline(__always)
  fileprivate mutating func skip(literal text: StaticString) -> Bool {
    skipWhitespace()
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count,
      memcmp(bytes.baseAddress! + index, text.utf8Start, count) == 0
    else { return false }
    index += count
    return true
  }

  /// Passes one value; nil when it contains white space.
  fileprivate mutating func compactValue() throws(JSONError) -> Range<Int>? {
    skipWhitespace()
    let before = whitespace
    let range = try value()
    return whitespace == before ? range : nil
  }

  /// Whether a value is a string, a number or null.
  fileprivate func isID(_ range: Range<Int>) -> Bool {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "n"):
      true
    default: false
    }
  }
}

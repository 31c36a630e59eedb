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
        let key = try scanner.key()
        if scanner.holds(key, "\"params\"") {
          guard !hasParameters, try readParameters(&scanner) else { return false }
          hasParameters = true
        } else if scanner.holds(key, "\"method\"") {
          let range = try scanner.value()
          guard !isSet, scanner.holds(range, "\"set\"") else { return false }
          isSet = true
        } else if scanner.holds(key, "\"id\"") {
          guard id == nil, let range = try scanner.compactValue(), scanner.isID(range) else {
            return false
          }
          id = range
        } else if scanner.holds(key, "\"jsonrpc\"") {
          let range = try scanner.value()
          guard !hasVersion, scanner.holds(range, "\"2.0\"") else { return false }
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
        let key = try scanner.key()
        if scanner.holds(key, "\"value\"") {
          guard value == nil, let range = try scanner.compactValue() else { return false }
          value = range
        } else if scanner.holds(key, "\"box\"") {
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
  /// Whether the text in that range is `text`.
  fileprivate func holds(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount
      && memcmp(bytes.baseAddress! + range.lowerBound, text.utf8Start, range.count) == 0
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

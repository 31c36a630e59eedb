/// Why a text is not JSON (RFC 8259), and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong; the raw value is for people.
  public enum Reason: String, Sendable {
    case unexpectedEnd = "unexpected end"
    case unexpectedByte = "unexpected character"
    case trailingBytes = "unexpected text after the value"
    case invalidNumber = "invalid number"
    case invalidLiteral = "expected true, false or null"
    case invalidEscape = "invalid escape sequence"
    case loneSurrogate = "half of a surrogate pair"
    case controlCharacter = "a control character must be escaped"
    case invalidUTF8 = "not UTF-8"
    case tooDeep = "nested too deeply"
  }

  public let reason: Reason
  /// The number of bytes before the error.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// Such as `not JSON at byte 3: unexpected end`.
  public var description: String { "not JSON at byte \(offset): \(reason.rawValue)" }
}

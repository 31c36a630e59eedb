/// Why a text is not JSON as RFC 8259 has it, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong; the raw value says it to a person.
  public enum Reason: String, Sendable {
    case unexpectedEnd = "it ends too early"
    case unexpectedByte = "this cannot stand here"
    case trailingBytes = "something follows the value"
    case invalidNumber = "this is no number"
    case invalidLiteral = "this is neither true, false nor null"
    case invalidEscape = "this is no escape sequence"
    case loneSurrogate = "half of a surrogate pair stands alone"
    case controlCharacter = "a control character must be escaped"
    case invalidUTF8 = "this is not UTF-8"
    case tooDeep = "it is nested too deeply"
  }

  public let reason: Reason
  /// Bytes before the fault, from the beginning of the text.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// Such as `not JSON at byte 3: it ends too early`.
  public var description: String { "not JSON at byte \(offset): \(reason.rawValue)" }
}

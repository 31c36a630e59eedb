/// The path of a box or an intent: 1 to 16 segments of `[A-Za-z0-9_-]{1,64}`, joined by dots.
public struct Path: Hashable, Sendable {
  /// The segments with the dots between them.
  public let text: String

  /// nil when `text` is not a path.
  public init?(_ text: String) {
    guard Path.isValid(text.utf8) else { return nil }
    self.text = text
  }

  /// nil when `text` is not a path.
  init?(utf8 text: UnsafeRawBufferPointer) {
    guard Path.isValid(text) else { return nil }
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// In order, at least one.
  public var segments: [Substring] { text.split(separator: ".") }

  /// Whether it is `root` or below it; `a.bc` is not below `a.b`.
  public func isUnder(_ root: String) -> Bool {
    guard text.hasPrefix(root) else { return false }
    let next = text.utf8.dropFirst(root.utf8.count).first
    return next == nil || next == UInt8(ascii: ".")
  }

  private static func isValid(_ text: some Sequence<UInt8>) -> Bool {
    var segments = 1
    var length = 0
    for byte in text {
      if byte == UInt8(ascii: ".") {
        guard length > 0 else { return false }
        segments += 1
        length = 0
      } else {
        guard isSegmentByte(byte) else { return false }
        length += 1
        guard length <= ProtocolLimits.segment else { return false }
      }
    }
    return length > 0 && segments <= ProtocolLimits.segments
  }

  /// Whether a segment may contain this byte.
  static func isSegmentByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension Path: CustomStringConvertible {
  public var description: String { text }
}

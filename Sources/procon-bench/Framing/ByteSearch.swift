internal import Glibc

extension UnsafeRawBufferPointer {
  /// Where the byte stands first, not before `start`; nil when it does not.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    guard let found = memchr(base + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether these bytes stand at `start`.
  func has(_ bytes: [UInt8], at start: Int = 0) -> Bool {
    guard let base = baseAddress, start + bytes.count <= count else { return bytes.isEmpty }
    return memcmp(base + start, bytes, bytes.count) == 0
  }

  /// The decimal number at `start`, and where it ends; nil when there is no digit or too many.
  func decimal(at start: Int) -> (value: Int, end: Int)? {
    var value = 0
    var index = start
    while index < count, index - start < 18, case let digit = self[index] &- 0x30, digit < 10 {
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    return index > start ? (value, index) : nil
  }
}

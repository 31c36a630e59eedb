internal import Glibc

/// The division of a connection's bytes into messages.
protocol Framing: Sendable {
  /// Returns the first message.
  ///
  /// - Returns: nil when it is incomplete.
  /// - Throws: `Failure.malformed` when it is not a message of the protocol, `Failure.refused` when it
  ///   is an error of the server.
  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame?
}

/// One message on a connection.
struct Frame: Equatable {
  /// Length in bytes, from the first byte.
  let length: Int
  /// The position of the published value; nil when it has none.
  var value: Range<Int>?
}

extension UnsafeRawBufferPointer {
  /// Returns the bytes from `start` on.
  func dropping(_ start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start...])
  }

  /// The beginning, as text for an error.
  var excerpt: String {
    String(decoding: prefix(80), as: UTF8.self).debugDescription
  }
}

/// Lines without values: answers of the floor.
struct LineFraming: Framing {
  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    bytes.firstIndex(of: 0x0A).map { Frame(length: $0 + 1) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the first position of a byte from `start` on; nil when there is none.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    guard let found = memchr(base + start, Int32(byte), count - start) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether it has these bytes at `start`.
  func has(_ bytes: [UInt8], at start: Int = 0) -> Bool {
    guard let base = baseAddress, start + bytes.count <= count else { return bytes.isEmpty }
    return memcmp(base + start, bytes, bytes.count) == 0
  }

  /// Returns the decimal number at `start`, and its end; nil when there is no digit.
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

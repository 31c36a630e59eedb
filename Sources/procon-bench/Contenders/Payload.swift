internal import Glibc

/// The values that are published: a JSON string each, all of one size, that differ in the number
/// that they carry.
struct Payload {
  /// Values of fewer bytes cannot be told apart: two quotes and the number.
  static let smallest = numberSize + 2
  /// Digits of the number, so that all values have one size.
  static let numberSize = 10
  /// What stands for the number in a ``Template``.
  static let placeholder = "9999999999"
  /// What value 0 carries: numbers with as many digits begin here.
  static let firstNumber = 1_000_000_000

  /// In bytes, quotes included.
  let size: Int
  /// The value with the placeholder in it.
  let bytes: [UInt8]

  /// - Parameter size: at least ``smallest``.
  init(size: Int) {
    self.size = size
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: size - Self.smallest)
    bytes = Array("\"\(Self.placeholder)".utf8) + filler + [UInt8(ascii: "\"")]
  }

  /// Which value it is, counted from 0; nil when it is none of these.
  func number(of value: UnsafeRawBufferPointer) -> Int? {
    let rest = 1 + Self.numberSize
    guard value.count == size, value.first == UInt8(ascii: "\""),
      bytes.withUnsafeBytes({ value.dropping(rest).has($0.dropping(rest)) }),
      let (number, end) = value.decimal(at: 1), end == rest
    else { return nil }
    return number - Self.firstNumber
  }
}

extension UnsafeRawBufferPointer {
  /// Whether it begins with these bytes.
  fileprivate func has(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = baseAddress, let other = bytes.baseAddress else { return bytes.isEmpty }
    return count >= bytes.count && memcmp(base, other, bytes.count) == 0
  }
}

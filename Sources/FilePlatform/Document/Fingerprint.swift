/// A number that distinguishes texts: FNV-1a with 64 bits
/// (http://www.isthe.com/chongo/tech/comp/fnv/). It detects accidents, not attacks.
struct Fingerprint: Equatable, Sendable {
  let value: UInt64

  init(value: UInt64) {
    self.value = value
  }

  /// The number as 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  init(_ bytes: [UInt8]) {
    value = bytes.withUnsafeBufferPointer { buffer in
      var value: UInt64 = 0xCBF2_9CE4_8422_2325
      var index = 0
      while index < buffer.count {
        value = (value ^ UInt64(buffer[index])) &* 0x100_0000_01B3
        index += 1
      }
      return value
    }
  }
}

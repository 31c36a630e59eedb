/// SipHash-2-4 of bytes under a secret key: who does not know the key cannot find two texts with the same
/// hash. After J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012).
struct SipHash {
  private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

  static func hash(_ bytes: UnsafeRawBufferPointer, key: (UInt64, UInt64)) -> UInt64 {
    var state = SipHash(key)
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      state.absorb(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for offset in whole..<bytes.count { last |= UInt64(bytes[offset]) << (8 * UInt64(offset & 7)) }
    state.absorb(last)
    return state.finish()
  }

  private init(_ key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func finish() -> UInt64 {
    v2 ^= 0xff
    for _ in 1...4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func round() {
    v0 &+= v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 &+= v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 &+= v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }
}

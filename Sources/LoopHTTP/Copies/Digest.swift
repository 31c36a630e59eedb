/// A short name for a long text: the 128 bits of its hash FNV-1a
/// (http://www.isthe.com/chongo/tech/comp/fnv/), the same in each run.
package enum Digest {
  /// Returns 32 hexadecimal digits.
  package static func of(_ bytes: some Sequence<UInt8>) -> String {
    let hash = bytes.reduce(basis) { ($0 ^ UInt128($1)) &* prime }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private static let basis: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b
}

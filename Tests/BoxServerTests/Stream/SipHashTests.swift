import Expectations
import Testing

@testable import BoxServer

@Suite struct SipHashTests {
  /// Of the reference implementation (vectors_sip64): the key and the input are 00, 01, 02, ….
  @Test(
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (2, 0x0d6c_8009_d9a9_4f5a),
      (3, 0x8567_6696_d7fb_7e2d), (7, 0xab02_00f5_8b01_d137), (8, 0x93f5_f579_9a93_2462),
      (9, 0x9e00_82df_0ba9_e4b0), (15, 0xa129_ca61_49be_45e5),
    ] as [(Int, UInt64)])
  func `hashes are those of the reference`(length: Int, hash: UInt64) {
    let input = (0..<length).map { UInt8($0) }
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    expect(input.withUnsafeBytes { SipHash.hash($0, key: key) }, equals: hash)
  }

  @Test func `another key gives other hashes`() {
    let input: [UInt8] = [1, 2, 3]
    let hashes = Set(
      (0..<1000).map { key in
        input.withUnsafeBytes { SipHash.hash($0, key: (key, 0)) }
      })
    expect(hashes.count, equals: 1000)
  }
}

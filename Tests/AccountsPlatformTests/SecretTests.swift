import Expectations
import Testing

@testable import AccountsPlatform

@Suite struct SecretTests {
  @Test func `a secret of 511 bytes is hashed as a whole`() throws {
    let setting = "$y$j75$salt"
    let longest = String(repeating: "x", count: Secret.longest)
    let hash = try Crypt.hash(Secret(longest.utf8), setting)
    expect(try Crypt.hash(Secret("\(longest.dropLast())y".utf8), setting) != hash)
    expect(Secret.longest, equals: 511)
  }

  @Test(arguments: [
    ([], SecretError.empty), (Array(repeating: 1, count: 512), .tooLong), ([65, 0], .containsNUL),
  ])
  func `what crypt(3) would refuse or cut off is not a secret`(
    bytes: [UInt8], error: SecretError
  ) {
    #expect(throws: error) { try Secret(bytes) }
  }

  @Test func `two secrets are equal if their bytes are`() throws {
    let secret = try Secret("é".utf8)
    expect(secret.equals(try Secret("é".utf8)))
    expect(!secret.equals(try Secret("e\u{301}".utf8)))
    expect(!secret.equals(try Secret("éé".utf8)))
  }
}

import Expectations
import Synchronization
import Testing
import UVLoop

@testable import AccountsPlatform

@Suite struct SecretHashTests {
  @Test func `a new hash is by yescrypt with the library's cost, and salted`() throws {
    let secret = try Secret("correct horse".utf8)
    let hash = try SecretHash(of: secret)
    let setting = try Crypt.newSetting()
    expect(hash.text.prefix(7), equals: setting.prefix(7))
    expect(hash.text.hasPrefix("$y$"))
    expect(try SecretHash(hash.text), equals: hash)
    expect(hash.equals(try Crypt.hash(secret, hash.text)))
    expect(!hash.equals(try Crypt.hash(Secret("correct mouse".utf8), hash.text)))
    expect(try SecretHash(of: secret) != hash)
  }

  @Test(arguments: [
    "$y$j75$salt$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz/",
    "$gy$j75$salt$l4HoLp.M7UAUHFIkH1s6/i45ONwLBM3s3vB7PK4yh8/",
    "$7$CU..../....SodiumChloride$WrNEVfmaaTGW2M0eC.klfQVifvIUtKEHQBGXLCGU/j3",
    "$6$rounds=1000$abcd$8vSgtCUyNDHf1D5jnx0Qz4ayEM7Ye1zXm60zPDuxvB7/1CYGLc4yEjpOPEyLLL/5wB2o"
      + "dP08MzsOC69mX8D4v0",
  ])
  func `the hashes of strong methods are accepted`(text: String) throws {
    expect(try SecretHash(text).equals(Crypt.hash(Secret("a".utf8), text)))
  }

  @Test(arguments: ["$2b$", "$2a$", "$2y$"])
  func `the hashes of bcrypt are accepted`(prefix: String) throws {
    let hash = try Crypt.hash(Secret("a".utf8), "\(prefix)04$abcdefghijklmnopqrstuu")
    expect(try SecretHash(hash).text, equals: hash)
  }

  @Test(arguments: [
    "", "secret", "rlvCKVyuPgn2E", "_J9..abcdXYZ12345678", "x", "*", "!", "!$y$j75$salt$",
    // A setting, a cut one, and one with characters that no hash has.
    "$y$j75$salt$", "$y$j75$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz/x",
    "$y$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz/",
    "$y$j75$salt$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz",
    "$y$j75$salt$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz/\n",
    "$y$j75$salt$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz-",
    "$6$sa lt$8vSgtCUyNDHf1D5jnx0Qz4ayEM7Ye1zXm60zPDuxvB7/1CYGLc4yEjpOPEyLLL/5wB2o"
      + "dP08MzsOC69mX8D4v0",
  ])
  func `anything else is not a hash`(text: String) {
    #expect(throws: SecretHashError.self) { try SecretHash(text) }
  }

  @Test(arguments: [
    "$5$rounds=1000$abcdefghijklmnop$Z7B24mb7G0UGbrVQx5XsOSvQGEPLZct8F32pHM2IdVA",
    "$1$abc$uAXS.Zj1ZDNcW9iX1TVH2/", "$md5,rounds=1$x$$abc", "$3$$8846f7eaee8fb117ad06bdd830b7586c",
    "$sha1$4$abc$x", "$2x$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe", "$argon2id$x",
    "$",
  ])
  func `a weak or unknown method is refused`(text: String) {
    #expect(throws: SecretHashError.weakMethod) { try SecretHash(text) }
  }

  /// The last field of a hash by yescrypt or scrypt.
  private static let last = String(repeating: "a", count: 43)

  @Test(arguments: [
    // 64 MiB, and the next step.
    ("$y$jBT$salt$\(last)", nil), ("$y$jCT$salt$\(last)", SecretHashError.tooCostly),
    ("$gy$jBT$salt$\(last)", nil), ("$gy$jFT$salt$\(last)", .tooCostly),
    ("$7$CU..../....salt$\(last)", nil), ("$7$DU..../....salt$\(last)", .tooCostly),
    ("$7$CU....0....salt$\(last)", .tooCostly), ("$7$CzzzzzzzzzzSalt$\(last)", .tooCostly),
    ("$7$K/..../....abcd$\(last)", .tooCostly), ("$7$zzzzzzzzzz$\(last)", .malformed),
    ("$2b$12$\(last)aaaaaaaaaa", nil), ("$2b$13$\(last)aaaaaaaaaa", .tooCostly),
    ("$2b$+4$\(last)aaaaaaaaaa", .malformed),
    ("$6$rounds=200000$salt$\(last)\(last)", nil),
    ("$6$rounds=200001$salt$\(last)\(last)", .tooCostly),
    ("$6$rounds=+2000$salt$\(last)\(last)", .malformed),
    // More parameters, and a salt that crypt(3) would cut.
    ("$y$j9T/.$salt$\(last)", .malformed), ("$6$aaaaaaaaaaaaaaaaa$\(last)\(last)", .malformed),
  ])
  func `a hash that takes too much time or memory is refused`(
    text: String, expected: SecretHashError?
  ) {
    do throws(SecretHashError) {
      _ = try SecretHash(text)
      expect(expected == nil)
    } catch {
      expect(error, equals: expected)
    }
  }

  @Test(arguments: [
    "$y$0//$salt$\(last)", "$y$j/.$sal$\(last)", "$gy$j/.$s$\(last)",
    "$6$rounds=10$salt$\(last)\(last)", "$2b$03$\(last)aaaaaaaaaa",
    "$7$/...../....salt$\(last)",
  ])
  func `a hash that the system cannot compute is found by a trial`(text: String) throws {
    var trials = HashTrials()
    let hash = try SecretHash(text)
    #expect(throws: SecretHashError.notComputable) { try trials.check(hash) }
  }

  @Test func `each method and cost is tried once, and each salt at the lowest cost`() throws {
    let settings = Mutex<[String]>([])
    var trials = HashTrials { secret, setting throws(LoopError) in
      settings.withLock { $0.append(setting) }
      return try Crypt.hash(secret, setting)
    }
    let texts = ["$y$j75$salt$\(Self.last)", "$y$j75$pepper..$\(Self.last)"]
    for text in texts { try trials.check(SecretHash(text)) }
    expect(settings.withLock(\.self), equals: ["$y$j//$salt$", texts[0], "$y$j//$pepper..$"])
  }

  @Test func `the decoy is a hash that the system can compute, at the usual cost`() throws {
    let decoy = SecretHash.decoy
    expect(try SecretHash(decoy.text), equals: decoy)
    expect(try Crypt.hash(Secret("a".utf8), decoy.text).count, equals: decoy.text.count)
    expect(decoy.text.prefix(7), equals: try Crypt.newSetting().prefix(7))
  }
}

import Expectations
import Testing

@testable import AccountsPlatform

@Suite struct DecoysTests {
  private func account(_ name: String, _ hash: SecretHash) throws -> Account {
    var accounts = Accounts()
    try accounts.addUser(name, hash)
    return try require(accounts[name])
  }

  @Test func `a name keeps its decoy, and every hash is somebody's`() throws {
    let hashes = try ["1", "2", "3"].map {
      try SecretHash.cheap($0)
    }
    let accounts = try hashes.enumerated().map { try account("\($0.offset)", $0.element) }
    let decoys = Decoys(accounts)
    let other = Decoys(accounts.reversed())
    let names = (0..<1000).map { "user\($0)" }
    for name in names { expect(decoys.hash(for: name), equals: other.hash(for: name)) }
    for hash in hashes {
      // A third of them, give or take far more than chance does.
      expect((200...470).contains(names.count { decoys.hash(for: $0) == hash }))
    }
  }

  @Test func `without hashes there is one at the usual cost`() {
    expect(Decoys([]).hash(for: "ada"), equals: .decoy)
  }
}

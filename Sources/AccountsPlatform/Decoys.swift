/// Hashes for names that do not exist: comparing with one of them takes as long as with the hash of
/// a name that does.
///
/// Accounts may have hashes of different costs. So a name always gets the same decoy, and each cost
/// is as frequent among unknown names as among known ones.
struct Decoys {
  /// At least one; sorted, so that a reload does not change the decoy of a name.
  private let hashes: [SecretHash]

  init(_ accounts: some Sequence<Account>) {
    let hashes = accounts.map(\.hash).sorted { $0.text < $1.text }
    self.hashes = hashes.isEmpty ? [.decoy] : hashes
  }

  func hash(for name: String) -> SecretHash {
    // It differs from one daemon to the next, so nobody can compute it.
    hashes[Int(UInt(bitPattern: name.hashValue) % UInt(hashes.count))]
  }
}

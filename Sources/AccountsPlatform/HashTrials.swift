internal import UVLoop

/// Finds out whether this system can compute the hashes of a file, without computing all of them:
/// it tries each combination of method and cost once, and each salt at the lowest cost.
package struct HashTrials {
  /// Combinations of method and cost that can be computed.
  private var computable: Set<String> = []
  private let hashing: AccountsGateway.Hashing

  package init() {
    self.init(hashing: Crypt.hash)
  }

  init(hashing: @escaping AccountsGateway.Hashing) {
    self.hashing = hashing
  }

  /// Tries what has not been tried before. For a new cost this takes as long as an attempt to log
  /// in.
  ///
  /// - Throws: `SecretHashError.notComputable`.
  package mutating func check(_ hash: SecretHash) throws(SecretHashError) {
    if let setting = hash.parts.saltAtLowestCost { try compute(setting) }
    guard !computable.contains(hash.parts.parameters) else { return }
    try compute(hash.text)
    computable.insert(hash.parts.parameters)
  }

  private func compute(_ setting: String) throws(SecretHashError) {
    guard (try? hashing(.standIn, setting)) != nil else { throw .notComputable }
  }
}

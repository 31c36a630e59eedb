package import UVLoop

/// The hash of a secret as in crypt(5), such as `$y$j9T$…$…`, by a method that resists guessing.
package struct SecretHash: Hashable, Sendable {
  package let text: String

  /// - Throws: `SecretHashError` for anything but a complete hash by a strong method of this
  ///   system, at a cost within ``HashCost``. Whether the system can compute it is not tried: see
  ///   ``HashTrials``.
  package init(_ text: String) throws(SecretHashError) {
    guard text.hasPrefix("$") else { throw .malformed }
    guard let method = HashMethod.allCases.first(where: { text.hasPrefix($0.rawValue) }),
      Crypt.accepts(text)
    else { throw .weakMethod }
    guard let parts = method.parts(of: text) else { throw .malformed }
    guard parts.isAffordable else { throw .tooCostly }
    self.text = text
  }

  /// Hashes a secret with yescrypt. This takes tens of milliseconds.
  ///
  /// - Throws: `LoopError` if the system cannot do that.
  package init(of secret: Secret) throws(LoopError) {
    text = try Crypt.hash(secret, Crypt.newSetting())
  }

  /// For names that do not exist, if there is no other hash with which to compare.
  private init(decoy text: String) {
    self.text = text
  }

  /// The hash of random bytes that nobody knows, with the library's default cost.
  static let decoy = SecretHash(
    decoy: "$y$j9T$aUrLJ3nYQpu0.vJmE7eK61$grU6katx.IZ7I.vKZD/YjxYknKcnWNU7bOS7XFyTIz1")

  /// What the text says.
  var parts: HashParts {
    let method = HashMethod.allCases.first { text.hasPrefix($0.rawValue) }
    guard let parts = method?.parts(of: text) else {
      preconditionFailure("the text is the hash of a known method")
    }
    return parts
  }

  /// Whether a computed hash is this one. How long this takes does not depend on where they differ.
  func equals(_ hash: String) -> Bool {
    guard hash.utf8.count == text.utf8.count else { return false }
    return zip(hash.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Why a text is not a hash that may protect a secret.
package enum SecretHashError: Error {
  /// It is not a hash as in crypt(5), or only a part of one.
  case malformed
  /// It names a method that the system does not have, or considers too weak, such as MD5.
  case weakMethod
  /// Computing it takes too much time or memory.
  case tooCostly
  /// This system cannot compute it.
  case notComputable
}

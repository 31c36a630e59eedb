package import UVLoop

/// The hash of a secret as in crypt(5), such as `$y$j9T$…$…`, by a method that resists guessing.
package struct SecretHash: Hashable, Sendable {
  package let text: String

  /// - Throws: `SecretHashError` for anything but a complete hash by a strong method of this
  ///   system.
  package init(_ text: String) throws(SecretHashError) {
    guard text.hasPrefix("$") else { throw .malformed }
    guard let method = HashMethod.allCases.first(where: { text.hasPrefix($0.rawValue) }),
      Crypt.accepts(text)
    else { throw .weakMethod }
    guard method.canHaveMade(text) else { throw .malformed }
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
}

/// A strong method of crypt(5), by its prefix.
private enum HashMethod: String, CaseIterable {
  case yescrypt = "$y$"
  case gostYescrypt = "$gy$"
  case scrypt = "$7$"
  case bcrypt = "$2b$"
  case bcryptOfOpenwall = "$2y$"
  case oldBcrypt = "$2a$"
  case sha512 = "$6$"

  /// Whether the text has the form of this method's hashes: fields that `$` separates, the last of
  /// which is in base 64 and has a fixed length.
  func canHaveMade(_ text: String) -> Bool {
    let fields = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard let last = fields.last, fields.count >= 4, last.count == lastFieldLength else {
      return false
    }
    return last.allSatisfy(Self.isBase64) && text.utf8.allSatisfy(Self.isAllowed)
  }

  private var lastFieldLength: Int {
    switch self {
    case .yescrypt, .gostYescrypt, .scrypt: 43
    // Salt and hash.
    case .bcrypt, .bcryptOfOpenwall, .oldBcrypt: 53
    case .sha512: 86
    }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether the byte may be in a hash: printable ASCII except the five that separate fields of
  /// passwd(5) and shadow(5), or mark locked accounts.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !":;*!\\".utf8.contains(byte)
  }
}

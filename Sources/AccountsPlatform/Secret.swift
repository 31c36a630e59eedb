internal import CCrypt
internal import Glibc

/// A password, or the secret part of a token, in memory that is overwritten when this object is
/// released.
///
/// This is true of this copy only. The text from which it was made may have been copied by Swift,
/// which frees memory without overwriting it.
package final class Secret: Sendable {
  /// Maximum length in bytes, the same as that of crypt(3).
  package static let longest = Int(CRYPT_MAX_PASSPHRASE_SIZE) - 1

  /// The secret and a NUL.
  // Safe although unchecked: only `init` and `deinit` write it, and nothing else has it then.
  private nonisolated(unsafe) let text: UnsafeMutablePointer<CChar>
  /// In bytes, with the NUL.
  private let size: Int

  /// - Throws: `SecretError` for bytes that cannot be hashed.
  package init(_ bytes: some Collection<UInt8>) throws(SecretError) {
    guard !bytes.isEmpty else { throw .empty }
    let size = bytes.count + 1
    guard size <= Self.longest + 1 else { throw .tooLong }
    guard !bytes.contains(0) else { throw .containsNUL }
    text = .allocate(capacity: size)
    UnsafeMutableRawBufferPointer(start: text, count: size).copyBytes(from: bytes)
    text[size - 1] = 0
    self.size = size
  }

  /// A secret to hash where the hash is not used, but has to take its time.
  static let standIn: Secret = {
    guard let secret = try? Secret("x".utf8) else { preconditionFailure("it is a secret") }
    return secret
  }()

  deinit {
    explicit_bzero(text, size)
    text.deallocate()
  }

  /// Whether both are the same. How long this takes depends on where they differ.
  package func equals(_ other: Secret) -> Bool {
    strcmp(text, other.text) == 0
  }

  /// Calls `body` with the secret as a C string, which is valid until `body` returns.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(text)
  }
}

/// Why bytes cannot be a secret.
package enum SecretError: Error {
  case empty
  /// There are more than ``Secret/longest`` bytes.
  case tooLong
  /// crypt(3) would ignore everything after a NUL.
  case containsNUL
}

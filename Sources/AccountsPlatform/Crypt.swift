internal import CCrypt
internal import Glibc
internal import UVLoop

/// The hash functions of crypt(5), from the system's library. They take tens of milliseconds: for
/// ``BlockingWork``.
enum Crypt {
  /// Returns the hash of a secret.
  ///
  /// - Parameter setting: method, cost and salt: a hash, or what ``newSetting()`` returns.
  /// - Throws: `LoopError`, with EINVAL for a setting that the system does not understand.
  @Sendable static func hash(_ secret: Secret, _ setting: String) throws(LoopError) -> String {
    let size = MemoryLayout<crypt_data>.size
    let data = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<crypt_data>.alignment)
    // crypt_rn(3) requires zeros.
    memset(data, 0, size)
    defer {
      explicit_bzero(data, size)
      data.deallocate()
    }
    guard let hash = secret.withCString({ crypt_rn($0, setting, data, Int32(size)) }) else {
      throw LoopError(operation: "crypt", code: errno)
    }
    return String(cString: hash)
  }

  /// Returns a setting for a new hash: yescrypt with the library's default cost, and a random salt.
  ///
  /// - Throws: `LoopError` if the system has no yescrypt or no random bytes.
  static func newSetting() throws(LoopError) -> String {
    guard let setting = crypt_gensalt_ra("$y$", 0, nil, 0) else {
      throw LoopError(operation: "crypt_gensalt", code: errno)
    }
    defer { free(setting) }
    return String(cString: setting)
  }

  /// Whether the system has the method of a setting and considers it strong.
  static func accepts(_ setting: String) -> Bool {
    crypt_checksalt(setting) == CRYPT_SALT_OK
  }
}

internal import UVLoop

/// The tokens with which a browser gets its cookie. Each is valid once, and for a short time.
@LoopActor
final class OneTimeTokens {
  static let lifetime = Duration.seconds(30)

  private var valid: [String: MonotonicTime] = [:]

  /// Returns a new token.
  func issue() -> String {
    let now = MonotonicTime.now
    valid = valid.filter { $0.value > now }
    let token = RandomSecret.random()
    valid[token] = now + Self.lifetime
    return token
  }

  /// Returns whether the token is valid, which it is not again after that.
  func redeem(_ token: String) -> Bool {
    guard let end = valid.removeValue(forKey: token) else { return false }
    return end > .now
  }
}

enum RandomSecret {
  /// Returns 32 bytes that nobody can guess, as hexadecimal digits.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &generator), radix: 16)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}

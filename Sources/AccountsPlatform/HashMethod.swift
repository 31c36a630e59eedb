/// A strong method of crypt(5), by its prefix.
enum HashMethod: String, CaseIterable {
  case yescrypt = "$y$"
  case gostYescrypt = "$gy$"
  case scrypt = "$7$"
  case bcrypt = "$2b$"
  case bcryptOfOpenwall = "$2y$"
  case oldBcrypt = "$2a$"
  case sha512 = "$6$"

  /// Returns what a text says, if it has the form of this method's hashes: fields that `$`
  /// separates, the last of which is in base 64 and has a fixed length.
  func parts(of text: String) -> HashParts? {
    guard text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    let fields = text.dropFirst(rawValue.count)
      .split(separator: "$", omittingEmptySubsequences: false)
    guard let last = fields.last, last.utf8.count == lastFieldLength,
      last.utf8.allSatisfy({ $0.base64Digit != nil })
    else { return nil }
    let others = fields.dropLast()
    switch (self, others.count) {
    case (.yescrypt, 2), (.gostYescrypt, 2): return yescrypt(others[0], salt: others[1])
    case (.scrypt, 1): return scrypt(others[0])
    case (.bcrypt, 1), (.bcryptOfOpenwall, 1), (.oldBcrypt, 1): return bcrypt(others[0])
    case (.sha512, 1): return sha512(rounds: nil, salt: others[0])
    case (.sha512, 2): return sha512(rounds: others[0], salt: others[1])
    default: return nil
    }
  }

  private var lastFieldLength: Int {
    switch self {
    case .yescrypt, .gostYescrypt, .scrypt: 43
    // Salt and hash.
    case .bcrypt, .bcryptOfOpenwall, .oldBcrypt: 53
    case .sha512: 86
    }
  }

  /// Whether the byte may be in a hash: printable ASCII except the five that separate fields of
  /// passwd(5) and shadow(5), or mark locked accounts.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !":;*!\\".utf8.contains(byte)
  }

  // MARK: Parameters

  /// Parameters as in yescrypt-common.c of libxcrypt: a flavor, the binary logarithm of N, and r.
  /// What may follow is never written by crypt_gensalt(3), and makes a hash more expensive.
  private func yescrypt(_ parameters: Substring, salt: Substring) -> HashParts? {
    var digits = parameters.utf8[...]
    guard digits.takeNumber(least: 0) != nil, let logarithm = digits.takeNumber(least: 1),
      let r = digits.takeNumber(least: 1), digits.isEmpty
    else { return nil }
    // N is 4 and r is 2: the least that this method takes.
    return HashParts(
      parameters: "\(rawValue)\(parameters)", saltAtLowestCost: "\(rawValue)j//$\(salt)$",
      isAffordable: Self.isAffordable(logarithm: logarithm, r: r, p: 1))
  }

  /// One digit for the binary logarithm of N, five each for r and p, and the salt.
  private func scrypt(_ field: Substring) -> HashParts? {
    var digits = field.utf8[...]
    guard let logarithm = digits.popFirst()?.base64Digit, let r = digits.takeFiveDigits(),
      let p = digits.takeFiveDigits()
    else { return nil }
    // N is 2, r and p are 1.
    return HashParts(
      parameters: "\(rawValue)\(field.prefix(11))",
      saltAtLowestCost: "\(rawValue)//..../....\(Substring(digits))$",
      isAffordable: Self.isAffordable(logarithm: logarithm, r: r, p: p))
  }

  private func bcrypt(_ field: Substring) -> HashParts? {
    guard field.utf8.count == 2, let logarithm = Self.decimal(field) else { return nil }
    return HashParts(
      parameters: "\(rawValue)\(field)", isAffordable: logarithm <= HashCost.bcryptLogarithm)
  }

  private func sha512(rounds: Substring?, salt: Substring) -> HashParts? {
    // crypt(3) would ignore what follows, so the hash would never be right.
    guard salt.utf8.count <= 16 else { return nil }
    guard let rounds else { return HashParts(parameters: rawValue, isAffordable: true) }
    guard rounds.hasPrefix("rounds="), let number = Self.decimal(rounds.dropFirst(7)) else {
      return nil
    }
    return HashParts(
      parameters: "\(rawValue)\(rounds)", isAffordable: number <= HashCost.sha512Rounds)
  }

  /// N blocks of 128·r bytes each are written and read, p times.
  private static func isAffordable(logarithm: Int, r: Int, p: Int) -> Bool {
    guard logarithm < 32 else { return false }
    let blocks = (128 << logarithm).multipliedReportingOverflow(by: r)
    let bytes = blocks.partialValue.multipliedReportingOverflow(by: p)
    return !blocks.overflow && !bytes.overflow && bytes.partialValue <= HashCost.bytes
  }

  /// A number of ASCII digits; nil for any other text.
  private static func decimal(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int(text) : nil
  }
}

/// What the text of a hash says.
struct HashParts {
  /// Method and cost, such as `$y$j9T`.
  let parameters: String
  /// A setting with the salt and the lowest cost; nil for a method that takes any salt of this
  /// form.
  var saltAtLowestCost: String?
  /// Whether the cost is within the bounds of ``HashCost``.
  let isAffordable: Bool
}

/// What the hash of one attempt may cost. Two are computed at the same time, for anyone who tries.
///
/// The bounds are of parameters, so that a file is valid on each machine, or on none.
enum HashCost {
  /// For the methods that need memory: four times the default of yescrypt, in some 100 ms.
  static let bytes = 64 << 20

  /// The binary logarithm of bcrypt's rounds: some 200 ms.
  static let bcryptLogarithm = 12

  /// Forty times the default of SHA-512: some 100 ms, or six times that for the longest password.
  static let sha512Rounds = 200_000
}

extension UInt8 {
  /// The value of a digit in the base 64 of crypt(5): `./0-9A-Za-z`; nil for another character.
  fileprivate var base64Digit: Int? {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      Int(self - UInt8(ascii: "."))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(self - UInt8(ascii: "A")) + 12
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(self - UInt8(ascii: "a")) + 38
    default: nil
    }
  }
}

extension Substring.UTF8View {
  /// Takes a number of variable length, as `decode64_uint32` of yescrypt-common.c does: the first
  /// digit determines how many follow.
  ///
  /// - Parameter least: what the digit `.` means.
  fileprivate mutating func takeNumber(least: Int) -> Int? {
    guard let first = popFirst()?.base64Digit else { return nil }
    var (start, end, further, bits) = (0, 47, 0, 0)
    var number = least
    while first > end {
      number += (end + 1 - start) << bits
      start = end + 1
      end = start + (62 - end) / 2
      further += 1
      bits += 6
    }
    number += (first - start) << bits
    for _ in 0..<further {
      guard let digit = popFirst()?.base64Digit else { return nil }
      bits -= 6
      number += digit << bits
    }
    return number
  }

  /// Takes a number of 30 bits, the lowest first.
  fileprivate mutating func takeFiveDigits() -> Int? {
    var number = 0
    for place in 0..<5 {
      guard let digit = popFirst()?.base64Digit else { return nil }
      number |= digit << (6 * place)
    }
    return number
  }
}

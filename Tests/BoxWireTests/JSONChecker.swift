/// A second opinion: the grammar of RFC 8259, applied recursively to the scalars of valid UTF-8. It
/// shares no code with the reader that it checks.
struct JSONChecker {
  private var rest: ArraySlice<Unicode.Scalar>
  private let maximumDepth: Int

  /// Whether `bytes` is one JSON value, no deeper than the protocol allows.
  static func accepts(_ bytes: [UInt8], maximumDepth: Int = 64) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var checker = JSONChecker(
      rest: Array(text.unicodeScalars)[...], maximumDepth: maximumDepth)
    guard checker.element(depth: 0) else { return false }
    return checker.rest.isEmpty
  }

  private mutating func element(depth: Int) -> Bool {
    space()
    guard value(depth: depth) else { return false }
    space()
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    switch rest.first {
    case "{": take("{") && depth < maximumDepth && list("}", depth: depth) { $0.member(depth: $1) }
    case "[": take("[") && depth < maximumDepth && list("]", depth: depth) { $0.element(depth: $1) }
    case "\"": string()
    case "t": take("true")
    case "f": take("false")
    case "n": take("null")
    default: number()
    }
  }

  private mutating func list(
    _ end: String, depth: Int, _ item: (inout JSONChecker, Int) -> Bool
  ) -> Bool {
    space()
    if take(end) { return true }
    repeat {
      guard item(&self, depth + 1) else { return false }
    } while take(",")
    return take(end)
  }

  private mutating func member(depth: Int) -> Bool {
    space()
    guard string() else { return false }
    space()
    return take(":") && element(depth: depth)
  }

  /// Its UTF-16 units must be well-formed, whether escaped or not.
  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    var units: [UInt16] = []
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(validating: units, as: UTF16.self) != nil
      case "\\":
        guard let unit = escape() else { return false }
        units.append(unit)
      case _ where scalar.value < 0x20: return false
      default:
        // An unescaped character must not complete an escaped surrogate half.
        units += Array(String(scalar).utf16)
      }
    }
    return false
  }

  private mutating func escape() -> UInt16? {
    switch rest.popFirst() {
    case "\"", "\\", "/", "b", "f", "n", "r", "t": return 0x20
    case "u":
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit })
      else { return nil }
      rest = rest.dropFirst(4)
      return UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
    default: return nil
    }
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take("."), !digits() { return false }
    guard take("e") || take("E") else { return true }
    _ = take("+") || take("-")
    return digits()
  }

  private mutating func digits() -> Bool {
    let count = rest.prefix { ("0"..."9").contains($0) }.count
    rest = rest.dropFirst(count)
    return count > 0
  }

  private mutating func space() {
    rest = rest.drop { [" ", "\t", "\n", "\r"].contains($0) }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }
}

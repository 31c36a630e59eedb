/// A JSON value, parsed strictly by RFC 8259 and without any code of the daemon.
struct StrictJSON {
  enum Kind {
    case null, boolean, number
    /// The decoded string as UTF-8: Swift compares strings by appearance, JSON by scalars.
    case string([UInt8])
    case array([StrictJSON])
    /// In order, including duplicate names.
    case object([(name: [UInt8], value: StrictJSON)])
  }

  let kind: Kind
  /// The raw text without insignificant whitespace.
  let text: [UInt8]

  /// nil if `line` is not JSON, not UTF-8, or nested more deeply than `depth`.
  init?(_ line: some Sequence<UInt8>, depth: Int = 64) {
    let line = Array(line)
    guard String(validating: line, as: UTF8.self) != nil else { return nil }
    var reader = StrictJSONReader(bytes: line, maximumDepth: depth)
    guard let value = reader.document() else { return nil }
    self = value
  }

  fileprivate init(_ kind: Kind, _ text: [UInt8]) {
    self.kind = kind
    self.text = text
  }

  /// The value of the last member with that name; nil if there is none, or if this is not an
  /// object.
  subscript(name: String) -> StrictJSON? {
    members?.last { $0.name.elementsEqual(name.utf8) }?.value
  }

  var members: [(name: [UInt8], value: StrictJSON)]? {
    if case .object(let members) = kind { members } else { nil }
  }

  var elements: [StrictJSON]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  /// nil if this is not a string.
  var string: [UInt8]? {
    if case .string(let string) = kind { string } else { nil }
  }

  var isNumber: Bool {
    if case .number = kind { true } else { false }
  }

  /// The whole number; nil if this is not one, or if `Int` cannot represent it. `2.0` and `20e-1`
  /// are 2.
  var whole: Int? {
    guard isNumber else { return nil }
    let written = String(decoding: text, as: UTF8.self).lowercased()
    let parts = written.split(separator: "e")
    let sides = parts[0].split(separator: ".")
    var digits = sides.joined()
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits.removeFirst() }
    digits = String(digits.drop { $0 == "0" })
    if digits.isEmpty { return 0 }
    guard let power = Int(parts.count > 1 ? parts[1] : "0"), abs(power) < 1_000_000 else {
      return nil
    }
    // The position of the decimal point, counted from the end.
    var shift = power - (sides.count > 1 ? sides[1].count : 0)
    while shift < 0 {
      guard digits.last == "0" else { return nil }
      digits.removeLast()
      shift += 1
    }
    guard digits.count + shift <= 19 else { return nil }
    return Int((isNegative ? "-" : "") + digits + String(repeating: "0", count: shift))
  }

  /// The nearest double; nil if this is not a finite number.
  var double: Double? {
    guard isNumber, let number = Double(String(decoding: text, as: UTF8.self)) else { return nil }
    return number.isFinite ? number : nil
  }
}

/// Parses one value by recursive descent, and collects its compact text.
private struct StrictJSONReader {
  let bytes: [UInt8]
  let maximumDepth: Int
  private var index = 0
  private var compact: [UInt8] = []

  init(bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  mutating func document() -> StrictJSON? {
    guard let value = value(0), index == bytes.count else { return nil }
    return value
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// A value with surrounding whitespace.
  private mutating func value(_ depth: Int) -> StrictJSON? {
    skipSpace()
    let start = compact.count
    guard let kind = kind(depth) else { return nil }
    let text = Array(compact[start...])
    skipSpace()
    return StrictJSON(kind, text)
  }

  private mutating func kind(_ depth: Int) -> StrictJSON.Kind? {
    switch next {
    case UInt8(ascii: "{"): object(depth)
    case UInt8(ascii: "["): array(depth)
    case UInt8(ascii: "\""): string().map(StrictJSON.Kind.string)
    case UInt8(ascii: "t"): word("true") ? .boolean : nil
    case UInt8(ascii: "f"): word("false") ? .boolean : nil
    case UInt8(ascii: "n"): word("null") ? .null : nil
    default: number() ? .number : nil
    }
  }

  private mutating func object(_ depth: Int) -> StrictJSON.Kind? {
    guard depth < maximumDepth else { return nil }
    var members: [(name: [UInt8], value: StrictJSON)] = []
    pass()
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard let name = string() else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth + 1) else { return nil }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(_ depth: Int) -> StrictJSON.Kind? {
    guard depth < maximumDepth else { return nil }
    var elements: [StrictJSON] = []
    pass()
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      guard let value = value(depth + 1) else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func string() -> [UInt8]? {
    guard take("\"") else { return nil }
    var content: [UInt8] = []
    while let byte = next {
      pass()
      switch byte {
      case UInt8(ascii: "\""): return content
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        content += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: content.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    pass()
    switch Unicode.Scalar(byte) {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": break
    default: return nil
    }
    guard let first = hexadecimal() else { return nil }
    if (0xD800..<0xDC00).contains(first) {
      guard take("\\"), take("u"), let second = hexadecimal(), (0xDC00..<0xE000).contains(second)
      else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00))
    }
    return Unicode.Scalar(first)
  }

  private mutating func hexadecimal() -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80
      else { return nil }
      number = number * 16 + UInt32(digit)
      pass()
    }
    return number
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    guard take("e") || take("E") else { return true }
    if !take("+") { _ = take("-") }
    return digits()
  }

  private mutating func digits() -> Bool {
    let start = index
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { pass() }
    return index > start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { return false }
      pass()
    }
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    pass()
    return true
  }

  private mutating func pass() {
    compact.append(bytes[index])
    index += 1
  }
}

import SystemTestSupport

/// Lines of JSON, some of them damaged.
struct JSONMutation {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var line = Array(text().utf8)
    for _ in 0..<Int.random(in: 0...3, using: &generator) { damage(&line) }
    return line
  }

  private mutating func text() -> String {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: JSONCorpus.valid.randomElement(using: &generator)!
    case 1: Self.requests.randomElement(using: &generator)!
    default: Self.value(depth: 0, &generator)
    }
  }

  private mutating func damage(_ line: inout [UInt8]) {
    let place = Int.random(in: 0...line.count, using: &generator)
    let end = min(line.count, place + Int.random(in: 1...8, using: &generator))
    switch Int.random(in: 0..<7, using: &generator) {
    case 0 where place < line.count:
      line[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < line.count: line[place] = UInt8.random(in: 0...255, using: &generator)
    case 2: line.removeSubrange(place..<end)
    case 3: line.insert(contentsOf: line[place..<end], at: place)
    case 4: line.insert(contentsOf: Self.pieces.randomElement(using: &generator)!, at: place)
    case 5: line.insert(Self.bytes.randomElement(using: &generator)!, at: place)
    default:
      let other = Array(JSONCorpus.valid.randomElement(using: &generator)!.utf8)
      line.replaceSubrange(place..., with: other.suffix(place))
    }
  }

  /// A random value as text, with white space in some places.
  static func value(depth: Int, _ generator: inout SeededGenerator) -> String {
    let space = [" ", "", "", "", "\t", "\n", "\r\n"].randomElement(using: &generator)!
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: 0..<(depth < 5 ? 8 : 5), using: &generator) {
    case 0: return space + scalars.randomElement(using: &generator)!
    case 1, 2: return space + number(&generator)
    case 3, 4: return string(&generator) + space
    case 5, 6:
      let members = (0..<count).map { _ in
        space + string(&generator) + space + ":" + value(depth: depth + 1, &generator)
      }
      return space + "{" + members.joined(separator: ",") + space + "}"
    default:
      let elements = (0..<count).map { _ in value(depth: depth + 1, &generator) }
      return "[" + space + elements.joined(separator: space + ",") + "]"
    }
  }

  private static func number(_ generator: inout SeededGenerator) -> String {
    let whole = String(Int.random(in: -1000...1000, using: &generator))
    let fraction =
      Bool.random(using: &generator) ? ".\(UInt8.random(in: 0...255, using: &generator))" : ""
    let exponent = ["", "", "e5", "E-3", "e+0"].randomElement(using: &generator)!
    return whole + fraction + exponent
  }

  private static func string(_ generator: inout SeededGenerator) -> String {
    let parts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      characters.randomElement(using: &generator)!
    }
    return "\"" + parts.joined() + "\""
  }

  private static let scalars = ["true", "false", "null", "0", "-0", "\"\""]
  private static let characters = [
    "a", "id", "method", "box", "plain text of some length", "é", "€", "😀", "\u{10FFFF}", "\\n",
    "\\\"", "\\\\", "\\/", "\\u0000", "\\u00e9", "\\uD83D\\uDE00", " ", "{", "]", ",", ":",
  ]
  private static let requests = [
    #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"boxes":["topics.ai.**"]}}"#,
    #"{"id":"a","method":"set","params":{"box":"shared.a","value":{"x":[1,2.50,"é"]}}}"#,
    #"[{"id":1,"method":"ping"},{"method":"get","params":{"boxes":["*"]}}]"#,
    #"{"method":"ping","id":null,"extra":{"a":[[],{}]}}"#,
  ]
  private static let bytes: [UInt8] = [
    0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x2C, 0x2D, 0x2E, 0x30, 0x3A, 0x5B, 0x5C, 0x5D, 0x65,
    0x75, 0x7B, 0x7D, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xED, 0xF0, 0xF4, 0xF5, 0xFF,
  ]
  private static let pieces: [[UInt8]] =
    JSONCorpus.invalidUTF8
    + [
      "\\ud800", "\\udc00", "\\u12", "1.", "e", "-", "//", "/**/", "NaN", "null", "{}", "[]",
      "\"\"", ",,",
    ]
    .map { Array($0.utf8) }
}

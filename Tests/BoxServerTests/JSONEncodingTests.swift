import BoxServer
import BoxWire
import Expectations
import FoundationEssentials
import Testing

/// Foundation's encoder is the reference.
struct JSONEncodingTests {
  @Test func `a struct is an object with its keys sorted`() throws {
    let value = Item(id: "3", text: "No \"breaks\"\n", weight: 2, next: nil, tags: ["b", "a"])
    try expectAsFoundation(value)
    expect(
      try JSONText(encoding: value).description,
      equals: #"{"id":"3","tags":["b","a"],"text":"No \"breaks\"\n","weight":2}"#)
    try expectAsFoundation(
      Item(id: "", text: "ä🙂\u{1}\\/", weight: .min, next: [value, value], tags: []))
  }

  @Test func `single values, arrays and dictionaries are encoded as Foundation does`() throws {
    try expectAsFoundation("text")
    try expectAsFoundation(true)
    try expectAsFoundation([1.5, -0.25, 1e300, 0.1])
    try expectAsFoundation([Int.min, .max])
    try expectAsFoundation([UInt64.max])
    try expectAsFoundation([Int8.min, .max])
    try expectAsFoundation([Int?.none, 3])
    try expectAsFoundation([[Int]]())
    try expectAsFoundation([[1], [], [2, 3]])
    try expectAsFoundation(["b": ["y": 1, "x": 2], "a": [:], "": ["z": 3]])
    try expectAsFoundation([10: "ten", 9: "nine"])
    try expectAsFoundation(Weather.rain(millimetres: 3))
    try expectAsFoundation(Weather.sun)
    expect(try JSONText(encoding: Int?.none).description, equals: "null")
  }

  @Test func `Foundation's types are encoded as Foundation does`() throws {
    struct Facts: Encodable {
      let page = URL(string: "https://example.org/a?b=c d".replacing(" ", with: "%20"))
      let bytes = Data([0, 1, 254, 255])
      let price = Decimal(string: "12345678901234567890.25")
      let date = Date(timeIntervalSinceReferenceDate: 0.5)
      let id = UUID()
      let pages = ["x": [URL(string: "/a")]]
    }
    try expectAsFoundation(Facts())
    try expectAsFoundation([Data(), Data([1])])
    try expectAsFoundation(URL(string: "file:///tmp"))
    #expect(throws: EncodingError.self) { try JSONText(encoding: [Decimal.nan]) }
  }

  @Test func `whole numbers have no fraction`() throws {
    expect(try JSONText(encoding: [2.0, -3, 1e15]).description, equals: "[2,-3,1000000000000000]")
    expect(try JSONText(encoding: [Float(2), 0.1]).description, equals: "[2,0.1]")
  }

  @Test func `a type that encodes nothing is an empty object`() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    expect(try JSONText(encoding: Nothing()).description, equals: "{}")
    expect(try JSONText(encoding: [Nothing(), Nothing()]).description, equals: "[{},{}]")
  }

  @Test func `equal dictionaries have the same text`() throws {
    let names = (0..<200).map { "name \($0)" }
    let (one, other) = (names, names.reversed())
    let texts = try [Array(one), Array(other)].map { names in
      var members: [String: Int] = [:]
      for name in names { members[name] = name.count }
      return try JSONText(encoding: members)
    }
    expect(texts[0], equals: texts[1])
    try expectAsFoundation(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
  }

  @Test func `classes, nested containers and containers written to alternately`() throws {
    try expectAsFoundation(Dog(name: "Rex", tricks: 3))
    try expectAsFoundation([Dog(name: "Rex", tricks: 3), Dog(name: "", tricks: 0)])
    try expectAsFoundation(Interleaved())
    try expectAsFoundation(["a": [Interleaved()], "b": []])
  }

  @Test func `of duplicate names the last one counts`() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: "b")
        try container.encode("long", forKey: "a")
        try container.encode(2, forKey: "b")
        try container.encode(0, forKey: "a")
      }
    }
    try expectAsFoundation(Twice())
    expect(try JSONText(encoding: Twice()).description, equals: #"{"a":0,"b":2}"#)
    struct Adjacent: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: "a")
        try container.encode(2, forKey: "a")
        var nested = container.nestedContainer(keyedBy: Name.self, forKey: "b")
        try container.encode(3, forKey: "b")
        try nested.encode(4, forKey: "c")
      }
    }
    expect(try JSONText(encoding: Adjacent()).description, equals: #"{"a":2,"b":3}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is not finite is refused with its coding path`(number: Double) throws {
    let error = try #require(throws: EncodingError.self) {
      try JSONText(encoding: ["a": [["b": 1.0], ["b": number]]])
    }
    guard case .invalidValue(let value, let context) = error else {
      throw error
    }
    expect((value as? Double).map { $0.description }, equals: number.description)
    expect(context.codingPath.map(\.stringValue), equals: ["a", "Index 1", "b"])
  }

  @Test func `a type can continue after an error in one of its members`() throws {
    struct Tolerant: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try? container.encode(Double.nan, forKey: "a")
        try? container.encode(["x": [1, .nan]], forKey: "b")
        try container.encode(1, forKey: "c")
        var list = container.nestedUnkeyedContainer(forKey: "d")
        try? list.encode(Failing())
        try list.encode(2)
        try? list.encode([Failing()])
        try list.encode(Once())
      }
    }
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: "e")
        _ = container.nestedContainer(keyedBy: Name.self, forKey: "f")
        try container.encode(Double.nan, forKey: "g")
      }
    }
    struct Once: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try? container.encode(Failing())
        try container.encode(3)
      }
    }
    expect(try JSONText(encoding: Tolerant()).description, equals: #"{"c":1,"d":[2,3]}"#)
  }

  @Test func `a type sees its coding path`() throws {
    struct Place: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "."))
      }
    }
    try expectAsFoundation(["a": [Place(), Place()], "b": []])
  }

  @Test func `random trees are encoded as Foundation does`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      try expectAsFoundation(Tree.random(depth: 4, &random))
    }
  }
}

private func expectAsFoundation(
  _ value: some Encodable, _ location: SourceLocation = #_sourceLocation
) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let reference = String(decoding: try encoder.encode(value), as: UTF8.self)
  expect(try JSONText(encoding: value).description, equals: reference, sourceLocation: location)
}

private struct Item: Encodable {
  let id: String
  let text: String
  let weight: Int
  let next: [Item]?
  let tags: [String]
}

private enum Weather: Encodable {
  case rain(millimetres: Int)
  case sun
}

private class Animal: Encodable {
  let name: String

  init(name: String) {
    self.name = name
  }
}

private final class Dog: Animal {
  let tricks: Int

  init(name: String, tricks: Int) {
    self.tricks = tricks
    super.init(name: name)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try super.encode(to: container.superEncoder())
    try container.encode(tricks, forKey: "tricks")
    try super.encode(to: container.superEncoder(forKey: "animal"))
  }
}

/// Writes to all its containers alternately.
private struct Interleaved: Encodable {
  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Name.self)
    var inner = outer.nestedContainer(keyedBy: Name.self, forKey: "m")
    try outer.encode(1, forKey: "z")
    var list = outer.nestedUnkeyedContainer(forKey: "list")
    try inner.encode("x", forKey: "y")
    try list.encodeNil()
    var object = list.nestedContainer(keyedBy: Name.self)
    try outer.encode(["k": 3], forKey: "a")
    var same = encoder.container(keyedBy: Name.self)
    try same.encode(true, forKey: "same")
    try object.encodeNil(forKey: "none")
    var deep = list.nestedUnkeyedContainer()
    try list.encode(4)
    try deep.encode(contentsOf: [5, 6])
    try inner.encode([7], forKey: "b")
    expect(list.count, equals: 4)
  }
}

private struct Name: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) {
    stringValue = value
  }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}

private indirect enum Tree: Encodable {
  case number(Int)
  case fraction(Double)
  case text(String)
  case list([Tree])
  case object([String: Tree])
  case none

  static func random(depth: Int, _ random: inout SystemRandomNumberGenerator) -> Tree {
    switch Int.random(in: depth > 0 ? 0...7 : 0...3, using: &random) {
    case 0: .number(Int.random(in: .min ... .max, using: &random))
    case 1: .fraction(Double(Int.random(in: 0..<1 << 40, using: &random)) + 0.5)
    case 2:
      .text(String("\u{0}\u{8}\t\n\u{c}\r\u{1f}\"\\/aäé€🙂👍🏽".shuffled().prefix(4)))
    case 3: .none
    case 4, 5:
      .list(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Tree.random(depth: depth - 1, &random)
        })
    default:
      .object(
        Dictionary(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            ("\(Int.random(in: 0...99, using: &random))x", Tree.random(depth: depth - 1, &random))
          }
        ) { $1 })
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .fraction(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let trees): try container.encode(trees)
    case .object(let members): try container.encode(members)
    case .none: try container.encodeNil()
    }
  }
}

import SystemTestSupport

/// Random requests. Most are valid; some have a wrong parameter, id or member.
struct FuzzGrammar {
  var generator: SeededGenerator

  /// A line without its LF.
  mutating func line(_ model: FuzzModel) -> String {
    // A connection without patterns gets more requests at once.
    if !model.patterns.isEmpty, chance(5) { return #"{"method":"unsubscribe"}"# }
    guard chance(12) else { return request(model) }
    let count = chance(20) ? number(95...105) : number(0...6)
    return array((0..<count).map { _ in chance(15) ? value(3) : request(model) })
  }

  // MARK: Requests

  private mutating func request(_ model: FuzzModel) -> String {
    var method = pick(Self.methods)
    var members = parameters(of: method, model)
    if chance(40) { members.append((pick(Self.names), value(2))) }
    if chance(40), let first = members.randomElement(using: &generator) {
      members.append((first.name, chance(2) ? value(1) : first.value))
    }
    if chance(40), !members.isEmpty { members.removeFirst() }
    if chance(4) { members.shuffle(using: &generator) }
    if chance(60) { method = pick(Self.oddMethods) }
    var request = [(name: "method", value: chance(80) ? value(1) : string(method))]
    if !members.isEmpty || chance(2) {
      request.append(("params", chance(60) ? value(2) : object(members)))
    }
    if !chance(6) { request.append(("id", id())) }
    if chance(3) { request.append(("jsonrpc", chance(30) ? value(1) : "\"2.0\"")) }
    if chance(30) { request.append((pick(Self.names), value(2))) }
    if chance(40), let first = request.randomElement(using: &generator) { request.append(first) }
    if chance(2) { request.shuffle(using: &generator) }
    return object(request)
  }

  private mutating func parameters(
    of method: String, _ model: FuzzModel
  ) -> [(name: String, value: String)] {
    var members: [(name: String, value: String)] = []
    switch method {
    case "set":
      members = [("box", string(path(model))), ("value", value(4))]
      if chance(4) { members.append(("ifRevision", revision(model))) }
      if chance(6) { members.append(("ttl", pick(Self.ttls))) }
    case "delete":
      members = [("box", string(path(model)))]
      if chance(4) { members.append(("ifRevision", revision(model))) }
    case "get": members = [("boxes", patterns(model))]
    case "subscribe":
      members = [("boxes", patterns(model))]
      if chance(2) {
        members.append(("mode", pick(["\"latest\"", "\"every\"", "\"other\"", "1"])))
      }
      if chance(4) {
        members.append(("interval", pick(["0", "5", "60000", "60001", "-1", "0.5"])))
      }
      if chance(4) { members.append(("since", since(model))) }
    case "unsubscribe", "rpc.discover":
      if chance(2) || method != "unsubscribe" { members = [("boxes", patterns(model))] }
    case "topics.ai.pros.add":
      members = [("weight", value(1)), (pick(Self.names), value(1))]
    default: break
    }
    return members
  }

  private mutating func since(_ model: FuzzModel) -> String {
    let epoch = chance(3) ? "x" : String(decoding: model.epoch, as: UTF8.self)
    var members = [(name: "epoch", value: string(epoch)), ("revision", revision(model))]
    if chance(5) { members.append(("revision", revision(model))) }
    if chance(12) { members.append((pick(Self.names), value(1))) }
    return object(members)
  }

  private mutating func patterns(_ model: FuzzModel) -> String {
    if chance(40) { return value(2) }
    let count = chance(12) ? number(0...12) : number(1...3)
    return array(
      (0..<count).map { _ in
        switch number(0...9) {
        case 0: string(pick(Self.oddPatterns))
        case 1...4: string(path(model))
        default: string(pick(Self.patterns))
        }
      })
  }

  private mutating func path(_ model: FuzzModel) -> String {
    if chance(25) { return pick(Self.oddPatterns) }
    if chance(2), let path = model.shared.keys.sorted().randomElement(using: &generator) {
      return path
    }
    if chance(12), let path = model.fixed.keys.sorted().randomElement(using: &generator) {
      return path
    }
    let names = (0..<number(1...2)).map { _ in pick(["a", "b", "C", "d-e", "_", "9"]) }
    return "shared." + names.joined(separator: ".")
  }

  private mutating func revision(_ model: FuzzModel) -> String {
    switch number(0...9) {
    case 0: "0"
    case 1: pick(Self.numbers)
    case 2: "\(model.revision).0"
    case 3: "\(model.revision + 1)"
    case 4: "\(model.revision)0e-1"
    default: "\(max(0, model.revision - number(0...20)))"
    }
  }

  private mutating func id() -> String {
    switch number(0...5) {
    case 0: string(pick(Self.texts))
    case 1: pick(Self.numbers)
    case 2: "null"
    case 3 where chance(8): value(2)
    default: "\(number(-9...999))"
    }
  }

  // MARK: JSON

  /// A random value, nested up to `depth` levels, rarely very deep or long.
  private mutating func value(_ depth: Int) -> String {
    if chance(150) {
      let levels = number(55...70)
      return String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    if chance(150) { return "\"\(String(repeating: "é", count: number(1...2500)))\"" }
    switch number(0...(depth > 0 ? 6 : 4)) {
    case 0: return pick(["true", "false", "null"])
    case 1, 2: return pick(Self.numbers)
    case 3, 4: return string(pick(Self.texts))
    case 5: return array((0..<number(0...3)).map { _ in value(depth - 1) })
    default: return object((0..<number(0...3)).map { _ in (pick(Self.names), value(depth - 1)) })
    }
  }

  /// A string, sometimes with escaped characters.
  private mutating func string(_ text: String) -> String {
    guard chance(12) else { return "\"\(text)\"" }
    let parts = text.unicodeScalars.map { scalar in
      guard chance(3), scalar.isASCII, !text.contains("\\") else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: chance(2))
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(parts.joined())\""
  }

  private mutating func array(_ elements: [String]) -> String {
    "[" + space() + elements.joined(separator: space() + "," + space()) + space() + "]"
  }

  private mutating func object(_ members: [(name: String, value: String)]) -> String {
    let texts = members.map { "\(string($0.name))\(space()):\(space())\($0.value)" }
    return space() + "{" + texts.joined(separator: "," + space()) + space() + "}" + space()
  }

  private mutating func space() -> String {
    chance(12) ? pick([" ", "\t", "  ", "\r"]) : ""
  }

  // MARK: Chance

  /// True once in `count` calls on average.
  mutating func chance(_ count: Int) -> Bool {
    number(1...count) == 1
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...(elements.count - 1))]
  }

  private static let methods = [
    "set", "set", "set", "set", "set", "delete", "delete", "get", "get", "get", "ping", "ping",
    "set", "get", "ping", "subscribe", "unsubscribe", "rpc.discover", "topics.ai.pros.add",
    "no.such.method",
  ]
  private static let oddMethods = [
    "", "Set", "set ", "ping\\u0000", "topics.ai.pros.nothing", "topics.nope.pros.of", "shared.a",
    "session.a.b", "daemon.nothing", "..", "rpc.", "*", "é", String(repeating: "m", count: 3000),
  ]
  private static let names = [
    "id", "method", "params", "box", "boxes", "value", "ttl", "since", "jsonrpc", "a", "", "é",
    "e\u{301}", "\\uD83D\\uDE00", "bo\\u0078", "Box", String(repeating: "name", count: 30),
  ]
  private static let texts = [
    "", "a", "plain text", "2.0", "é", "e\u{301}", "€", "😀", "\u{10FFFF}", "\u{FEFF}", "\\n",
    "\\\"",
    "\\\\", "\\/", "\\u0000", "\\uD83D\\uDE00", "\\uDBFF\\uDFFF", "\u{7F}", "{", "]", ",",
    "\u{2028}",
    "null", "shared.a", "\u{212A}", String(repeating: "long ", count: 200),
  ]
  private static let numbers = [
    "0", "-0", "1", "-1", "1.0", "1.5", "1e2", "1E+2", "10e-1", "1e-1", "0e999999999999", "1e400",
    "-1e400", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "922337203685477580.7e1", "1e18", "1e19", "0.0000000000001e13",
    "123456789012345678901234567890", "1.00000000000000000000000000001",
  ]
  private static let ttls = [
    "1000000", "31536000", "31536000.0", "3.1536e7", "86400000e-1", "31536001", "0", "-1", "0.0001",
    "0.0009999", "1e400", "1e-400", "\"60\"", "true", "null", "[]",
  ]
  private static let patterns = [
    "shared.**", "shared.*", "shared.*.*", "shared.a.**", "shared.*.b", "**", "*.**", "*.*.*",
    "topics.**", "topics.*.pros.items", "*", "session.nothing.**", "nothing.**",
  ]
  private static let oddPatterns = [
    "", ".", "shared", "shared.", ".shared", "shared..a", "shared.é", "shared.a b",
    "shared.\u{212A}",
    "shared.**.a", "*.*.*.*", "shared.*.*.*.**", "***", "shared.a*", "session", "session.a",
    "nothing", "topics.none", "shared.a\\u0000", "shared." + String(repeating: "n", count: 64),
    "shared." + String(repeating: "n", count: 65), "shared" + String(repeating: ".s", count: 15),
    "shared" + String(repeating: ".s", count: 16),
    "shared" + String(repeating: "." + String(repeating: "n", count: 64), count: 15),
  ]
}

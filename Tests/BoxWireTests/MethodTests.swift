import BoxWire
import Expectations
import Testing

struct MethodTests {
  private let patterns = ["topics.ai.**", "shared.*"].compactMap(Pattern.init)
  private let box = Path("shared.weather.now")!

  @Test func `parameters are read back as written`() throws {
    let subscribe = Subscribe(patterns: patterns)
    expect(try Subscribe(subscribe.parameters), equals: subscribe)
    let resumed = Subscribe(
      patterns: patterns, mode: .latest, interval: .milliseconds(60_000),
      since: Subscribe.Position(epoch: "é\"", revision: 1 << 53 - 1))
    expect(try Subscribe(resumed.parameters), equals: resumed)
    let unsubscribe = Unsubscribe(patterns: patterns)
    expect(try Unsubscribe(unsubscribe.parameters), equals: unsubscribe)
    expect(try Unsubscribe(Unsubscribe(patterns: nil).parameters).patterns == nil)
    let get = Get(patterns: patterns)
    expect(try Get(get.parameters), equals: get)
    for revision in [nil, 0, 7, 1 << 53 - 1] {
      let value = JSONText(elements: [JSONText(1), .null])
      let ttl = revision.map { Duration.milliseconds(1 + $0 % 31_536_000_000) }
      let set = SetBox(box: box, value: value, ifRevision: revision, ttl: ttl)
      expect(try SetBox(set.parameters), equals: set)
      let delete = DeleteBox(box: box, ifRevision: revision)
      expect(try DeleteBox(delete.parameters), equals: delete)
    }
    expect(try Ping(Ping().parameters), equals: Ping())
    for discover in [Discover(), Discover(patterns: [Pattern("a.**")!])] {
      expect(try Discover(discover.parameters), equals: discover)
    }
  }

  @Test func `each method has its name`() {
    expect(
      [
        Subscribe.method, Unsubscribe.method, Get.method, SetBox.method, DeleteBox.method,
        Ping.method, Discover.method,
      ], equals: ["subscribe", "unsubscribe", "get", "set", "delete", "ping", "rpc.discover"])
  }

  @Test(arguments: Method.allCases)
  func `an unknown member is refused by name`(_ method: Method) {
    let text = method.example.dropLast() + (method.example == "{}" ? "" : ",") + #""wrong":1}"#
    refused(method, String(text), member: "wrong")
    refused(method, #"{"":1}"#, member: "")
  }

  @Test(arguments: [Method.subscribe, .unsubscribe, .get, .discover])
  func `boxes are patterns`(_ method: Method) {
    for text in [
      "1", "null", "\"a\"", "{}", "[1]", "[null]", "[[\"a\"]]", "[\"\"]", "[\"a..b\"]",
      "[\"a\",\"**.b\"]", "[]",
    ] {
      refused(method, "{\"boxes\":\(text)}", member: "boxes")
    }
  }

  @Test(arguments: [Method.subscribe, .get])
  func `boxes are required`(_ method: Method) {
    refused(method, "{}", member: "boxes")
  }

  @Test(arguments: [Method.subscribe, .unsubscribe, .get, .discover])
  func `boxes are at most 64`(_ method: Method) throws {
    func boxes(_ count: Int) -> String {
      "{\"boxes\":[" + (0..<count).map { "\"a\($0)\"" }.joined(separator: ",") + "]}"
    }
    try method.read(parameters(boxes(64)))
    let error = #expect(throws: RequestError.self) { try method.read(parameters(boxes(65))) }
    expect(error?.code, equals: -32004)
    expect(error?.fact, equals: .limit("patterns"))
  }

  @Test func `a duplicate pattern is kept once`() throws {
    let get = try Get(parameters(#"{"boxes":["a.*","b","a.*","\u0062"]}"#))
    expect(get.patterns.map(\.text), equals: ["a.*", "b"])
  }

  @Test func `of duplicate parameters the last one counts`() throws {
    expect(try Get(parameters(#"{"boxes":[],"boxes":["a"]}"#)).patterns.map(\.text), equals: ["a"])
    refused(.get, #"{"boxes":["a"],"boxes":1}"#, member: "boxes")
  }

  @Test func `a mode is latest or every`() throws {
    for mode in Subscribe.Mode.allCases {
      let text = "{\"boxes\":[\"a\"],\"mode\":\"\(mode)\"}"
      expect(try Subscribe(parameters(text)).mode, equals: mode)
    }
    for mode in ["\"\"", "\"Latest\"", "1", "null"] {
      refused(.subscribe, "{\"boxes\":[\"a\"],\"mode\":\(mode)}", member: "mode")
    }
  }

  @Test func `an interval is 0 to 60000 milliseconds, and 0 in mode every`() throws {
    for interval in ["0", "1", "60000", "6e4"] {
      try Method.subscribe.read(parameters("{\"boxes\":[\"a\"],\"interval\":\(interval)}"))
    }
    for interval in ["-1", "60001", "1.5", "\"1\"", "null"] {
      refused(.subscribe, "{\"boxes\":[\"a\"],\"interval\":\(interval)}", member: "interval")
    }
    try Method.subscribe.read(parameters(#"{"boxes":["a"],"mode":"every","interval":0}"#))
    refused(.subscribe, #"{"boxes":["a"],"mode":"every","interval":1}"#, member: "interval")
  }

  @Test func `since is an epoch and a revision`() throws {
    let text = #"{"boxes":["a"],"since":{"epoch":"e","revision":0}}"#
    let since = try Subscribe(parameters(text)).since
    expect(since, equals: Subscribe.Position(epoch: "e", revision: 0))
    for since in [
      "null", "1", "\"e\"", "[]", "{}", #"{"epoch":"e"}"#, #"{"revision":1}"#,
      #"{"epoch":1,"revision":1}"#, #"{"epoch":"e","revision":"1"}"#,
      #"{"epoch":"e","revision":-1}"#, #"{"epoch":"e","revision":1.5}"#,
      #"{"epoch":"e","revision":1,"more":1}"#,
    ] {
      refused(.subscribe, "{\"boxes\":[\"a\"],\"since\":\(since)}", member: "since")
    }
  }

  @Test func `a ttl is 0,001 to 31536000 seconds`() throws {
    func text(_ ttl: String) -> String { "{\"box\":\"shared.a\",\"value\":1,\"ttl\":\(ttl)}" }
    for (ttl, milliseconds) in [
      ("0.001", 1), ("1", 1000), ("0.0015", 2), ("6e1", 60_000), ("31536000", 31_536_000_000),
    ] {
      expect(try SetBox(parameters(text(ttl))).ttl, equals: .milliseconds(milliseconds))
    }
    for ttl in ["0", "0.0009", "-1", "31536000.1", "1e400", "null", "\"1\"", "true"] {
      refused(.set, text(ttl), member: "ttl")
    }
  }

  @Test(arguments: [Method.set, .delete])
  func `a box is a path and is required`(_ method: Method) {
    let rest = method == .set ? #","value":1"# : ""
    for box in ["1", "null", "[\"a\"]", "\"\"", "\"a.*\"", "\"a..b\"", "\"a b\"", "\"\\u212a\""] {
      refused(method, "{\"box\":\(box)\(rest)}", member: "box")
    }
    refused(method, method == .set ? #"{"value":1}"# : "{}", member: "box")
  }

  @Test(arguments: [Method.set, .delete])
  func `ifRevision is a whole number from 0`(_ method: Method) throws {
    let rest = method == .set ? #","value":1"# : ""
    for revision in ["-1", "1.5", "\"1\"", "null", "true", "1e30", "[]"] {
      refused(
        method, "{\"box\":\"shared.a\",\"ifRevision\":\(revision)\(rest)}", member: "ifRevision")
    }
    for revision in ["0", "-0", "7", "7.0", "9007199254740991"] {
      try method.read(parameters("{\"box\":\"shared.a\",\"ifRevision\":\(revision)\(rest)}"))
    }
  }

  @Test func `a value is required and can be any JSON`() throws {
    refused(.set, #"{"box":"shared.a"}"#, member: "value")
    for value in ["null", "false", "0", "1.50", #""""#, "[]", #"{"a":[1]}"#] {
      let set = try SetBox(parameters("{\"box\":\"shared.a\",\"value\":\(value)}"))
      expect(set.value.description, equals: value)
    }
  }

  @Test func `a message quotes only the beginning of a wrong value`() {
    let long = String(repeating: "e\u{301}\u{301}\u{301}", count: 10_000)
    let error = #expect(throws: RequestError.self) {
      try Get(parameters("{\"boxes\":[\"\(long)\"]}"))
    }
    expect((error?.message.utf8.count ?? .max) < 200)
  }

  private func refused(
    _ method: Method, _ text: String, member: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: RequestError.self, "\(text)", sourceLocation: sourceLocation) {
      try method.read(parameters(text))
    }
    expect(error?.code, equals: -32602, sourceLocation: sourceLocation)
    expect(error?.fact, equals: .member(member), "\(text)", sourceLocation: sourceLocation)
  }

  private func parameters(_ text: String) throws -> Parameters {
    try single("{\"method\":\"m\",\"params\":\(text)}").parameters()
  }
}

extension MethodTests {
  enum Method: CaseIterable {
    case subscribe, unsubscribe, get, set, delete, ping, discover

    /// Parameters that the method accepts.
    var example: String {
      switch self {
      case .subscribe, .unsubscribe, .get, .discover: #"{"boxes":["a"]}"#
      case .set: #"{"box":"shared.a","value":1}"#
      case .delete: #"{"box":"shared.a"}"#
      case .ping: "{}"
      }
    }

    func read(_ parameters: Parameters) throws {
      switch self {
      case .subscribe: _ = try Subscribe(parameters)
      case .unsubscribe: _ = try Unsubscribe(parameters)
      case .get: _ = try Get(parameters)
      case .set: _ = try SharedBoxChanges<SetBox>(parameters)
      case .delete: _ = try SharedBoxChanges<DeleteBox>(parameters)
      case .ping: _ = try Ping(parameters)
      case .discover: _ = try Discover(parameters)
      }
    }
  }
}

import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing

/// What the daemon says of itself, held against what it does.
@Suite(.blocking) struct DiscoverTests {
  private let peer: Peer
  private let document: JSONText

  init() throws {
    peer = try DaemonProcess().connect()
    try peer.call("set", #"{"box":"shared.a","value":{"b":[1,null]}}"#)
    document = try #require(try peer.call("rpc.discover")["result"])
  }

  private var methods: [JSONText] { document["methods"]?.elements ?? [] }

  /// Those of scenes.
  private var intents: [JSONText] {
    methods.filter { $0["name"]?.string?.hasPrefix("topics.") == true }
  }

  @Test func `it is an OpenRPC document`() {
    #expect(OpenRPCChecker(document).faults == [])
    #expect(document["info"]?.description == #"{"title":"procond","version":"0.1.0"}"#)
  }

  @Test func `every method and intent is there, and says what it does`() {
    let built = ["subscribe", "unsubscribe", "get", "set", "delete", "ping", "rpc.discover"]
    let ofSides = ["pros", "cons"].flatMap { side in
      ["fetch", "add", "change", "remove"].map { "topics.ai.\(side).\($0)" }
    }
    #expect(methods.compactMap { $0["name"]?.string } == built + ofSides)
    for method in methods {
      #expect(method["summary"]?.string?.hasSuffix(".") == true, "\(method)")
      #expect(method["paramStructure"]?.string == "by-name")
    }
  }

  @Test func `every box is there and has a value as it says`() throws {
    let described = try #require(document["x-boxes"]?.members)
    let values = try boxes()
    #expect(described.map(\.name) == values.map(\.name).sorted())
    let validator = JSONSchemaValidator(document, isClosed: true)
    for (path, schema) in described {
      let value = try #require(values.first { $0.name == path }?.value)
      #expect(validator.faults(of: value, against: schema, at: path) == [])
      #expect(path == "shared.a" || schema["description"]?.string != nil, "\(path)")
    }
  }

  @Test func `values that the topic and the store bring later are as it says`() throws {
    for id in 1...3 { try peer.call("topics.ai.cons.remove", #"{"id":\#(id)}"#) }
    try peer.call("topics.ai.pros.add", #"{"text":"日本語 👩‍👩‍👧‍👦","weight":5}"#)
    let values = try boxes()
    #expect(values.first { $0.name == "topics.ai.cons.items" }?.value.description == "[]")
    let alert = values.first { $0.name == "topics.ai.cons.isErrorFree" }?.value
    #expect(alert?["message"]?.string != nil)
    let validator = JSONSchemaValidator(document, isClosed: true)
    for (path, value) in values {
      let schema = try #require(document["x-boxes", path])
      #expect(validator.faults(of: value, against: schema, at: path) == [])
    }
  }

  /// All of them, fetched.
  private func boxes() throws -> [(name: String, value: JSONText)] {
    let answer = try peer.call("get", #"{"boxes":["**","daemon.**"]}"#)
    return try #require(answer["result", "boxes"]?.members)
  }

  @Test func `every intent takes its examples and answers as it says`() throws {
    #expect(intents.count == 8)
    for intent in intents {
      let answer = try call(intent, with: examples(of: intent))
      let result = try #require(answer["result"], "\(intent): \(answer)")
      let schema = try #require(intent["result", "schema"])
      #expect(
        JSONSchemaValidator(document, isClosed: true).faults(of: result, against: schema) == [])
    }
  }

  @Test func `a parameter that must be given and is not, or is not known, is named`() throws {
    var count = 0
    for intent in intents {
      let parameters = examples(of: intent)
      for (index, parameter) in (intent["params"]?.elements ?? []).enumerated()
      where parameter["required"]?.boolean == true {
        var rest = parameters
        rest.remove(at: index)
        try expectInvalid(intent, rest, member: parameters[index].name)
        count += 1
      }
      try expectInvalid(intent, parameters + [("unknown", .null)], member: "unknown")
    }
    #expect(count == 6)
  }

  @Test func `a value that breaks what is said of a parameter is refused by its name`() throws {
    var count = 0
    for intent in intents {
      let parameters = examples(of: intent)
      for (index, parameter) in (intent["params"]?.elements ?? []).enumerated() {
        let schema = try #require(parameter["schema"])
        for value in breaches(of: schema) {
          var wrong = parameters
          wrong[index].value = value
          try expectInvalid(intent, wrong, member: parameters[index].name)
          count += 1
        }
      }
    }
    #expect(count > 60)
  }

  /// Values that do not keep the schema: each is just beyond a bound, or of another type.
  private func breaches(of schema: JSONText) -> [JSONText] {
    var values: [JSONText] = [.null, JSONText(true), JSONText(elements: []), JSONText(members: [])]
    values += [JSONText(1.5), JSONText(""), JSONText("1x")]
    if let minimum = schema["minimum"]?.integer { values.append(JSONText(minimum - 1)) }
    if let maximum = schema["maximum"]?.integer { values.append(JSONText(maximum + 1)) }
    if let length = schema["maxLength"]?.integer {
      values.append(JSONText(String(repeating: "x", count: length + 1)))
    }
    let validator = JSONSchemaValidator(document)
    return values.filter { !validator.faults(of: $0, against: schema).isEmpty }
  }

  private typealias Members = [(name: String, value: JSONText)]

  /// A value for each parameter: the example that is given, else the default.
  private func examples(of method: JSONText) -> Members {
    (method["params"]?.elements ?? []).compactMap { parameter in
      let schema = parameter["schema"]
      let value = schema?["examples"]?.elements?.first ?? schema?["default"]
      return value.flatMap { value in parameter["name"]?.string.map { ($0, value) } }
    }
  }

  private func call(_ method: JSONText, with parameters: Members) throws -> JSONText {
    let name = try #require(method["name"]?.string)
    return try peer.call(name, JSONText(members: parameters).description)
  }

  private func expectInvalid(
    _ method: JSONText, _ parameters: Members, member: String
  ) throws {
    let answer = try call(method, with: parameters)
    #expect(answer.errorCode == -32602, "\(method["name"]!) \(parameters): \(answer)")
    #expect(answer.errorData == #"{"member":"\#(member)"}"#, "\(parameters)")
  }

  @Test func `it is narrowed by patterns`() throws {
    let answer = try peer.call("rpc.discover", #"{"boxes":["topics.ai.pros","daemon.info"]}"#)
    let narrowed = try #require(answer["result"])
    #expect(OpenRPCChecker(narrowed).faults == [])
    #expect(
      narrowed["x-boxes"]?.names == [
        "daemon.info", "topics.ai.pros.isErrorFree", "topics.ai.pros.isFetching",
        "topics.ai.pros.items",
      ])
    #expect(narrowed["methods"]?.elements?.count == 4)
    #expect(try peer.call("rpc.discover", #"{"boxes":["daemon.none"]}"#).errorCode == -32001)
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Compares the daemon's description of itself with what it does.
@Suite(.blocking) struct DiscoverTests {
  private let peer: Peer
  private let document: JSONText
  /// The ids of what exists, by a part of the names of the intents that need them.
  private var ids: [String: JSONText] = [:]

  init() throws {
    peer = try DaemonInProcess(store: .sqlite).connect()
    try peer.call("set", #"{"box":"shared.a","value":{"b":[1,null]}}"#)
    let answer = try peer.call("topics.ai.posts.write", #"{"title":"A","content":"B"}"#)
    ids[".posts."] = answer["result", "id"]
    for name in [".trash.restore", ".trash.purge"] {
      try peer.call("topics.create", #"{"title":"Gone"}"#)
      let removed = try peer.call("topics.remove", #"{"id":"gone"}"#)
      ids[name] = removed["result", "trash"]
    }
    // After one that is resolved.
    ids[".objections.withdraw"] = JSONText("2")
    document = try require(try peer.call("rpc.discover")["result"])
  }

  private var methods: [JSONText] { document["methods"]?.elements ?? [] }

  /// Methods of scenes.
  private var intents: [JSONText] {
    methods.filter { $0["name"]?.string?.hasPrefix("topics.") == true }
  }

  @Test func `the daemon's description is an OpenRPC document`() throws {
    expect(try OpenRPCChecker.faults(of: document), equals: [])
    expect(document["info"]?.description, equals: #"{"title":"procond","version":"0.1.0"}"#)
  }

  @Test func `every method and intent is listed and described`() {
    let built = ["subscribe", "unsubscribe", "get", "set", "delete", "ping", "rpc.discover"]
    let ofTopics = [
      "fetch", "create", "rename", "remove", "export", "import", "copy", "history", "feed",
      "undo", "redo",
      "remove.trash.list", "remove.trash.restore", "remove.trash.purge",
    ]
    .map { "topics.\($0)" }
    let ofPosts = ["refresh", "page", "read", "write", "edit", "remove"]
      .map { "topics.ai.posts.\($0)" }
    let ofSides = ["pros", "cons"].flatMap { side in
      ["fetch", "add", "change", "move", "support", "comment", "uncomment", "remove"]
        .map { "topics.ai.\(side).\($0)" }
    }
    let ofSession =
      [
        "toTopics", "toBoard", "toPosts", "toPost", "toCreatePost", "toLogin", "dismiss", "login",
        "logout",
      ]
      .map { "session.\($0)" } + ["session.login.setName"]
      + ["setTitle", "setContent", "save", "cancel"].map { "session.draft.\($0)" }
      + ["edit", "setTitle", "setContent", "cancel", "delete"].map { "session.post.\($0)" }
      + ["session.gateway.forward"]
    let ofDecisions =
      ["take", "withdraw"].map { "topics.ai.positions.\($0)" }
      + ["decide", "override", "ask", "drop", "reopen", "supersede"]
      .map { "topics.ai.decision.\($0)" }
    let ofLists =
      ["add", "convert", "change", "move", "remove"].map { "topics.ai.options.\($0)" }
      + ["raise", "answer", "resolve", "withdraw"].map { "topics.ai.objections.\($0)" }
      + ["add", "change", "check", "uncheck", "move", "remove"].map { "topics.ai.todos.\($0)" }
    expect(
      methods.compactMap { $0["name"]?.string },
      equals: built + ofTopics + [
        "daemon.reload", "daemon.changes",
      ] + ofSession + ofSides
        + ofPosts + ofDecisions + ofLists)
    for method in methods {
      expect(method["summary"]?.string?.hasSuffix("."), equals: true, "\(method)")
      expect(method["paramStructure"]?.string, equals: "by-name")
    }
  }

  @Test func `every box is listed and its value conforms to its schema`() throws {
    let described = try require(document["x-boxes"]?.members)
    let values = try boxes()
    expect(described.map(\.name), equals: values.map(\.name).sorted())
    try expectValid(values)
    for (path, schema) in described {
      expect(path == "shared.a" || schema["description"]?.string != nil, "\(path)")
    }
  }

  @Test func `values that appear later conform to their schemas`() throws {
    for id in 1...3 { try peer.call("topics.ai.cons.remove", #"{"id":\#(id)}"#) }
    try peer.call("topics.ai.pros.add", #"{"text":"日本語 👩‍👩‍👧‍👦","weight":5}"#)
    let values = try boxes()
    expect(values.first { $0.name == "topics.ai.cons.items" }?.value.description, equals: "[]")
    let alert = values.first { $0.name == "topics.ai.cons.isErrorFree" }?.value
    expect(alert?["message"]?.string != nil)
    try expectValid(values)
  }

  /// Expects that each box has a schema and a value that conforms to it.
  private func expectValid(_ boxes: [(name: String, value: JSONText)]) throws {
    let checks = try boxes.map { path, value in
      (value: value, schema: try require(document["x-boxes", path]))
    }
    let faults = try JSONSchemaValidator(document, isClosed: true).faults(of: checks)
    for (box, faults) in zip(boxes, faults) { expect(faults, equals: [], "\(box.name)") }
  }

  /// All boxes, loaded.
  private func boxes() throws -> [(name: String, value: JSONText)] {
    let answer = try peer.call("get", #"{"boxes":["**","daemon.**","session.**"]}"#)
    return try require(answer["result", "boxes"]?.members)
  }

  @Test func `every intent accepts its examples, and its answer conforms to the description`()
    throws
  {
    expect(intents.count, equals: 59)
    // For the intent that withdraws one; the other one is resolved.
    try peer.call("topics.ai.objections.raise", #"{"text":"First"}"#)
    // A decided topic cannot be decided again, or dropped, one with options is not decided with yes, and one
    // that is removed cannot be changed.
    let last =
      ["decide", "supersede", "reopen", "ask", "override", "reopen", "drop", "reopen"]
      .map { "topics.ai.decision.\($0)" }
      + ["add", "convert", "change", "move", "remove"].map { "topics.ai.options.\($0)" }
      + ["topics.remove"]
    let intents =
      self.intents.filter { !last.contains($0["name"]?.string ?? "") }
      + last.flatMap { name in self.intents.filter { $0["name"]?.string == name } }
    let checks = try intents.map { intent in
      let answer = try call(intent, with: examples(of: intent))
      return (
        value: try require(answer["result"], "\(intent): \(answer)"),
        schema: try require(intent["result", "schema"])
      )
    }
    let faults = try JSONSchemaValidator(document, isClosed: true).faults(of: checks)
    for (intent, faults) in zip(intents, faults) { expect(faults, equals: [], "\(intent)") }
  }

  @Test func `a missing or unknown parameter is named`() throws {
    var count = 0
    for intent in intents {
      let parameters = examples(of: intent)
      for parameter in intent["params"]?.elements ?? []
      where parameter["required"]?.boolean == true {
        let name = try require(parameter["name"]?.string)
        try expectInvalid(intent, parameters.filter { $0.name != name }, member: name)
        count += 1
      }
      try expectInvalid(intent, parameters + [("unknown", .null)], member: "unknown")
    }
    expect(count, equals: 56)
  }

  @Test func `a value that violates a parameter's schema is refused by name`() throws {
    typealias Trial = (intent: JSONText, name: String, value: JSONText, schema: JSONText)
    let trials = try intents.flatMap { intent -> [Trial] in
      try (intent["params"]?.elements ?? []).flatMap { parameter -> [Trial] in
        let name = try require(parameter["name"]?.string)
        let schema = try require(parameter["schema"])
        return candidates(for: schema).map { (intent, name, $0, schema) }
      }
    }
    let faults = try JSONSchemaValidator(document).faults(
      of: trials.map { (value: $0.value, schema: $0.schema) })
    let wrong = zip(trials, faults).filter { !$0.1.isEmpty }.map(\.0)
    expect(wrong.count > 60)
    for index in stride(from: 0, to: wrong.count, by: TestLength.isLong ? 1 : 4) {
      let (intent, name, value, _) = wrong[index]
      let others = examples(of: intent).filter { $0.name != name }
      try expectInvalid(intent, others + [(name, value)], member: name)
    }
  }

  /// Values of every type, and just beyond each bound of the schema; some of them conform to it.
  private func candidates(for schema: JSONText) -> [JSONText] {
    var values: [JSONText] = [.null, JSONText(true), JSONText(elements: []), JSONText(members: [])]
    values += [JSONText(1.5), JSONText(""), JSONText("1x")]
    if let minimum = schema["minimum"]?.integer { values.append(JSONText(minimum - 1)) }
    if let maximum = schema["maximum"]?.integer { values.append(JSONText(maximum + 1)) }
    if let length = schema["maxLength"]?.integer {
      values.append(JSONText(String(repeating: "x", count: length + 1)))
    }
    return values
  }

  private typealias Members = [(name: String, value: JSONText)]

  /// A value for each parameter: the given example, or else the default of the description. Only
  /// some ids cannot be known in advance.
  private func examples(of method: JSONText) -> Members {
    let id = ids.first { method["name"]?.string?.contains($0.key) == true }?.value
    return (method["params"]?.elements ?? []).compactMap { parameter in
      if let id, parameter["name"]?.string == "id" { return ("id", id) }
      // The example is a topic that does not exist here, as is any other one.
      if parameter["name"]?.string == "successor" { return ("successor", JSONText("")) }
      let schema = parameter["schema"]
      let value = schema?["examples"]?.elements?.first ?? schema?["default"]
      return value.flatMap { value in parameter["name"]?.string.map { ($0, value) } }
    }
  }

  private func call(_ method: JSONText, with parameters: Members) throws -> JSONText {
    let name = try require(method["name"]?.string)
    return try peer.call(name, JSONText(members: parameters).description)
  }

  private func expectInvalid(
    _ method: JSONText, _ parameters: Members, member: String
  ) throws {
    let answer = try call(method, with: parameters)
    expect(answer.errorCode, equals: -32602, "\(method["name"]!) \(parameters): \(answer)")
    expect(answer.errorData, equals: #"{"member":"\#(member)"}"#, "\(parameters)")
  }

  @Test func `patterns narrow the description`() throws {
    let answer = try peer.call("rpc.discover", #"{"boxes":["topics.ai.pros","daemon.info"]}"#)
    let narrowed = try require(answer["result"])
    expect(try OpenRPCChecker.faults(of: narrowed), equals: [])
    expect(
      narrowed["x-boxes"]?.names,
      equals: [
        "daemon.info", "topics.ai.pros.isErrorFree", "topics.ai.pros.isFetching",
        "topics.ai.pros.items",
      ])
    expect(narrowed["methods"]?.elements?.count, equals: 8)
    expect(try peer.call("rpc.discover", #"{"boxes":["daemon.none"]}"#).errorCode, equals: -32001)
  }
}

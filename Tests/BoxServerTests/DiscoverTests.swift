import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// `rpc.discover` for view models that procon does not have.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct DiscoverTests {
  private struct Size: Encodable {
    let width = 1
  }

  @LoopActor
  private static func shop(_ registry: Registry) {
    let scene = Scene("shop.door")
    scene.publish(Output(Box(0)), as: "visitors", description: "How many came in.")
    scene.publish(Output(Box(["a"])), as: "names")
    scene.publish(Output(Box(Double?.none)), as: "degrees")
    scene.publish(Output(Box(Size())), as: "size")
    scene.intent("open") { _ in [] }
    scene.intent(
      "paint", summary: "Paints it.",
      answers: [MemberDescription("litres", .number)], errors: [.failed],
      Parameter<Int>("coats", default: 2, in: 1...3, description: "One over the other."),
      Parameter<String>("colour", example: "red"), Parameter<Double?>("share", in: 0...1)
    ) { _, coats, colour, share in [("litres", JSONText(coats))] }
    registry.add(scene)
    let other = Scene("shop")
    other.publish(Output(Box(true)), as: "isOpen")
    registry.add(other)
  }

  private func discover(_ peer: Peer, _ patterns: String...) throws -> JSONText {
    let list = JSONText(elements: patterns.map { JSONText($0) })
    let parameters = patterns.isEmpty ? "{}" : #"{"boxes":\#(list)}"#
    let answer = try peer.call("rpc.discover", parameters)
    return try require(answer["result"], "\(answer)")
  }

  private func methods(_ document: JSONText) -> [String] {
    (document["methods"]?.elements ?? []).compactMap { $0["name"]?.string }
  }

  @Test func `discover returns an OpenRPC document of what scenes declare`() async throws {
    let server = try await TestServer(Self.shop)
    let document = try discover(try server.connect())
    expect(try OpenRPCChecker.faults(of: document), equals: [])
    expect(document["info"]?.description, equals: #"{"title":"test","version":"1"}"#)
    expect(
      methods(document),
      equals: MethodDescription.builtIn().map(\.name) + ["shop.door.open", "shop.door.paint"])
    let paint = try require(document["methods"]?.elements?.last)
    expect(
      paint["params"]?.description,
      equals: #"[{"name":"colour","required":true,"schema":{"type":"string","examples":["red"]}},"#
        + #"{"name":"coats","description":"One over the other.","required":false,"#
        + #""schema":{"type":"integer","minimum":1,"maximum":3,"default":2}},"#
        + #"{"name":"share","required":false,"schema":{"type":"number","minimum":0,"maximum":1}}]"#)
    expect(paint["summary"]?.string, equals: "Paints it.")
    expect(paint["result", "schema", "required"]?.description, equals: #"["revision","litres"]"#)
    expect(paint["errors"]?.description, equals: ##"[{"$ref":"#/components/errors/Failed"}]"##)
  }

  @Test func `boxes have the schema of their type, or of any value`() async throws {
    let server = try await TestServer(Self.shop)
    let peer = try server.connect()
    try peer.call("set", #"{"box":"shared.b","value":1}"#)
    try peer.call("set", #"{"box":"shared.a","value":[]}"#)
    expect(
      try discover(peer)["x-boxes"]?.description,
      equals: ##"{"shared.a":{"$ref":"#/components/schemas/SharedValue"},"##
        + ##""shared.b":{"$ref":"#/components/schemas/SharedValue"},"##
        + #""shop.door.degrees":{"anyOf":[{"type":"number"},{"type":"null"}]},"#
        + #""shop.door.names":{"type":"array","items":{"type":"string"}},"#
        + #""shop.door.size":{},"#
        + #""shop.door.visitors":{"type":"integer","description":"How many came in."},"#
        + #""shop.isOpen":{"type":"boolean"}}"#)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try discover(peer)["x-boxes", "shared.a"] == nil)
  }

  @Test func `discover describes what exists at the moment`() async throws {
    let server = try await TestServer()
    let peer = try server.connect()
    expect(try discover(peer)["x-boxes"]?.description, equals: "{}")
    await onLoop { Self.shop(server.registry) }
    expect(try discover(peer)["x-boxes"]?.names.count, equals: 5)
    expect(try discover(peer, "shop.**")["methods"]?.elements?.count, equals: 2)
  }

  @Test func `patterns select what they match, and all of a scene that they match`() async throws {
    let server = try await TestServer(Self.shop)
    let peer = try server.connect()
    try peer.call("set", #"{"box":"shared.a","value":1}"#)
    var documents: [JSONText] = []
    let door = ["degrees", "names", "size", "visitors"].map { "shop.door.\($0)" }
    for (patterns, boxes, names) in [
      (["shop.door"], door, ["shop.door.open", "shop.door.paint"]),
      (["shop.door.paint"], [], ["shop.door.paint"]),
      (["shop.door.names"], ["shop.door.names"], []),
      (["*.*.names", "shop.*.open"], ["shop.door.names"], ["shop.door.open"]),
      (["shop"], ["shop.isOpen"], []), (["set", "shared.a"], ["shared.a"], ["set"]),
      (["rpc.*"], [], ["rpc.discover"]), (["none.**", "shop.none.*"], [], []),
    ] {
      let list = JSONText(elements: patterns.map { JSONText($0) })
      let answer = try peer.call("rpc.discover", #"{"boxes":\#(list)}"#)
      let document = try require(answer["result"])
      expect(document["x-boxes"]?.members?.map(\.name), equals: boxes, "\(patterns)")
      expect(methods(document), equals: names, "\(patterns)")
      documents.append(document)
    }
    expect(try OpenRPCChecker.faults(of: documents).allSatisfy(\.isEmpty))
    let all = try discover(peer, "**")
    expect(all, equals: try discover(peer))
  }

  @Test func `a path that names nothing is an error`() async throws {
    let server = try await TestServer(Self.shop)
    let peer = try server.connect()
    for path in ["none", "shop.none", "shop.door.open.x", "shared.a"] {
      let answer = try peer.call("rpc.discover", #"{"boxes":["shop.**","\#(path)"]}"#)
      expect(answer.errorCode, equals: -32001, "\(path)")
    }
  }

  @Test func `a document over 8 MiB is refused, and a smaller part can be requested`() async throws
  {
    let server = try await TestServer(Self.shop)
    let peer = try server.connect()
    let segments = Array(repeating: String(repeating: "x", count: 64), count: 14)
    let stem = (["shared"] + segments).joined(separator: ".")
    for number in 0..<9000 {
      try peer.send(#"{"method":"set","params":{"box":"\#(stem).\#(number)","value":1}}"#)
    }
    try peer.call("ping")
    let answer = try peer.call("rpc.discover")
    expect(answer.errorCode, equals: -32004)
    expect(answer.errorData, equals: #"{"limit":"answer"}"#)
    expect(try discover(peer, "\(stem).12")["x-boxes"]?.names, equals: ["\(stem).12"])
    expect(try discover(peer, "shop.**")["x-boxes"]?.names.count, equals: 5)
  }

  @Test func `discover shows the configured limits`() async throws {
    var limits = ServerLimits()
    limits.patterns = 3
    limits.value = 100
    let server = try await TestServer(limits: limits, Self.shop)
    let peer = try server.connect()
    let methods = try require(
      try discover(peer, "get", "set", "rpc.discover")["methods"]?.elements)
    for method in [methods[0], methods[2]] {
      expect(method["params"]?.elements?.first?["schema", "maxItems"]?.integer, equals: 3)
    }
    let value = methods[1]["params"]?.elements?.first { $0["name"]?.string == "value" }
    expect(value?["description"]?.string, equals: "Any JSON of at most 100 bytes.")
    let answer = try peer.call("rpc.discover", #"{"boxes":["a.*","b.*","c.*","d.*"]}"#)
    expect(answer.errorData, equals: #"{"limit":"patterns"}"#)
  }

  @Test func `a number outside the declared range is refused`() async throws {
    let server = try await TestServer(Self.shop)
    let peer = try server.connect()
    for rest in ["", #","coats":1"#, #","coats":3.0"#, #","share":0"#, #","share":0.5"#] {
      expect(try peer.call("shop.door.paint", #"{"colour":"red"\#(rest)}"#)["result"] != nil)
    }
    for (member, values) in [
      ("coats", ["0", "4", "-1", "9007199254740993"]), ("share", ["-0.1", "1.1", "1e300"]),
    ] {
      for value in values {
        let answer = try peer.call("shop.door.paint", #"{"colour":"red","\#(member)":\#(value)}"#)
        expect(answer.errorCode, equals: -32602, "\(member) \(value)")
        expect(answer.errorData, equals: #"{"member":"\#(member)"}"#)
      }
    }
    let answer = try peer.call("shop.door.paint", #"{"colour":"red","coats":4}"#)
    expect(answer["error", "message"]?.string, equals: "coats must be from 1 to 3")
  }
}

import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// What clients with limited rights can find out about names that they may not know.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct HiddenNamesTests {
  @LoopActor
  private static func start(rooms: [String], _ rights: Rights) throws -> TestServer {
    try TestServer { registry in
      House(rooms: rooms).publish(registry)
      registry.rights = { _, _ in rights }
    }
  }

  private static func rights(
    read: [String] = [], set: [String] = [], call: [String] = []
  ) -> Rights {
    Rights(
      read: read.map { Pattern($0)! }, set: set.map { Pattern($0)! }, delete: [],
      call: call.map { Pattern($0)! })
  }

  @Test func `how many members there are does not change how the known ones are described`()
    async throws
  {
    let rights = Self.rights(read: ["house.r1.**"], call: ["house.r2.lamp.set"])
    var documents: [String?] = []
    for count in [3, 150] {
      let server = try await Self.start(rooms: (0..<count).map { "r\($0)" }, rights)
      documents.append(try server.connect().call("rpc.discover")["result"]?.description)
    }
    expect(documents[0], equals: documents[1])
    expect(documents[0]?.contains("house.r2.lamp.set"), equals: true)
  }

  @Test(arguments: [
    rights(set: ["**"]), rights(read: ["house.*.lamp.other"]), rights(call: ["house.*.lamp"]),
  ])
  func `a member is unknown if nothing of it may be read or called`(rights: Rights) async throws {
    for count in [1, 150] {
      let server = try await Self.start(rooms: (0..<count).map { "r\($0)" }, rights)
      let peer = try server.connect()
      let all = try peer.call("rpc.discover")["result"]
      expect(all?["x-names"] == nil)
      expect(all?.description.contains("house."), equals: false)
      let answers = try ["r0", "s0"].map { name in
        try peer.call("rpc.discover", #"{"boxes":["house.\#(name).lamp"]}"#)["error"]?.description
          .replacing(name, with: "@")
      }
      expect(answers[0] != nil)
      expect(answers[0], equals: answers[1])
    }
  }

  @Test(arguments: ["get", "subscribe", "rpc.discover"])
  func `nobody waits for a root of which nothing may be read or called`(
    method: String
  ) async throws {
    let gate = Gate()
    let rights = Self.rights(read: ["shared.**"], set: ["**"])
    let server = try await TestServer(loadTime: .seconds(60)) { registry in
      registry.rights = { _, _ in rights }
      registry.load("house") { await gate.wait() }
    }
    let peer = try server.connect()
    try peer.send(#"{"id":"first","method":"\#(method)","params":{"boxes":["**","house.**"]}}"#)
    try peer.send(#"{"id":"ping","method":"ping"}"#)
    expect(try peer.next()["id"]?.string, equals: "first")
    gate.open()
  }
}

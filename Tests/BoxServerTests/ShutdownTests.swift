import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct ShutdownTests {
  @LoopActor
  private final class Desk {
    let mayAnswer = Gate()

    func publish(_ registry: Registry) {
      let scene = Scene("desk")
      scene.publish(Output(Box(0)), as: "number")
      scene.intent("wait") { [self] _ in
        await mayAnswer.wait()
        return []
      }
      registry.add(scene)
    }
  }

  @Test func `requests in progress are answered before the goodbye`() async throws {
    let desk = Desk()
    let server = try await TestServer(desk.publish)
    let peer = try server.subscribe("desk.*")
    try peer.send(#"{"id":1,"method":"desk.wait"}"#)
    try peer.call("ping")
    let ended = Journal<Bool>()
    await onLoop { server.listener.shutDown(within: .seconds(60)) { ended.note(true) } }
    // New connections are refused, but existing ones are served.
    #expect(throws: SystemError.self) { try Peer(to: server.socket) }
    expect(try peer.call("ping")["result"] != nil)
    expect(ended.events.isEmpty)
    desk.mayAnswer.open()
    expect(try peer.next()["id"]?.integer, equals: 1)
    expect(
      try peer.next()["params"]?.description, equals: #"{"reason":"shutdown","retryAfter":500}"#)
    try peer.expectEnd()
    try await ended.wait(count: 1)
  }

  @Test func `after 2 s the server stops waiting for answers`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      let desk = Desk()
      let server = try await TestServer(desk.publish)
      let peer = try server.connect()
      try peer.send(#"{"id":1,"method":"desk.wait"}"#)
      try peer.call("ping")
      await onLoop { server.listener.shutDown {} }
      await LoopClock.advance(by: .milliseconds(1999))
      expect(try peer.nextLineIfThere() == nil)
      await LoopClock.advance(by: .milliseconds(1))
      expect(try peer.next()["method"]?.string, equals: "bye")
      try peer.expectEnd()
      desk.mayAnswer.open()
    }
  }

  @Test func `a ping behind a snapshot is answered before the goodbye`() async throws {
    let server = try await TestServer()
    let writer = try server.connect()
    let text = String(repeating: "x", count: 100_000)
    for number in 1...10 {
      try writer.call("set", #"{"box":"shared.b\#(number)","value":"\#(text)"}"#)
    }
    // More than the kernel buffers, and less than stops the server from reading.
    let peer = try server.connect()
    try peer.send(#"{"id":"s","method":"subscribe","params":{"boxes":["shared.*"]}}"#)
    try peer.send(#"{"id":"p","method":"ping"}"#)
    try writer.call("ping")
    await onLoop { server.listener.shutDown(within: .seconds(30)) {} }
    var last: [JSONText] = []
    while last.last?["method"]?.string != "bye" { last.append(try peer.next()) }
    let answer = try require(last.dropLast().last)
    expect(answer["id"]?.string, equals: "p")
    expect(answer.errorCode, equals: -32005)
    try peer.expectEnd()
  }
}

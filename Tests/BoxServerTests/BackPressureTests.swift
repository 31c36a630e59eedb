import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import BoxServer

/// A client that sends requests and does not read the answers.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct BackPressureTests {
  @Test func `a client that leaves answers unread is read from again once it reads them`()
    async throws
  {
    let server = try await onLoop { try TestServer() }
    let peer = try server.connect()
    try peer.set("shared.long", text(600_000))
    try peer.send(#"{"id":"get","method":"get","params":{"boxes":["shared.long"]}}"#)
    let value = text(900_000, "y")
    try peer.sendWhileReceiving(
      #"{"id":"set","method":"set","params":{"box":"shared.long","value":\#(value)}}"#)
    expect(try peer.nextResponse()["id"]?.string, equals: "get")
    expect(try peer.nextResponse()["id"]?.string, equals: "set")
    expect(try peer.value("shared.long").string?.utf8.count, equals: 900_000)
  }
}

import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing

@Suite(.blocking) struct StandardInputTests {
  @Test func `what is not UTF-8 is refused and not mended`() throws {
    let user = TestUser()
    let daemon = try DaemonProcess()
    let client = try user.client(
      "call", "set", "--json", "-", "--socket", daemon.socket, input: .pipe)
    try client.write(Array(#"{"box":"shared.a","value":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
    client.endInput()
    #expect(try client.waitForEnd() == .exited(64))
    #expect(client.errors.contains("not UTF-8"))
    let get = try daemon.connect().call("get", #"{"boxes":["shared.**"]}"#)
    #expect(get["result", "boxes"]?.description == "{}")
  }
}

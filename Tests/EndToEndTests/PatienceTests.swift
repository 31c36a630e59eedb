import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

@Suite struct PatienceTests {
  @Test func `once gives up with 75 when the daemon does not return within 10 s`() async throws {
    // On its own thread, because it takes that long.
    let (end, output, errors) = try await onOwnThread {
      let user = TestUser()
      let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
      let client = try user.client("subscribe", "shared.**", "--once", "--socket", server.path)
      let connection = try server.accept()
      try connection.greet()
      server.stop()
      connection.close()
      let end = try client.waitForEnd()
      return (end, client.output, client.errors)
    }
    expect(end, equals: .exited(75))
    expect(output, equals: "")
    expect(errors.split(separator: "\n").count, equals: 2, "\(errors)")
  }
}

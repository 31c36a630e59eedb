import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct StandardInputTests {
  @Test func `input that is not UTF-8 is refused and not repaired`() throws {
    let user = TestUser()
    let daemon = try DaemonInProcess()
    let client = try user.client(
      "call", "set", "--json", "-", "--socket", daemon.socket, input: .pipe)
    try client.write(Array(#"{"box":"shared.a","value":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.errors.contains("not UTF-8"))
    let get = try daemon.connect().call("get", #"{"boxes":["shared.**"]}"#)
    expect(get["result", "boxes"]?.description, equals: "{}")
  }

  @Test func `endless input is refused`() throws {
    let client = try TestUser().shell("yes | procon-client call set --json -")
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(
      client.errors,
      equals: """
        procon-client: the parameters on standard input are longer than 64 MiB; see 'procon-client \
        call --help'

        """)
  }

  @Test(arguments: [(1_000_000, 0), (1_048_576, 6)])
  func `input over the daemon's limit is refused with the limit`(
    length: Int, status: Int32
  ) throws {
    let daemon = try DaemonInProcess()
    // White space is not sent.
    let client = try TestUser().shell(
      """
      { printf '%2000000s{"box":"shared.a","value":"' ''; head -c \(length) /dev/zero | tr '\\0' x; \
      echo '"}'; } | procon-client call set --json - --socket \(daemon.socket)
      """)
    expect(try client.waitForEnd(), equals: .exited(status))
    expect(
      client.errors,
      equals: (status == 0
        ? ""
        : """
        procon-client: refused: the request has 1048654 bytes; at most 1048576 are allowed; send \
        less at once (-32006)

        """))
  }
}

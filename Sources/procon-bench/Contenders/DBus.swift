internal import Glibc

/// dbus-daemon: a signal to whoever has a match rule for it.
struct DBus: Contender {
  let name = "dbus-daemon"
  let answers = false
  let mostSubscribers = 100
  private static let interface = "procon.Bench"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let program = try installed("dbus-daemon", package: "dbus")
    let socket = directory.file("dbus.sock")
    let configuration = directory.file("dbus.conf")
    let limits = [
      "max_incoming_bytes", "max_outgoing_bytes", "max_message_size", "auth_timeout",
      "max_completed_connections", "max_incomplete_connections", "max_connections_per_user",
    ].map { "<limit name=\"\($0)\">100000000</limit>" }
    try TextFile.write(
      """
      <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
      <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
      </policy>
      \(limits.joined(separator: "\n"))
      </busconfig>

      """, to: configuration)
    return Launch(
      program: program, arguments: ["--nofork", "--config-file=\(configuration)"],
      address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let signal = DBusMessage(
      kind: .signal, path: "/bench", interface: Self.interface, member: "Changed",
      text: payload.bytes)
    let introduction = [Self.authentication, Self.call("Hello", serial: 1, nil)]
    let rule = Array("type='signal',interface='\(Self.interface)'".utf8)
    return Dialect(
      subscribing: { _ in introduction + [Self.call("AddMatch", serial: 2, rule)] },
      publishing: introduction, publication: Template(signal.bytes), deliveries: DBusFraming(),
      answers: nil)
  }

  /// The user's number in hexadecimal digits of its decimal ones, after a NUL.
  private static var authentication: Step {
    let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
    return Step(request: Array("\0AUTH EXTERNAL \(user)\r\n".utf8), framing: LineFraming())
  }

  /// A call of the bus itself. The first one ends the authentication. Its answer ends the step;
  /// signals of the bus's may come before it.
  private static func call(_ member: String, serial: UInt32, _ text: [UInt8]?) -> Step {
    let bus = "org.freedesktop.DBus"
    let message = DBusMessage(
      kind: .call, serial: serial, path: "/org/freedesktop/DBus", interface: bus, member: member,
      destination: bus, text: text)
    let begin = serial == 1 ? Array("BEGIN\r\n".utf8) : []
    return Step(request: begin + message.bytes, framing: DBusFraming()) { $0[1] == 2 }
  }
}

import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The client with a server that tries to control the terminal.
@Suite(.blocking) struct HostileServerTests {
  private let user = TestUser()
  private let server: ScriptedServer
  private let terminal: PseudoTerminal

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    terminal = try PseudoTerminal(columns: 100, rows: 40)
  }

  /// As JSON escapes: escape and control sequences of seven and eight bits, a window title, a bell,
  /// line ends, a tab, DEL, a line separator and a direction override.
  private static let escaped = [
    #"a\u001b[2Jb"#, #"\u001b]0;title\u0007"#, #"\u009b31m"#, #"\u009d52;c;eA==\u009c"#,
    #"x\ry\nz"#, #"\t\b\u007f\u0000"#, #"\u2028\u202eabc"#, #"\u001bc"#,
  ].joined(separator: "|")

  /// Those sequences, raw where JSON does not require an escape.
  private static let raw =
    "\u{9B}31m|\u{9D}0;t\u{9C}|\u{7F}|\u{85}|\u{2028}|\u{202E}abc|\u{2066}"

  private static let argument =
    #""id":"1","text":"","weight":1,"author":"","created":"","updated":"""#

  private static let boxes = """
    "topics.ai.summary":{"title":"T\(escaped)\(raw)","pros":1,"cons":1,"score":0,\
    "prosText":"P\(escaped)\(raw)","consText":"C\(escaped)\(raw)",\
    "scoreText":"S\(escaped)\(raw)","leaning":"even","created":"","updated":"",\
    "leaningText":"L\(escaped)\(raw)","line":"F\(escaped)\(raw)"},\
    "topics.ai.pros.items":[{\(argument),"label":"P\(escaped)\(raw)"}],\
    "topics.ai.cons.items":[{\(argument),"label":"C\(escaped)\(raw)"}],\
    "topics.ai.pros.isErrorFree":{"status":false,"message":"A\(escaped)\(raw)"}
    """

  private func client(_ words: String..., output: UserProcess.Output? = nil) throws -> UserProcess {
    try user.start(
      "procon-client", words + ["--socket", server.path], output: output ?? .terminal(terminal))
  }

  @Test func `hostile text cannot control the terminal through the board`() throws {
    let client = try client("subscribe")
    try server.showTopic()
    let connection = try server.acceptSubscriber("{\(Self.boxes)}")
    try client.wait { terminal.screen.contains("Alert: A") && terminal.screen.contains("- C") }
    expect(terminal.screen.unexpected, equals: [])
    expect(terminal.screen.lines[0].hasPrefix("Ta\u{FFFD}[2Jb|\u{FFFD}]0;title\u{FFFD}|"))
    withExtendedLifetime(connection) {}
  }

  @Test(arguments: ["lines", "json", "value", "board"])
  func `hostile text cannot control the terminal through any format`(format: String) throws {
    let client = try client("subscribe", "--format", format, "--once", "--color", "never")
    try server.showTopic()
    let connection = try server.acceptSubscriber(
      #"{\#(Self.boxes),"bad\u001b[2J\npath":1,"shared.s":"S\#(Self.escaped)\#(Self.raw)"}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(terminal.screen.unexpected, equals: [])
    expect(terminal.bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D })
    withExtendedLifetime(connection) {}
  }

  @Test(arguments: ["lines", "json", "value"])
  func `hostile text cannot control the terminal through get`(format: String) throws {
    let client = try client("get", "shared.**", "--format", format, "--color", "never")
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    let boxes = #"{"x\u001bc\n":1,"shared.s":"S\#(Self.escaped)\#(Self.raw)"}"#
    try connection.send(#"{"id":1,"result":{"epoch":"e","revision":1,"boxes":\#(boxes)}}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(terminal.screen.unexpected, equals: [])
    expect(terminal.screen.contains("S"))
  }

  @Test(arguments: [["ping"], ["subscribe"], ["add", "pro", "x"], ["call", "a.b"]])
  func `hostile text cannot control the terminal through an error`(command: [String]) throws {
    let client = try user.start(
      "procon-client", command + ["--socket", server.path], output: .terminal(terminal))
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    let message = "\(Self.escaped)\(Self.raw)"
    try connection.send(#"{"id":1,"error":{"code":-32000,"message":"\#(message)"}}"#)
    expect(try client.waitForEnd(), equals: .exited(65))
    expect(terminal.screen.unexpected, equals: [])
    expect(
      terminal.screen.lines.first?.hasPrefix("procon-client: refused: a\u{FFFD}[2Jb"), equals: true)
  }

  @Test func `hostile text cannot control the terminal through other lines of the server`() throws {
    let ping = try client("ping")
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    try connection.send(#"{"id":1,"result":{"\#(Self.raw)":"\#(Self.escaped)\#(Self.raw)"}}"#)
    expect(try ping.waitForEnd(), equals: .exited(0))
    let leaving = try client("ping")
    let other = try server.accept()
    try other.notify("bye", #"{"reason":"\#(Self.escaped)\#(Self.raw)"}"#)
    expect(try leaving.waitForEnd(), equals: .exited(75))
    let confused = try client("ping")
    try server.accept().send("\u{1B}[2J\u{9B}31m")
    expect(try confused.waitForEnd(), equals: .exited(69))
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `in a pipe, the line of a box stays one line`() throws {
    let client = try client("subscribe", "--once", "--format", "lines", output: .pipe)
    try server.showTopic()
    let connection = try server.acceptSubscriber(
      #"{"evil\nshared.b\t2":1,"shared.a":"x\ny"}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(
      client.output, equals: "evil\u{FFFD}shared.b\u{FFFD}2\t1\nshared.a\t\"x\\ny\"\n")
    withExtendedLifetime(connection) {}
  }
}

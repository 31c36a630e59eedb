import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// `subscribe --format waybar`, as a bar reads it.
@Suite(.blocking) struct WaybarTests {
  private let user = TestUser()
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess()
  }

  private func bar(_ words: String...) throws -> UserProcess {
    try user.start(
      "procon-client", ["subscribe", "--format", "waybar", "--socket", daemon.socket] + words)
  }

  private func next(_ bar: UserProcess) throws -> JSONText {
    try JSONText(parsing: try bar.nextLine().utf8)
  }

  @Test func `each state of the topic is an object with the text for the bar`() throws {
    let bar = try bar()
    let first = try next(bar)
    expect(first.names, equals: ["alt", "class", "percentage", "text", "tooltip"])
    expect(first["text"]?.string, equals: "Artificial Intelligence +1")
    expect(first["alt"]?.string, equals: "pro")
    expect(first["class"]?.string, equals: "pro")
    expect(first["percentage"]?.integer, equals: 57)
    expect(first["tooltip"]?.string?.contains("\n+ No breaks\n- High cost\n"), equals: true)
    let peer = try daemon.connect()
    try peer.call("topics.ai.cons.add", #"{"text":"<b>&","weight":5}"#)
    let second = try next(bar)
    expect(second["text"]?.string, equals: "Artificial Intelligence -4")
    expect(second["alt"]?.string, equals: "con")
    expect(second["class"]?.string, equals: "con")
    expect(second["percentage"]?.integer, equals: 33)
    expect(second["tooltip"]?.string?.hasSuffix("\n- &lt;b&gt;&amp; ×5"), equals: true)
  }

  @Test func `the bar learns that the daemon is away, and shows the next one`() throws {
    let bar = try bar()
    let first = try next(bar)
    daemon.process.signal(SIGKILL)
    let away = try next(bar)
    expect(away["alt"]?.string, equals: "disconnected")
    expect(away["class"]?.string, equals: "disconnected")
    expect(away["text"], equals: first["text"])
    expect(away["tooltip"]?.string?.hasPrefix("The connection to the daemon is lost"), equals: true)
    try daemon.process.waitForEnd()
    let successor = try DaemonProcess(in: daemon.directory, socket: daemon.socket)
    expect(try next(bar), equals: first)
    try successor.connect().call("topics.ai.pros.add", #"{"text":"x"}"#)
    expect(try next(bar)["text"]?.string, equals: "Artificial Intelligence +2")
    expect(bar.errors, equals: "")
  }

  @Test func `a box that is made for a bar is passed on`() throws {
    let bar = try bar("shared.weather")
    expect(try next(bar)["text"]?.string, equals: "")
    let weather = #"{"text":"9°","alt":"rain","tooltip":"dull","class":["wet","cold"]}"#
    try daemon.connect().set("shared.weather", weather)
    expect(try next(bar).description, equals: weather)
    daemon.process.signal(SIGKILL)
    expect(try next(bar)["alt"]?.string, equals: "disconnected")
  }

  @Test func `the client ends with its bar`() throws {
    let bar = try bar("shared.**")
    expect(try next(bar)["text"]?.string, equals: "")
    bar.closeOutput()
    expect(try bar.waitForEnd(), equals: .exited(0))
  }

  @Test func `the client ends with its bar even while the daemon is away`() throws {
    let bar = try bar()
    _ = try next(bar)
    daemon.process.signal(SIGKILL)
    expect(try next(bar)["class"]?.string, equals: "disconnected")
    bar.closeOutput()
    expect(try bar.waitForEnd(), equals: .exited(0))
  }

  @Test func `get prints one object`() throws {
    let get = try user.client(
      "get", "topics.ai.summary", "--format", "waybar", "--socket", daemon.socket)
    expect(try get.waitForEnd(), equals: .exited(0))
    expect(try JSONText(parsing: get.output.utf8)["percentage"]?.integer, equals: 57)
  }

  @Test func `every and waybar cannot be combined`() throws {
    let bar = try bar("--every")
    expect(try bar.waitForEnd(), equals: .exited(64))
    expect(bar.errors.contains("with --every or --replay use another --format"))
  }
}

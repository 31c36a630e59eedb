import BoxWire
import BoxWireTestSupport
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
    #expect(first.names == ["alt", "class", "percentage", "text", "tooltip"])
    #expect(first["text"]?.string == "Artificial Intelligence +1")
    #expect(first["alt"]?.string == "pro")
    #expect(first["class"]?.string == "pro")
    #expect(first["percentage"]?.integer == 57)
    #expect(first["tooltip"]?.string?.contains("\n+ No breaks\n- High cost\n") == true)
    let peer = try daemon.connect()
    try peer.call("topics.ai.cons.add", #"{"text":"<b>&","weight":5}"#)
    let second = try next(bar)
    #expect(second["text"]?.string == "Artificial Intelligence -4")
    #expect(second["alt"]?.string == "con")
    #expect(second["class"]?.string == "con")
    #expect(second["percentage"]?.integer == 33)
    #expect(second["tooltip"]?.string?.hasSuffix("\n- &lt;b&gt;&amp; ×5") == true)
  }

  @Test func `the bar learns that the daemon is away, and shows the next one`() throws {
    let bar = try bar()
    let first = try next(bar)
    daemon.process.signal(SIGKILL)
    let away = try next(bar)
    #expect(away["alt"]?.string == "disconnected")
    #expect(away["class"]?.string == "disconnected")
    #expect(away["text"] == first["text"])
    #expect(away["tooltip"]?.string?.hasPrefix("The connection to the daemon is lost") == true)
    try daemon.process.waitForEnd()
    let successor = try DaemonProcess(in: daemon.directory, socket: daemon.socket)
    #expect(try next(bar) == first)
    try successor.connect().call("topics.ai.pros.add", #"{"text":"x"}"#)
    #expect(try next(bar)["text"]?.string == "Artificial Intelligence +2")
    #expect(bar.errors == "")
  }

  @Test func `a box that is made for a bar is passed on`() throws {
    let bar = try bar("shared.weather")
    #expect(try next(bar)["text"]?.string == "")
    let weather = #"{"text":"9°","alt":"rain","tooltip":"dull","class":["wet","cold"]}"#
    try daemon.connect().set("shared.weather", weather)
    #expect(try next(bar).description == weather)
    daemon.process.signal(SIGKILL)
    #expect(try next(bar)["alt"]?.string == "disconnected")
  }

  @Test func `the client ends with its bar`() throws {
    let bar = try bar("shared.**")
    #expect(try next(bar)["text"]?.string == "")
    bar.closeOutput()
    #expect(try bar.waitForEnd() == .exited(0))
  }

  @Test func `the client ends with its bar even while the daemon is away`() throws {
    let bar = try bar()
    _ = try next(bar)
    daemon.process.signal(SIGKILL)
    #expect(try next(bar)["class"]?.string == "disconnected")
    bar.closeOutput()
    #expect(try bar.waitForEnd() == .exited(0))
  }

  @Test func `get prints one object`() throws {
    let get = try user.client(
      "get", "topics.ai.summary", "--format", "waybar", "--socket", daemon.socket)
    #expect(try get.waitForEnd() == .exited(0))
    #expect(try JSONText(parsing: get.output.utf8)["percentage"]?.integer == 57)
  }

  @Test func `every and waybar cannot be combined`() throws {
    let bar = try bar("--every")
    #expect(try bar.waitForEnd() == .exited(64))
    #expect(bar.errors.contains("with --every or --replay use another --format"))
  }
}

import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's recipes for polybar, i3blocks and fish, each in the real program.
@Suite(.blocking, .enabled(if: !systemDaemonListens)) struct ReadmeBarTests {
  private let user = TestUser()
  private let daemon: DaemonProcess
  private let peer: Peer

  /// A daemon where the user's clients look for one.
  init() throws {
    mkdir(user.directory.file("run/procon"), 0o700)
    daemon = try DaemonProcess(socket: user.socket)
    peer = try daemon.connect()
  }

  private func addCon() throws {
    try peer.call("topics.ai.cons.add", #"{"text":"Too fast","weight":5}"#)
  }

  @Test(.long) func `polybar shows the score, or that the daemon is away`() throws {
    // The server removes its socket when it ends.
    let display = try user.start(
      "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "400x100x24", "-nolisten", "tcp"])
    defer {
      display.signal(SIGTERM)
      _ = try? display.waitForEnd()
    }
    let bar = "[bar/decision]\nmodules-left = decision\n"
    let file = try user.save(
      bar + Readme.block(after: "### polybar", "ini"), as: ".config/polybar/config.ini")
    // With --stdout, it prints what it would draw. The name of the socket prevents a new daemon.
    let polybar = try user.shell(
      "exec polybar --stdout --config=\(file) decision",
      environment: ["DISPLAY": ":\(try display.nextLine())", "PROCON_SOCKET": user.socket])
    try polybar.wait { polybar.output.contains("1 pro") }
    try addCon()
    try polybar.wait { polybar.output.contains("-4 con") }
    daemon.process.signal(SIGKILL)
    try polybar.wait { polybar.output.hasSuffix("?%{PR}\n") }
    polybar.signal(SIGTERM)
    try polybar.waitForEnd()
  }

  @Test func `i3blocks shows title and score, or that the daemon is away`() throws {
    _ = try user.save(
      Readme.block(after: "### i3blocks", "ini"), as: ".config/i3blocks/config")
    let blocks = try user.shell("exec i3blocks", environment: ["PROCON_SOCKET": user.socket])
    func shows(_ text: String) -> Bool {
      blocks.output.contains(#""full_text":"\#(text)""#)
    }
    try blocks.wait { shows("Artificial Intelligence 1") }
    try addCon()
    try blocks.wait { shows("Artificial Intelligence -4") }
    daemon.process.signal(SIGKILL)
    try blocks.wait { shows("?") }
  }

  @Test func `the prompt of fish shows the score, and nothing without a daemon`() throws {
    _ = try user.save(
      Readme.block(after: "### fish", "fish"),
      as: ".config/fish/functions/fish_right_prompt.fish")
    let prompt =
      "function fish_prompt; set -g number (math $number + 1); echo -n \"ready$number> \"; end"
    _ = try user.save(prompt, as: ".config/fish/config.fish")
    let terminal = try PseudoTerminal()
    let fish = try user.shell("exec fish", input: .terminal, output: .terminal(terminal))
    /// What fish has written since it began to draw the prompt of this number.
    func drawn(since number: Int) -> Substring {
      let text = String(decoding: terminal.bytes, as: UTF8.self)
      return text[(text.firstRange(of: "ready\(number)>")?.lowerBound ?? text.endIndex)...]
    }
    try fish.wait { drawn(since: 1).contains("pro 1") }
    try addCon()
    try terminal.type("\n")
    try fish.wait { drawn(since: 2).contains("con -4") }
    try daemon.terminate()
    try terminal.type("\n")
    try fish.wait { drawn(since: 3).contains("ready3>") }
    try terminal.type("echo the'end'\n")
    try fish.wait { drawn(since: 3).contains("theend") }
    expect(!drawn(since: 3).contains(/(?:pro|con) -?\d/))
    expect(user.daemons, equals: [])
  }
}

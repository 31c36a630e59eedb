import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's recipes for Waybar, multiplexers, scripts and timers, followed word for word.
@Suite(.blocking, .enabled(if: !systemDaemonListens)) struct ReadmeRecipeTests {
  private let user = TestUser()
  private let daemon: DaemonProcess
  private let peer: Peer

  /// A daemon where the user's clients look for one.
  init() throws {
    mkdir(user.directory.file("run/procon"), 0o700)
    daemon = try DaemonProcess(socket: user.socket)
    peer = try daemon.connect()
  }

  /// The value of a setting, after its name and an equals sign.
  private func setting(_ name: String, in text: String) throws -> String {
    let line = text.split(separator: "\n").first {
      $0.replacing(" ", with: "").hasPrefix("\(name)=")
    }
    let value = try require(line, "no \(name)").split(separator: "=", maxSplits: 1)[1]
    return String(value.trimmingPrefix { $0 == " " })
  }

  private func addCon() throws {
    try peer.call("topics.ai.cons.add", #"{"text":"Too fast","weight":5}"#)
  }

  @Test func `Waybar gets objects, also while the daemon is away`() throws {
    let text = try Readme.block(after: "### Waybar", "json")
    let module = try require(try JSONText(parsing: "{\(text)}".utf8)["custom/decision"])
    expect(module["return-type"]?.string, equals: "json")
    let command = try require(module["exec"]?.string)
    let bar = try user.shell(command)
    let first = try JSONText(parsing: try bar.nextLine().utf8)
    expect(first["text"]?.string, equals: "Artificial Intelligence +1")
    expect(first["tooltip"]?.string?.contains("Error reduction"), equals: true)
    expect(first["class"]?.string, equals: "pro")
    expect(first["percentage"]?.integer, equals: 57)
    try addCon()
    var next = try JSONText(parsing: try bar.nextLine().utf8)
    while next["text"]?.string != "Artificial Intelligence -4" {
      next = try JSONText(parsing: try bar.nextLine().utf8)
    }
    daemon.process.signal(SIGKILL)
    while next["class"]?.string != "disconnected" {
      next = try JSONText(parsing: try bar.nextLine().utf8)
    }
  }

  @Test func `tmux shows the newest line in its status`() throws {
    _ = try user.save(Readme.block(after: "### tmux"), as: ".tmux.conf")
    let terminal = try PseudoTerminal()
    let tmux = try user.shell(
      "exec tmux -S ~/tmux.sock -f ~/.tmux.conf new-session 'exec cat'",
      input: .terminal, output: .terminal(terminal))
    defer { _ = try? user.shell("tmux -S ~/tmux.sock kill-server").waitForEnd() }
    func hasDrawn(_ text: String) -> Bool {
      String(decoding: terminal.bytes, as: UTF8.self).contains(text)
    }
    try tmux.wait { hasDrawn("Artificial Intelligence 1") }
    try addCon()
    try tmux.wait { hasDrawn("Artificial Intelligence -4") }
  }

  @Test func `the shell loop runs once per change`() throws {
    let loop = try user.shell(try Readme.block(after: "### A shell loop", "sh"))
    expect(try loop.nextLine().hasSuffix(" it leans pro"))
    try addCon()
    expect(try loop.nextLine().hasSuffix(" it leans con"))
  }

  @Test func `the timer's service publishes, and systemd accepts both units`() throws {
    let service = try Readme.block(after: "### A systemd timer", "ini")
    let timer = try Readme.block(after: "### A systemd timer", "ini", number: 2)
    // systemd replaces two dollar signs by one, and treats quoted words as one.
    let command = try setting("ExecStart", in: service).replacing("$$", with: "$")
    let run = try user.shell(command)
    expect(try run.waitForEnd(), equals: .exited(0), "\(run.errors)")
    let answer = try peer.call("get", #"{"boxes":["shared.load"]}"#)
    expect((answer["result", "boxes", "shared.load"]?.double ?? -1) >= 0)
    let verify = try user.shell(
      """
      mkdir -p units && cd units && cat > load.service && cat > load.timer <<'END'
      \(timer)
      END
      systemd-analyze --user --man=no verify ./load.timer ./load.service
      """.replacing("units", with: user.directory.file("units")), input: .pipe)
    try verify.write(service + "\n")
    verify.endInput()
    expect(try verify.waitForEnd(), equals: .exited(0), "\(verify.errors)")
    expect(verify.errors, equals: "")
  }
}

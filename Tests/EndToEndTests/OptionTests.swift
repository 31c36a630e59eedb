import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The daemon's options, and what it prints without serving.
@Suite(.blocking) struct OptionTests {
  private let directory = TemporaryDirectory()

  @Test func `version is one line`() throws {
    let process = try run(["--version"])
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardOutput.wholeMatch(of: /procond \d+\.\d+\.\d+\n/) != nil)
    expect(process.standardError, equals: "")
  }

  @Test func `help lists every option, variable and exit status`() throws {
    let process = try run(["--help"])
    expect(try process.waitForEnd(), equals: .exited(0))
    for word in [
      "--config", "--socket", "--state-dir", "--log-level", "--idle-exit", "--client-timeout",
      "--keep-shared", "--no-keep-shared", "--reload", "--hash-secret",
      "--version", "--help",
      "PROCON_SOCKET", "PROCON_STATE_DIR", "PROCON_LOG_LEVEL", "PROCON_IDLE_EXIT",
      "PROCON_KEEP_SHARED", "PROCON_CONFIG", "/etc/procon/procond.json", "XDG_CONFIG_HOME",
      "XDG_RUNTIME_DIR", "SIGHUP",
      "LISTEN_FDS", "NOTIFY_SOCKET", "WATCHDOG_USEC", "shared-boxes", "64", "65", "69", "71", "73",
      "75", "77", "78",
    ] {
      expect(process.standardOutput.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ["--colour"], ["--socket"], ["--idle-exit", "-1"], ["--idle-exit=soon"],
    ["--idle-exit", "1e99"], ["--client-timeout", "0"], ["--client-timeout", "never"],
    ["--log-level", "loud"], ["extra"],
  ])
  func `a wrong command line is reported in one line`(arguments: [String]) throws {
    let process = try run(["--socket", directory.file("procon.sock")] + arguments)
    expect(try process.waitForEnd(), equals: .exited(64))
    let lines = process.standardError.split(separator: "\n")
    expect(lines.count, equals: 1, "\(process.standardError)")
    expect(lines.first?.hasPrefix("procond: "), equals: true)
    expect(process.standardOutput, equals: "")
  }

  @Test(arguments: ["--config", "--socket", "--state-dir"])
  func `an empty path is an error`(option: String) throws {
    let process = try run([option, ""])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.standardError, equals: "procond: \(option) needs a path\n")
  }

  @Test func `control characters in messages are escaped`() throws {
    let process = try run(
      ["--socket", directory.file("procon.sock")],
      ["PROCON_LOG_LEVEL": "a\u{1B}[2J\r\n\u{202E}b\u{85}\t"])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(
      process.standardError,
      equals: #"procond: PROCON_LOG_LEVEL cannot be 'a\u001b[2J\r\n\u202eb\u0085\t'"# + "\n")
  }

  @Test func `control characters in the log are escaped`() throws {
    let socket = directory.file("a\u{1B}\u{7F}b.sock")
    let process = try run(["--socket", socket, "--idle-exit", "0"])
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardError.contains(#"a\u001b\u007fb.sock"#))
  }

  @Test(arguments: [
    ("PROCON_LOG_LEVEL", "loud"), ("PROCON_IDLE_EXIT", "soon"), ("PROCON_KEEP_SHARED", "yes"),
  ])
  func `a wrong variable is named`(name: String, value: String) throws {
    let process = try run(["--socket", directory.file("procon.sock")], [name: value])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.standardError, equals: "procond: \(name) cannot be '\(value)'\n")
  }

  @Test func `variables replace options`() throws {
    let socket = directory.file("by-variable.sock")
    let process = try run(
      [],
      [
        "PROCON_SOCKET": socket, "PROCON_STATE_DIR": directory.file("a/b"),
        "PROCON_LOG_LEVEL": "critical", "PROCON_IDLE_EXIT": "60",
      ])
    _ = try Peer.connect(to: socket, waiting: .patience)
    var status = stat()
    expect(stat(directory.file("a/b"), &status), equals: 0)
    expect(status.st_mode, equals: S_IFDIR | 0o700)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardError, equals: "")
  }

  @Test func `an option overrides its variable`() throws {
    let socket = directory.file("by-option.sock")
    let process = try run(
      ["--socket", socket, "--log-level", "info", "--idle-exit", "60"],
      [
        "PROCON_SOCKET": directory.file("by-variable.sock"), "PROCON_LOG_LEVEL": "loud",
        "PROCON_IDLE_EXIT": "soon",
      ])
    _ = try Peer.connect(to: socket, waiting: .patience)
    expect(access(directory.file("by-variable.sock"), F_OK) != 0)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardError.contains("listening on \(socket)"))
  }

  @Test func `an empty variable is ignored`() throws {
    let process = try run(
      ["--socket", directory.file("procon.sock"), "--idle-exit", "0"],
      ["PROCON_SOCKET": "", "PROCON_LOG_LEVEL": "", "PROCON_STATE_DIR": "", "PROCON_IDLE_EXIT": ""])
    expect(try process.waitForEnd(), equals: .exited(0))
  }

  @Test func `without a socket option the socket is in the user's runtime directory`() throws {
    let process = try run([], ["XDG_RUNTIME_DIR": directory.path, "PROCON_IDLE_EXIT": "60"])
    let socket = directory.file("procon/procon.sock")
    _ = try Peer.connect(to: socket, waiting: .patience)
    var status = stat()
    expect(stat(directory.file("procon"), &status), equals: 0)
    expect(status.st_mode, equals: S_IFDIR | 0o700)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
  }

  @Test func `a runtime directory that others can read is refused`() throws {
    mkdir(directory.file("procon"), 0o755)
    let process = try run([], ["XDG_RUNTIME_DIR": directory.path])
    expect(try process.waitForEnd(), equals: .exited(77))
    expect(process.standardError.contains("open to others"))
  }

  @Test func `a state directory is created for its user only, with or without a slash`() throws {
    for (name, word) in [("a", "a"), ("b", "b/"), ("c", "c/d//")] {
      let daemon = try DaemonProcess(["--state-dir", directory.file(word)])
      var status = stat()
      expect(stat(directory.file(word), &status), equals: 0, "\(name)")
      expect(status.st_mode, equals: S_IFDIR | 0o700, "\(name)")
      try daemon.terminate()
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
  func `a runtime directory of another user is refused`() throws {
    mkdir(directory.file("procon"), 0o700)
    chown(directory.file("procon"), 12_345, 12_345)
    let process = try run([], ["XDG_RUNTIME_DIR": directory.path])
    expect(try process.waitForEnd(), equals: .exited(77))
    expect(process.standardError.contains("belongs to another user"))
  }

  @Test func `the daemon exits after the idle time without clients`() throws {
    let daemon = try DaemonProcess(["--idle-exit", "0.3"], in: directory)
    let peer = try daemon.connect()
    // It stays while a client is connected.
    #expect(throws: DeadlinePassed.self) {
      try daemon.process.waitForEnd(within: .milliseconds(600))
    }
    expect(try peer.call("ping")["result"] != nil)
    let start = ContinuousClock.now
    peer.close()
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
    expect(start.duration(to: .now) >= .milliseconds(300))
    expect(access(daemon.socket, F_OK) != 0)
  }

  @Test func `the log on standard error has time and level`() throws {
    let daemon = try DaemonProcess(in: directory)
    try daemon.terminate()
    let lines = daemon.process.standardError.split(separator: "\n")
    expect(lines.first?.contains("listening on \(daemon.socket)"), equals: true)
    for line in lines {
      expect(line.prefixMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S* (info|notice)\ /) != nil)
    }
    expect(daemon.process.standardOutput, equals: "")
  }

  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      builtProgram("procond"), arguments, environment: environment)
  }
}

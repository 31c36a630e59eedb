import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The configuration file: its location, what overrides it, and how mistakes are reported.
@Suite(.blocking) struct ConfigurationTests {
  private let directory = TemporaryDirectory()
  private var file: String { directory.file("procond.json") }

  @Test func `each option can be set in the file`() throws {
    let socket = directory.file("configured.sock")
    try write(
      """
      {
        "socket": "\(socket)",
        "state-dir": "\(directory.file("state"))",
        "log-level": "error",
        "idle-exit": "200ms",
        "client-timeout": 5,
        "shared": {"keep": true}
      }
      """, to: file)
    let process = try start(["--config", file])
    let peer = try Peer.connect(to: socket, waiting: .patience)
    expect(access(directory.file("state"), F_OK), equals: 0)
    peer.close()
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardError, equals: "")
  }

  @Test func `an option overrides a variable, and a variable overrides the file`() throws {
    for (options, variables, place) in [
      (["--socket", directory.file("o")], ["PROCON_SOCKET": directory.file("v")], "o"),
      ([], ["PROCON_SOCKET": directory.file("v")], "v"), ([], [:], "f"),
    ] {
      try write(#"{"socket":"\#(directory.file("f"))","idle-exit":60}"#, to: file)
      let process = try start(["--config", file] + options, variables)
      _ = try Peer.connect(to: directory.file(place), waiting: .patience)
      expect(entries(of: directory.path).filter { $0.count == 1 }, equals: [place])
      process.signal(SIGTERM)
      expect(try process.waitForEnd(), equals: .exited(0))
    }
  }

  @Test func `a variable names the file, and an option overrides the variable`() throws {
    try write(#"{"colour":1}"#, to: file)
    let named = try start([], ["PROCON_CONFIG": file])
    expect(try named.waitForEnd(), equals: .exited(78))
    try write(#"{"idle-exit":0}"#, to: directory.file("other.json"))
    let other = try start(
      ["--config", directory.file("other.json"), "--socket", directory.file("s")],
      ["PROCON_CONFIG": file])
    expect(try other.waitForEnd(), equals: .exited(0))
    expect(other.standardError.contains("configured by \(directory.file("other.json"))"))
  }

  @Test(arguments: ["XDG_CONFIG_HOME", "HOME"])
  func `without a name the user's own file is used`(_ variable: String) throws {
    let user = TestUser()
    let home = variable == "HOME" ? user.directory.file("home/.config") : user.directory.path
    let make = try user.shell(
      "mkdir -p \(home)/procon && echo '{\"idle-exit\":0}' > \(home)/procon/procond.json")
    expect(try make.waitForEnd(), equals: .exited(0))
    let daemon = try user.start(
      "procond", environment: variable == "HOME" ? [:] : ["XDG_CONFIG_HOME": home])
    expect(try daemon.waitForEnd(), equals: .exited(0))
    expect(daemon.errors.contains("configured by \(home)/procon/procond.json"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root may have a machine of its own"))
  func `the system's file does not concern a user's own daemon`() throws {
    let machine = try MachineWithDaemon(configuration: #"{"mounts":{"wiki":{"memory":true}}}"#)
    let team = try machine.client("new", "Cats", "--root", "wiki")
    expect(try team.waitForEnd(), equals: .exited(0), "\(team.errors)")
    // The daemon has read it. A user's own could not.
    let change = try machine.start(
      "/bin/sh",
      [
        "-c",
        "echo '{\"users\":\"/etc/procon/none\"}' >/etc/procon/procond.json && chmod 0 /etc/procon/*",
      ])
    expect(try change.waitForEnd(), equals: .exited(0))
    _ = try machine.user.save(#"{"daemon":"own"}"#, as: ".config/procon/procond.json")
    let own = try machine.client("new", "Mine")
    expect(try own.waitForEnd(), equals: .exited(0), "\(own.errors)\(machine.user.log ?? "")")
    let wiki = try machine.client("new", "Cats", "--root", "wiki")
    expect(try wiki.waitForEnd() != .exited(0))
    expect(machine.user.log?.contains("configured by /etc"), equals: false)
  }

  @Test func `after a dash, the named file may be missing`() throws {
    let socket = directory.file("s")
    let missing = try start(["--config=-\(file)", "--socket", socket, "--idle-exit", "0"])
    expect(try missing.waitForEnd(), equals: .exited(0))
    expect(!missing.standardError.contains("configured by"))
    try write(#"{"colour":1}"#, to: file)
    let wrong = try start(["--config=-\(file)", "--socket", socket])
    expect(try wrong.waitForEnd(), equals: .exited(78))
    expect(wrong.standardError.hasPrefix("procond: \(file):1: there is no key \"colour\""))
  }

  @Test(arguments: ["own", "system"])
  func `the daemon leaves the key for clients to them`(value: String) throws {
    try write(#"{"daemon":"\#(value)"}"#, to: file)
    let process = try start(
      ["--config", file, "--socket", directory.file("s"), "--idle-exit", "0"])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
  }

  @Test(arguments: [
    ("{\n  \"colour\": 1\n}", ":2: there is no key \"colour\"; there are socket, state-dir"),
    ("{\n\n\"log-level\": \"loud\"}", ":3: log-level cannot be \"loud\": it must be trace, debug"),
    ("{\"log-level\": 3}", ":1: log-level cannot be 3"),
    (
      "{\"daemon\": \"mine\"}",
      ":1: daemon cannot be \"mine\": it must be \"own\" or \"system\""
    ),
    ("{\"idle-exit\": -1}", ":1: idle-exit cannot be -1: it must be a number of seconds, 0 to"),
    ("{\"idle-exit\": \"soon\"}", ":1: idle-exit cannot be \"soon\""),
    ("{\n\"client-timeout\":\n0}", ":2: client-timeout cannot be 0"),
    ("{\"socket\": \"\"}", ":1: socket cannot be \"\": it must be a path"),
    ("{\"socket\": \"/a\\u0000b\"}", ":1: socket cannot be \"/a\\u0000b\": it must be a path"),
    ("{\"state-dir\": null}", ":1: state-dir cannot be null: it must be a path"),
    ("{\n\"users\": {\"ada\": {\"password\": \"$y$j9T$s3cret\"}}}", ":2: users must be a path"),
    ("{\"idle-exit\":1,\n\"idle-exit\":2}", ":2: duplicate key idle-exit; first used on line 1"),
    ("{\n\"shared\": {\n\"kept\": true}}", ":3: there is no key \"kept\"; there are keep"),
    ("{\n\"shared\": {\n\"keep\": 1}}", ":3: keep cannot be 1: it must be true or false"),
    ("{\"shared\": {\"keep\": \"true\"}}", ":1: keep cannot be \"true\": it must be true or false"),
    ("{\"shared\": true}", ":1: shared cannot be true: it must be {\"keep\": true}"),
    (
      "{\"shared\": {\"keep\": true,\n\"keep\": true}}",
      ":2: duplicate key keep; first used on line 1"
    ),
    ("{\n\"limits\": {\n\"lines\": 1}}", ":3: there is no key \"lines\"; there are line, value"),
    (
      "{\n\"limits\": {\n\"line\": 1}}", ":3: line cannot be 1: it must be a whole number from 1024"
    ),
    ("{\"limits\": {\"patterns\": 1.5}}", ":1: patterns cannot be 1.5"),
    ("{\"limits\": []}", ":1: limits cannot be []: it must be an object of limits"),
    ("{\n\"limits\": {\n},\n}", ":4: not JSON: unexpected character"),
    ("", ":1: not JSON: unexpected end"), ("[]", ": it must be an object"),
  ])
  func `a mistake is reported with its key and line`(_ text: String, _ words: String) throws {
    try write(text, to: file)
    let process = try start(["--config", file])
    expect(try process.waitForEnd(), equals: .exited(78))
    expect(process.standardError.hasPrefix("procond: \(file)\(words)"), "\(process.standardError)")
    expect(process.standardError.split(separator: "\n").count, equals: 1)
  }

  @Test func `a named file must exist, and must be a short regular file`() throws {
    try write(String(repeating: " ", count: 65537), to: directory.file("long"))
    mkfifo(directory.file("pipe"), 0o600)
    for (name, reason) in [
      ("none", "it does not exist"), ("long", "it is longer than 65536 bytes"),
      ("pipe", "it is not a regular file"), ("", "it is not a regular file"),
    ] {
      let process = try start(["--config", directory.file(name)])
      expect(try process.waitForEnd(), equals: .exited(78))
      let sentence = "procond: \(directory.file(name)) cannot be read: \(reason)\n"
      expect(process.standardError, equals: sentence)
    }
  }

  private func start(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(builtProgram("procond"), arguments, environment: environment)
  }
}

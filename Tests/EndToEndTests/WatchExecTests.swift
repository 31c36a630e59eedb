import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `watch-exec`, which runs a command on each change.
@Suite(.blocking) struct WatchExecTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  /// Starts the client, and waits until it watches.
  ///
  /// - Parameter script: for the shell; `$0` is a directory for its files.
  private func watch(
    _ words: String..., of other: (any TestDaemon)? = nil, script: String,
    output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    let daemon = other ?? daemon
    let peer = try daemon.connect()
    let client = try user.start(
      "procon-client",
      ["watch-exec", "--socket", daemon.socket] + words
        + ["--", "sh", "-c", script, user.directory.path], output: output)
    try waitUntil("it watches") { try peer.subscribers() == 1 }
    return client
  }

  private let report =
    #"echo "$PROCON_EVENT $PROCON_PATH ${PROCON_VALUE-unset} $PROCON_REVISION $(cat)""#

  @Test func `the command gets path, value, revision and event`() throws {
    try peer.set("shared.old", "0")
    let client = try watch("shared.**", script: report)
    try peer.set("shared.a", #"{ "b": 1 }"#)
    let first = try peer.revision()
    expect(try client.nextLine(), equals: #"change shared.a {"b":1} \#(first) {"b":1}"#)
    try peer.set("shared.a", #""$(touch x) \"two words\"""#)
    expect(
      try client.nextLine(),
      equals: #"change shared.a $(touch x) "two words" \#(first + 1) "$(touch x) \"two words\"""#)
    try peer.delete("shared.a")
    expect(try client.nextLine(), equals: "remove shared.a unset \(first + 2) ")
  }

  @Test func `the client's own variable does not replace a missing value`() throws {
    let client = try user.start(
      "procon-client",
      [
        "watch-exec", "shared.*", "--socket", daemon.socket, "--", "sh", "-c",
        #"echo "$PROCON_EVENT ${PROCON_VALUE-unset}""#,
      ], environment: ["PROCON_VALUE": "ours"])
    try waitUntil("it watches") { try peer.subscribers() == 1 }
    try peer.set("shared.a", "1")
    expect(try client.nextLine(), equals: "change 1")
    try peer.delete("shared.a")
    expect(try client.nextLine(), equals: "remove unset")
    try peer.set("shared.a", #""a\u0000b""#)
    expect(try client.nextLine(), equals: "change unset")
  }

  @Test func `anything but a path is not passed on`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client(
      "watch-exec", "shared.*", "--socket", server.path, "--", "sh", "-c", #"echo "$PROCON_PATH""#)
    let connection = try server.acceptSubscriber("{}")
    let boxes =
      #"{"../../etc/passwd":1,"$(id)":1,"a\nb":1,"\u001b[2J":1,"-x y":1,"":1,"shared.a":1}"#
    try connection.notify("change", #"{"revision":2,"boxes":\#(boxes)}"#)
    expect(try client.nextLine(), equals: "shared.a")
    try connection.notify(
      "change", #"{"revision":3,"boxes":{},"removed":["../../etc/passwd","shared.a"]}"#)
    expect(try client.nextLine(), equals: "shared.a")
    client.signal(SIGTERM)
    expect(try client.waitForEnd(), equals: .killed(signal: SIGTERM))
    expect(client.output, equals: "shared.a\nshared.a\n")
  }

  @Test func `with initial, the command runs for existing boxes too`() throws {
    try peer.set("shared.a", "1")
    let client = try watch("shared.**", "--initial", script: report)
    expect(try client.nextLine().hasPrefix("present shared.a 1 "))
    try peer.set("shared.b", "2")
    expect(try client.nextLine().hasPrefix("change shared.b 2 "))
  }

  @Test func `the command never runs twice at once, and the newest value of each box waits`() throws
  {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let script = #"""
      mkdir "$0/running" || echo twice
      echo "$PROCON_EVENT $PROCON_PATH $PROCON_VALUE"
      while [ ! -e "$0/go" ]; do sleep 0.01; done
      rmdir "$0/running"
      """#
    let client = try user.client(
      "watch-exec", "shared.*", "--socket", server.path, "--", "sh", "-c", script,
      user.directory.path)
    let connection = try server.acceptSubscriber("{}")
    func change(_ box: String, _ value: Int) throws {
      try connection.notify(
        "change", #"{"revision":\#(value),"boxes":{"shared.\#(box)":\#(value)}}"#)
    }
    try change("a", 1)
    expect(try client.nextLine(), equals: "change shared.a 1")
    for number in 2...9 {
      try change("b", number)
      try change("a", number)
    }
    try change("c", 10)
    try connection.notify("change", #"{"revision":11,"boxes":{},"removed":["shared.c"]}"#)
    try change("c", 12)
    // When it reports the lost connection, it has read everything.
    connection.close()
    try client.wait { client.errors.contains("trying again") }
    close(creat(user.directory.file("go"), 0o600))
    expect(try client.nextLine(), equals: "change shared.b 9")
    expect(try client.nextLine(), equals: "change shared.a 9")
    expect(try client.nextLine(), equals: "change shared.c 12")
    _ = try server.acceptSubscriber(#"{"shared.a":9,"shared.b":9,"shared.c":13}"#, revision: 13)
    expect(try client.nextLine(), equals: "change shared.c 13")
    expect(!client.output.contains("twice"))
  }

  @Test func `a failing command is reported, and the client waits for the next change`() throws {
    let client = try watch(
      "shared.*",
      script: #"echo "$PROCON_VALUE"; [ "$PROCON_VALUE" != kill ] || kill -9 $$; exit 3"#)
    try peer.set("shared.a", "1")
    expect(try client.nextLine(), equals: "1")
    try client.wait {
      client.errors.contains("'sh' exited with status 3 for shared.a; continuing\n")
    }
    try peer.set("shared.b", #""kill""#)
    try client.wait {
      client.errors.contains("'sh' was killed by signal 9 for shared.b; continuing\n")
    }
    expect(client.end == nil)
  }

  @Test func `a value too long for a variable is only on standard input`() throws {
    let client = try watch(
      "shared.*", script: #"echo "${PROCON_VALUE+set} ${#PROCON_VALUE} $(wc -c)""#)
    // With its name, the equals sign and the NUL it has 131,072 bytes.
    let longest = 131_072 - "PROCON_VALUE=".utf8.count - 1
    try peer.set("shared.a", "\"\(String(repeating: "x", count: longest))\"")
    expect(try client.nextLine(), equals: "set \(longest) \(longest + 3)")
    try peer.set("shared.a", "\"\(String(repeating: "x", count: longest + 1))\"")
    expect(try client.nextLine(), equals: " 0 \(longest + 4)")
    try peer.set("shared.a", "\"\(String(repeating: "x", count: 1_000_000))\"")
    expect(try client.nextLine(), equals: " 0 1000003")
    try peer.set("shared.a", #""a\u0000b""#)
    expect(try client.nextLine(), equals: " 0 11")
  }

  @Test func `a command that reads nothing does not block the client`() throws {
    let client = try watch("shared.*", script: "echo done")
    for _ in 1...3 {
      try peer.set("shared.a", "\"\(String(repeating: "x", count: 900_000))\"")
      expect(try client.nextLine(), equals: "done")
      try peer.delete("shared.a")
      expect(try client.nextLine(), equals: "done")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal is passed on, and the client waits for the command's end`(signal: Int32) throws {
    let client = try watch(
      "shared.*",
      script: #"""
        trap 'echo caught; sleep 0.2; echo end; exit 0' INT TERM HUP
        echo started
        while :; do sleep 0.05; done
        """#)
    try peer.set("shared.a", "1")
    expect(try client.nextLine(), equals: "started")
    try peer.set("shared.b", "1")
    client.signal(signal)
    expect(try client.waitForEnd(), equals: .killed(signal: signal))
    expect(client.output, equals: "started\ncaught\nend\n")
  }

  @Test func `a suspended command gets a signal too`() throws {
    let client = try watch(
      "shared.*", script: #"trap 'echo caught; exit 0' TERM; echo started; kill -STOP $$; exit 1"#)
    try peer.set("shared.a", "1")
    expect(try client.nextLine(), equals: "started")
    client.signal(SIGTERM)
    expect(try client.waitForEnd(), equals: .killed(signal: SIGTERM))
    expect(client.output, equals: "started\ncaught\n")
  }

  @Test func `a running command reaches its end when the reader of the output is gone`() throws {
    let file = user.directory.file("ended")
    let client = try watch(
      "shared.*", script: #"echo started; sleep 0.2; : > "$0/ended""#)
    try peer.set("shared.a", "1")
    expect(try client.nextLine(), equals: "started")
    client.closeOutput()
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(contents(of: file), equals: "")
  }

  @Test func `the command inherits no descriptor, and talks to the same daemon`() throws {
    let client = try watch(
      "shared.*", script: #"ls -l /proc/self/fd | grep -c socket; echo "$PROCON_SOCKET""#)
    try peer.set("shared.a", "1")
    expect(try client.nextLine(), equals: "0")
    expect(try client.nextLine(), equals: daemon.socket)
  }

  @Test func `the command runs for changes during the daemon's absence`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    try peer.set("shared.a", "1")
    try peer.set("shared.b", "1")
    let client = try watch("shared.*", of: daemon, script: report)
    daemon.process.signal(SIGKILL)
    try client.wait { client.errors.contains("trying again") }
    try daemon.process.waitForEnd()
    let next = try daemon.successor()
    let setter = try next.connect()
    try setter.call("set", #"{"box":"shared.a","value":1}"#)
    try setter.call("set", #"{"box":"shared.b","value":2}"#)
    expect(rename(next.socket, daemon.socket), equals: 0)
    expect(try client.nextLine().hasPrefix("change shared.b 2 "))
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `the command runs in the client's directory, even with a daemon that the client started`()
    throws
  {
    let client = try user.shell(
      "cd \(user.directory.path) && exec procon-client watch-exec 'topics.*.summary' --initial -- pwd"
    )
    expect(try client.nextLine(), equals: user.directory.path)
  }

  @Test(arguments: [("no-such-program", Int32(127)), ("/tmp", 126), ("/none/x", 127)])
  func `a command that cannot be run ends the client at startup`(command: String, code: Int32)
    throws
  {
    let client = try user.client(
      "watch-exec", "topics.ai.summary", "--socket", daemon.socket, "--", command)
    expect(try client.waitForEnd(), equals: .exited(code))
    expect(client.errors.hasPrefix("procon-client: '\(command)' cannot be run: "))
    expect(client.errors.hasSuffix("; name a program in PATH, or give its path\n"))
  }

  @Test(arguments: [
    ["shared.**"], ["shared.**", "--"], ["--", "echo"], ["a..b", "--", "echo"],
    ["shared.**", "--", ""],
  ])
  func `a wrong command line is reported in one line`(words: [String]) throws {
    let client = try user.start("procon-client", ["watch-exec"] + words)
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.errors.hasSuffix("see 'procon-client watch-exec --help'\n"), "\(client.errors)")
    expect(client.errors.split(separator: "\n").count, equals: 1)
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Shared boxes that survive a restart.
@Suite(.blocking) struct KeepSharedTests {
  private let directory = TemporaryDirectory()
  private var state: String { directory.file("procon.sock.state/procon") }
  private var file: String { "\(state)/shared.jsonl" }

  private func start(_ arguments: [String] = ["--keep-shared"]) throws -> DaemonProcess {
    try DaemonProcess(arguments, in: directory)
  }

  private func boxes(_ peer: Peer) throws -> String? {
    try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]?.description
  }

  private func waitUntilStored(_ text: String) throws {
    try waitUntil("\(text) is stored") { contents(of: file)?.contains(text) == true }
  }

  /// Creates the file that a daemon finds at startup.
  private func store(_ text: String) throws {
    mkdir(directory.file("procon.sock.state"), 0o700)
    mkdir(state, 0o700)
    try write(text, to: file)
  }

  @Test func `boxes and values survive a clean restart`() throws {
    let daemon = try start()
    let peer = try daemon.connect()
    for (name, value) in [
      ("b", #"{"x":[1.50,"é\n"]}"#), ("a", "null"), ("long", text(500_000)), ("gone", "1"),
    ] {
      try peer.set("shared.\(name)", value)
    }
    try peer.delete("shared.gone")
    let before = try boxes(peer)
    expect(try daemon.terminate(), equals: .exited(0))
    let next = try start()
    expect(try boxes(try next.connect()), equals: before)
    expect(try next.terminate(), equals: .exited(0))
    // Also if nothing was changed in between.
    let last = try start()
    expect(try boxes(try last.connect()), equals: before)
    expect(!last.process.standardError.contains("error"))
  }

  @Test func `a box expires at its time, whether or not a daemon runs`() throws {
    let daemon = try start()
    let peer = try daemon.connect()
    try peer.call("set", #"{"box":"shared.long","value":1,"ttl":1000}"#)
    try peer.call("set", #"{"box":"shared.short","value":1,"ttl":8}"#)
    try waitUntilStored("shared.short")
    let expiries = try require(contents(of: file)).matches(of: /"expires":(\d+)/)
      .compactMap { Int($0.output.1) }
    expect(expiries.count, equals: 2)
    daemon.process.signal(SIGKILL)
    _ = try daemon.process.waitForEnd()
    try waitUntil("one has expired") { time(nil) * 1000 > expiries[1] }
    let next = try start()
    let other = try next.connect()
    expect(try boxes(other), equals: #"{"shared.long":1}"#)
    try other.set("shared.new", 1)
    expect(try next.terminate(), equals: .exited(0))
    // A restart does not prolong it.
    let left = try require(contents(of: file)).firstMatch(of: /"expires":(\d+)/)
    let expiry = try require(left.flatMap { Int($0.output.1) })
    expect(abs(expiry - expiries[0]) < 2000)
  }

  @Test func `a restored box expires`() throws {
    try store(
      """
      {"version":1,"boxes":2}
      {"box":"shared.a","expires":\((time(nil) + 3) * 1000),"value":1}
      {"box":"shared.b","value":1}

      """)
    let peer = try start().connect()
    try waitUntil("it has expired") { try boxes(peer) == #"{"shared.b":1}"# }
  }

  @Test func `after kill -9, stored boxes are restored`() throws {
    let daemon = try start()
    let peer = try daemon.connect()
    for number in 1...3 {
      try peer.set("shared.a", number)
      try waitUntilStored(#""value":\#(number)}"#)
    }
    try peer.set("shared.a", 4)
    daemon.process.signal(SIGKILL)
    _ = try daemon.process.waitForEnd()
    let stored = contents(of: file)?.contains(#""value":4}"#) == true ? 4 : 3
    expect(try boxes(try start().connect()), equals: #"{"shared.a":\#(stored)}"#)
  }

  @Test func `without the option nothing is restored, and the file is left alone`() throws {
    let text = "{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"value\":1}\n"
    try store(text)
    let daemon = try start([])
    let peer = try daemon.connect()
    expect(try boxes(peer), equals: "{}")
    try peer.set("shared.b", 1)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(contents(of: file), equals: text)
  }

  @Test(arguments: [
    (#"{"keep":true}"#, [], nil, true), (#"{"keep":false}"#, [], nil, false),
    ("{}", [], nil, false),
    (#"{"keep":false}"#, [], "true", true), (#"{"keep":true}"#, [], "false", false),
    ("{}", ["--no-keep-shared"], "true", false),
    (#"{"keep":false}"#, ["--keep-shared"], "false", true),
  ])
  func `the option overrides the variable, and that overrides the file`(
    configured: String, arguments: [String], variable: String?, isKept: Bool
  ) throws {
    mkdir(directory.file("procon"), 0o700)
    try write(
      #"{"mounts":{},"shared":\#(configured)}"#, to: directory.file("procon/procond.json"))
    let daemon = try DaemonProcess(
      arguments, environment: variable.map { ["PROCON_KEEP_SHARED": $0] } ?? [:], in: directory)
    let info = try daemon.connect().call("get", #"{"boxes":["daemon.info"]}"#)
    expect(info["result", "boxes", "daemon.info", "keepsShared"]?.boolean, equals: isKept)
  }

  @Test func `a reload says that a restart is needed`() throws {
    let daemon = try start([])
    try write(
      #"{"mounts":{},"shared":{"keep":true}}"#, to: directory.file("procon/procond.json"))
    let answer = try daemon.connect().call("daemon.reload")
    expect(
      answer["result", "warnings"]?.elements?.compactMap(\.string),
      equals: [
        "shared.keep has changed; it takes effect after a restart"
      ])
  }

  @Test func `a damaged file is kept under another name`() throws {
    let text = "{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"value\":}\n"
    for number in 1...2 {
      try store(text)
      let daemon = try start()
      let peer = try daemon.connect()
      expect(try boxes(peer), equals: "{}")
      let log = daemon.process.standardError
      expect(
        log.contains("shared boxes were not restored: \(file):2: not a JSON object"), "\(log)")
      expect(log.contains("the file is kept as \(file).\(number)"), "\(log)")
      try peer.set("shared.b", 1)
      expect(try daemon.terminate(), equals: .exited(0))
      expect(contents(of: "\(file).\(number)"), equals: text)
      expect(contents(of: file)?.contains("shared.b"), equals: true)
    }
  }

  @Test func `a file that cannot be renamed is left alone`() throws {
    try store("")
    unlink(file)
    mkdir(file, 0o700)
    let daemon = try start()
    try daemon.connect().set("shared.a", 1)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(
      daemon.process.standardError.contains(
        "it is not a regular file; the file cannot be renamed, so shared boxes are not stored"))
    expect(entries(of: file).isEmpty)
  }

  @Test func `boxes over the limits are reported, and their file is kept`() throws {
    let text = """
      {"version":1,"boxes":2}
      {"box":"shared.a","value":1}
      {"box":"shared.b","value":1}

      """
    try store(text)
    mkdir(directory.file("procon"), 0o700)
    try write(
      #"{"mounts":{},"limits":{"shared-boxes":1}}"#, to: directory.file("procon/procond.json"))
    let daemon = try start()
    expect(try boxes(try daemon.connect()), equals: #"{"shared.a":1}"#)
    let log = daemon.process.standardError
    expect(log.contains("1 shared boxes in \(file) are over the limits"), "\(log)")
    expect(log.contains("shared.b first; the file is kept as \(file).1"), "\(log)")
    expect(contents(of: "\(file).1"), equals: text)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(contents(of: file)?.contains("shared.a"), equals: true)
  }
}

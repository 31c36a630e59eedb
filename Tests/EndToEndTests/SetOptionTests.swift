import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// `set --ttl`, and `--if-revision` of `set` and `delete`.
@Suite(.blocking) struct SetOptionTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  private func run(
    _ words: String...
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let client = try user.start("procon-client", words + ["--socket", daemon.socket])
    return (try client.waitForEnd(), client.output, client.errors)
  }

  private func revision() throws -> Int { try daemon.connect().revision() }

  private func stored() throws -> JSONText? {
    try daemon.connect().call("get", #"{"boxes":["shared.a"]}"#)["result", "boxes", "shared.a"]
  }

  private func conflict(_ what: String) -> (ChildProcess.End, String, String) {
    (.exited(5), "", "procon-client: refused: shared.a has changed; \(what) (-32002)\n")
  }

  @Test func `a box with a time to live expires`() throws {
    try require(try run("set", "shared.c", "1").end == .exited(0))
    let subscriber = try user.client(
      "subscribe", "shared.**", "--every", "--socket", daemon.socket)
    expect(try subscriber.nextLine(), equals: "shared.c\t1")
    try require(try run("set", "shared.a", "1", "--ttl", "0.2").end == .exited(0))
    try require(try run("set", "shared.b", "1", "--ttl", "31536000").end == .exited(0))
    var lines: Set<String> = []
    for _ in 1...3 { lines.insert(try subscriber.nextLine()) }
    expect(lines, equals: ["shared.a\t1", "shared.a\t", "shared.b\t1"])
  }

  @Test(arguments: [
    ("0.001", "0.001"), ("0.0011", "0.002"), ("60", "60"), ("1.5", "1.5"),
    ("31536000", "31536000"),
  ])
  func `the time to live is sent in seconds with millisecond precision`(
    written: String, sent: String
  ) throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.client(
      "set", "shared.a", "1", "--ttl", written, "--socket", server.path)
    let connection = try server.accept()
    try connection.greet()
    let parameters = try require(try connection.next()["params"])
    expect(parameters.names, equals: ["box", "ttl", "value"])
    expect(parameters["ttl"]?.double, equals: Double(sent))
    try connection.send(#"{"id":1,"result":{"revision":1}}"#)
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [
    ("two words\n", #""two words""#), ("two\nlines\r\n", #""two\nlines""#),
    (" [1, 2.50]\n", "[1,2.50]"),
    ("", #""""#), ("-", #""-""#),
  ])
  func `a dash reads the value from standard input`(input: String, value: String) throws {
    let result = try user.run(["set", "shared.a", "-"], with: daemon, input: input)
    expect(result.end, equals: .exited(0), "\(result.errors)")
    expect(try stored()?.description, equals: value)
  }

  @Test func `a value on standard input can be longer than a command line`() throws {
    let text = String(repeating: "x", count: (1 << 20) - 100)
    let result = try user.run(["set", "shared.a", "-"], with: daemon, input: text)
    expect(result.end, equals: .exited(0), "\(result.errors)")
    expect(try stored()?.string, equals: text)
    let longer = try user.run(["set", "shared.a", "-"], with: daemon, input: text + text)
    expect(longer.end, equals: .exited(6))
    expect(longer.errors.contains("at most 1048576 are allowed"), "\(longer.errors)")
  }

  @Test func `a value on standard input that is not UTF-8 is refused`() throws {
    let client = try user.shell(
      #"printf '\377' | procon-client set shared.a - --socket \#(daemon.socket)"#)
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(
      client.errors.hasPrefix(
        "procon-client: the value on standard input is neither JSON nor UTF-8"))
  }

  @Test func `a set takes effect only at the given revision`() throws {
    func set(_ value: String, ifRevision revision: Int) throws -> Int {
      let set = try run("set", "shared.a", value, "--if-revision", "\(revision)")
      expect(set.end, equals: .exited(0))
      return try require(JSONText(parsing: set.output.utf8)["revision"]?.integer)
    }
    let first = try set("1", ifRevision: 0)
    expect(
      try run("set", "shared.a", "2", "--if-revision", "0")
        == conflict("its last change is revision \(first)"))
    let second = try set("2", ifRevision: first)
    expect(
      try run("set", "shared.a", "3", "--if-revision", "\(first)")
        == conflict("its last change is revision \(second)"))
    expect(try run("get", "shared.a").output, equals: "shared.a\t2\n")
  }

  @Test func `a delete takes effect only at the given revision`() throws {
    expect(try run("set", "shared.a", "1").end, equals: .exited(0))
    let first = try revision()
    expect(try run("set", "shared.a", "2").end, equals: .exited(0))
    expect(
      try run("delete", "shared.a", "--if-revision", "\(first)")
        == conflict("its last change is revision \(first + 1)"))
    expect(try run("delete", "shared.a", "--if-revision", "\(first + 1)").end, equals: .exited(0))
    expect(
      try run("set", "shared.a", "3", "--if-revision", "\(first + 1)")
        == conflict("there is no such box"))
  }

  @Test(arguments: [
    ["set", "shared.a", "1", "--ttl", "0"], ["set", "shared.a", "1", "--ttl", "31536001"],
    ["delete", "shared.a", "--if-revision=-1"], ["subscribe", "--every", "--interval", "5"],
  ])
  func `a wrong command line is one line, with exit code 64`(words: [String]) throws {
    let client = try user.start("procon-client", words + ["--socket", daemon.socket])
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.output, equals: "")
    expect(client.errors.hasSuffix("; see 'procon-client \(words[0]) --help'\n"))
    expect(client.errors.split(separator: "\n").count, equals: 1)
  }
}

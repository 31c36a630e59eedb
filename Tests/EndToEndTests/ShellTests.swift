import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// Completion in real shells: text and Tab are typed, and the completed line is run.
@Suite(.blocking) struct ShellTests {
  private let user = TestUser()

  @Test(arguments: Shell.allCases)
  func `a path is completed from the daemon's boxes`(shell: Shell) throws {
    let daemon = try DaemonInProcess()
    let line = try ShellLine(shell, of: user, socket: daemon.socket)
    try line.complete("procon-client get --format json topics.a", to: "json topics.ai.")
    try line.complete("pros.isF", to: "json topics.ai.pros.isFetching")
    let path = "topics.ai.pros.isFetching"
    expect(try line.output()["boxes"]?.description, equals: #"{"\#(path)":false}"#)
  }

  @Test(arguments: Shell.allCases)
  func `a pattern is completed inside quotes`(shell: Shell) throws {
    let daemon = try DaemonInProcess()
    let line = try ShellLine(shell, of: user, socket: daemon.socket)
    try line.complete("procon-client get --format json 'topics.*.pros.isF", to: "isFetching'")
    let path = "topics.ai.pros.isFetching"
    expect(try line.output()["boxes"]?.description, equals: #"{"\#(path)":false}"#)
  }

  @Test(arguments: Shell.allCases)
  func `an intent and its parameters are completed`(shell: Shell) throws {
    let server = try ScriptedServer(at: user.directory.file("s"))
    let line = try ShellLine(shell, of: user, socket: server.path)
    let describe = { describeIntent(at: server) }
    try line.complete("procon-client call --yes topics.ai.pros.a", to: "pros.add", answer: describe)
    // Only the value of the parameter is missing: no space before it, and nothing escaped.
    try line.complete("te", to: " text=", answer: describe)
    try line.complete("good lo", to: "text=good loud=", answer: describe)
    try line.complete("t", to: "loud=true", answer: describe)
    try line.enter()
    var call = try request(at: server)
    // Ignore a client that asked too late for an answer.
    while call == nil || call?["method"]?.string == "rpc.discover" {
      call = try request(at: server)
    }
    expect(call?["method"]?.string, equals: "topics.ai.pros.add")
    expect(call?["params"]?.description, equals: #"{"text":"good","loud":true}"#)
  }

  @Test(arguments: [Shell.bash, .fish])
  func `a value of an option is completed after an equals sign`(shell: Shell) throws {
    let daemon = try DaemonInProcess()
    let line = try ShellLine(shell, of: user, socket: daemon.socket)
    try line.complete("procon-client get topics.ai.summary --format=j", to: "--format=json")
    expect(try line.output()["boxes"]?.names, equals: ["topics.ai.summary"])
  }

  @Test(arguments: Shell.allCases)
  func `an alias is completed like what it stands for`(shell: Shell) throws {
    let daemon = try DaemonInProcess()
    let line = try ShellLine(
      shell, of: user, socket: daemon.socket, alias: "procon-client get --format json")
    try line.complete("p topics.ai.pros.isF", to: "p topics.ai.pros.isFetching")
    let path = "topics.ai.pros.isFetching"
    expect(try line.output()["boxes"]?.description, equals: #"{"\#(path)":false}"#)
  }

  @Test(arguments: Shell.allCases)
  func `the text of an argument is shown beside its id, and not inserted`(shell: Shell) throws {
    let daemon = try DaemonInProcess()
    let line = try ShellLine(shell, of: user, socket: daemon.socket)
    // bash lists candidates after a second Tab.
    let tab = shell == .bash ? "\t" : ""
    try line.complete("procon-client remove con \(tab)", to: "Lesser jobs")
    expect(line.screen.contains("High cost"))
    let topic = try ShellLine(shell, of: TestUser(), socket: daemon.socket)
    try topic.complete(
      "procon-client subscribe --once --format json --topic a", to: "json --topic ai")
    expect(try topic.output()["boxes"] != nil)
  }

  @Test(arguments: Shell.allCases)
  func `a program that is named by its path is completed`(shell: Shell) throws {
    let daemon = try DaemonInProcess()
    let line = try ShellLine(shell, of: user, socket: daemon.socket)
    // The path of the program itself may have a space.
    let program = user.directory.file("procon-client")
    symlink(builtProgram("procon-client"), program)
    try line.complete("\(program) get --format json topics.ai.su", to: " topics.ai.summary")
    expect(try line.output()["boxes"]?.names, equals: ["topics.ai.summary"])
  }

  @Test func `fish shows the values of an option without its help`() throws {
    let line = try ShellLine(.fish, of: user, socket: "/nobody")
    try line.complete("procon-client get --format ", to: "waybar")
    expect(!line.screen.contains("the path"), "\(line.screen)")
    expect(line.screen.contains("json"))
    let topics = try DaemonInProcess()
    let topic = try ShellLine(.fish, of: TestUser(), socket: topics.socket)
    try topics.connect().call("topics.create", #"{"title":"Any"}"#)
    try topic.complete("procon-client add pro x --topic a", to: "any")
    expect(!topic.screen.contains("The topic of the argument"), "\(topic.screen)")
  }
}

/// The next client's request; nil if it has already exited.
private func request(at server: ScriptedServer) throws -> JSONText? {
  let connection = try server.accept()
  try? connection.greet()
  return try? connection.next()
}

/// Answers the first client that requests a description and still waits for it, if there is one soon.
/// Those before it asked when a busy machine was too slow for an answer.
private func describeIntent(at server: ScriptedServer) {
  while let connection = try? server.accept(within: .seconds(2)) {
    if (try? describeIntent(to: connection)) != nil { return }
  }
}

private func describeIntent(to connection: ScriptedConnection) throws {
  try connection.greet()
  let request = try connection.next()
  expect(request["method"]?.string, equals: "rpc.discover")
  let parameters = #"[{"name":"text"},{"name":"loud","schema":{"type":"boolean"}}]"#
  try connection.send(
    #"{"id":\#(request["id"]?.description ?? ""),"result":{"methods":[{"#
      + #""name":"topics.ai.pros.add","params":\#(parameters)}]}}"#)
}

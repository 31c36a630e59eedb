import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// Secrets of a service that a daemon mounts: they are in files, and go nowhere else.
@Suite(.blocking) struct ServiceMountSecretTests {
  private static let headers = #","poll":0,"headers":{"Authorization":{"file":"token"}}"#
  private let files = ServiceFiles()

  @Test func `a secret's file is read again with the configuration`() async throws {
    let service = try await HTTPService(.board)
    try write("Bearer first\n", to: files.token)
    try files.configure(service.mount("news", Self.headers))
    let daemon = try files.start()
    let peer = try daemon.connect()
    expect(try peer.call("news.fetch")["result"] != nil)
    expect(service.count("authorization Bearer first") > 0)
    try write("Bearer second\n", to: files.token)
    let sent = service.count("authorization")
    try files.reload(daemon)
    expect(try peer.call("news.fetch")["result"] != nil)
    expect(
      service.count("authorization Bearer second"), equals: service.count("authorization") - sent)
    expect(service.count("authorization Bearer second") > 0)
    // A mistake leaves the old one in use.
    try write("Bearer third\nBearer fourth\n", to: files.token)
    let reload = try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(78))
    expect(
      reload.standardError.contains(
        ":1: Authorization: \(files.token) must contain one line of visible characters"))
    expect(!reload.standardError.contains("third"))
    expect(try peer.call("news.fetch")["result"] != nil)
    expect(
      service.log.last { $0.hasPrefix("authorization") }, equals: "authorization Bearer second")
  }

  @Test func `a credential of the service manager is a secret`() async throws {
    let service = try await HTTPService(.board)
    let credentials = files.directory.file("credentials")
    mkdir(credentials, 0o700)
    try write("Bearer s3cret", to: "\(credentials)/news")
    let header = #""Authorization":{"file":"$CREDENTIALS_DIRECTORY/news"}"#
    try files.configure(service.mount("news", #","headers":{\#(header)}"#))
    let daemon = try DaemonProcess(
      environment: ["CREDENTIALS_DIRECTORY": credentials], in: files.directory)
    expect(try daemon.connect().call("news.fetch")["result"] != nil)
    expect(service.count("authorization Bearer s3cret") > 0)
    expect(try daemon.terminate(), equals: .exited(0))
    // Without a manager that passes credentials.
    let process = try ChildProcess(
      builtProgram("procond"),
      ["--config", files.configuration, "--socket", files.directory.file("s")])
    expect(try process.waitForEnd(), equals: .exited(78))
    expect(
      process.standardError,
      equals: "procond: \(files.configuration):1: Authorization: the service"
        + " manager passes no credentials; see LoadCredential= in systemd.exec(5)\n")
  }

  @Test func `a secret is in no log, file, box, answer or description`() async throws {
    let service = try await HTTPService(.board)
    try write("Bearer s3cret\n", to: files.token)
    try files.configure(
      service.mount("news", #","headers":{"Authorization":{"file":"token"},"X-Key":"plain"}"#),
      #""log-level":"trace","#)
    let daemon = try files.start()
    let peer = try daemon.connect()
    var lines: [JSONText] = []
    func note(_ method: String, _ parameters: String = "{}") throws {
      lines.append(try peer.call(method, parameters))
    }
    try note("get", #"{"boxes":["news.**"]}"#)
    try note("news.ai.pros.add", #"{"text":"New"}"#)
    // Answers that cannot be understood.
    try service.control(
      #"{"put":{"/topics/ai":"nonsense","/topics":[7,{"id":"ai","title":"AI"}]},"fail":[{"method":"POST","path":"/topics/ai/pros","status":500,"times":9}]}"#
    )
    try note("news.fetch")
    try note("news.ai.pros.fetch")
    try note("news.ai.pros.add", #"{"text":"Newer"}"#)
    try await service.kill()
    try note("news.ai.pros.fetch")
    try note("get", #"{"boxes":["**","daemon.**"]}"#)
    try note("rpc.discover")
    expect(try daemon.terminate(), equals: .exited(0))
    expect(service.count("authorization Bearer s3cret") > 3)
    for line in lines { expect(!line.description.contains("s3cret"), "\(line)") }
    expect(!daemon.process.standardError.contains("s3cret"))
    unlink(files.token)
    let search = try ChildProcess("/usr/bin/grep", ["-r", "-a", "s3cret", files.directory.path])
    expect(try search.waitForEnd(), equals: .exited(1), "\(search.standardOutput)")
    let copies = entries(of: "\(files.state)/news.copies")
    expect(copies.count >= 4, "\(copies)")
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// The README's section about boards of a service, followed word for word.
@Suite(.blocking) struct ReadmeBoardServiceTests {
  private static let heading = "## Boards of a service"
  private let files = ServiceFiles()

  private func example() throws -> String {
    try Readme.block(after: Self.heading, "json")
  }

  @Test func `the configuration is valid with a credential, and its service is not asked`() throws {
    try write(example(), to: files.configuration)
    let credentials = files.directory.file("credentials")
    mkdir(credentials, 0o700)
    try write("Bearer s3cret\n", to: "\(credentials)/news")
    let process = try ChildProcess(
      builtProgram("procond"),
      ["--config", files.configuration, "--socket", files.directory.file("s")],
      environment: ["PROCON_IDLE_EXIT": "0", "CREDENTIALS_DIRECTORY": credentials])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
    let dropIn = try Readme.block(after: Self.heading, "ini")
    expect(dropIn.contains("LoadCredential=news:"))
  }

  @Test func `the keys have their defaults, and boxes are as it says`() async throws {
    let service = try await HTTPService(.board)
    let mounts = try require(try JSONText(parsing: example().utf8)["mounts", "news"]?.members)
    let members = mounts.filter { !["http", "headers"].contains($0.name) }
      .map { #","\#($0.name)":\#($0.value)"# }
    expect(members.count, equals: 8)
    try files.configure(service.mount("news", members.joined()))
    let daemon = try files.start()
    let follower = try BoxFollower("*.isErrorFree", of: daemon)
    try follower.wait(for: "news.isErrorFree") { $0["status"]?.boolean == true }
    // The mount would be removed and added again if anything were different.
    try files.configure(service.mount("news") + #","other":{"memory":true}"#)
    try files.reload(daemon)
    try follower.wait(for: "other.isErrorFree") { $0["status"]?.boolean == true }
    expect(follower.removed, equals: [])
    let freshness = try JSONText(
      parsing: #"{"fetched":"2026-11-22T10:00:00.000Z","isStale":true}"#.utf8)
    expect(Readme.text.contains("`\(freshness)`"))
    let board = try BoxFollower("news.ai.pros.freshness", of: daemon)
    let value = try board.wait(for: "news.ai.pros.freshness") { $0["fetched"]?.string != nil }
    expect(value.names, equals: freshness.names)
    expect(!entries(of: "\(files.state)/news.copies").isEmpty)
  }

  @Test func `a change without the service fails with exit code 75`() async throws {
    let service = try await HTTPService(.board)
    try files.configure(service.mount("news"))
    let daemon = try files.start()
    expect(try daemon.connect().call("news.ai.pros.fetch")["result"] != nil)
    try await service.kill()
    let user = TestUser()
    for intent in ["fetch", "add text=New"] {
      let call = try user.shell("procon call news.ai.pros.\(intent) --socket \(daemon.socket)")
      expect(try call.waitForEnd(), equals: .exited(75), "\(call.errors)")
    }
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// The README's section about the policy, followed word for word.
@Suite(.blocking) struct ReadmePolicyTests {
  private let directory = TemporaryDirectory()
  private let user = TestUser()

  private func start() throws -> DaemonProcess {
    let key = #""policy": "/etc/procon/policy.json""#
    expect(Readme.text.contains("`\(key)`"))
    let policy = directory.file("policy.json")
    try write(Readme.block(after: "## Who may do what", "json"), to: policy)
    let configuration = directory.file("procond.json")
    try write("{\(key.replacing("/etc/procon/policy.json", with: policy))}", to: configuration)
    return try DaemonProcess(["--config", configuration], in: directory)
  }

  @Test func `the example is a policy, and the configuration names it`() throws {
    let log = try start().process.standardError
    expect(log.contains("policy of \(directory.file("policy.json")): 4 rules"))
    expect(
      log.contains(":5: the daemon has inherited no socket named lab; this matches no clients"))
  }

  @Test func `what the example does not allow is refused, with advice`() throws {
    let daemon = try start()
    let advice = "log in as another user with --login, or ask the administrator of the daemon"
    expect(Readme.text.replacing("\n", with: " ").contains("`\(advice)`"))
    for path in ["shared.weather.now", "shared.other"] {
      let refused = try user.run(["set", path, "1"], with: daemon)
      expect(refused.end, equals: .exited(77))
      expect(
        refused.errors,
        equals: "procon-client: refused: you may not set \(path); \(advice) (-32003)\n")
    }
    let deleted = try user.run(["delete", "shared.weather.now"], with: daemon)
    expect(deleted.end, equals: .exited(77))
    let call = try user.run(["call", "nothing.at.all"], with: daemon)
    expect(call.end, equals: .exited(77))
    expect(call.errors.contains("you may not call nothing.at.all; \(advice)"))
  }

  @Test func `everyone may read all boxes by the example`() throws {
    let daemon = try start()
    for path in ["topics.ai.summary", "daemon.info"] {
      let read = try user.run(["get", path], with: daemon)
      expect(read.end, equals: .exited(0), "\(read.errors)")
      expect(!read.output.isEmpty)
    }
  }
}

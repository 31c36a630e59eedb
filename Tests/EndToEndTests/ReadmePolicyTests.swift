import BoxWireTestSupport
import SystemTestSupport
import Testing

/// The README's section about the policy, followed word for word.
@Suite(.blocking) struct ReadmePolicyTests {
  private let directory = TemporaryDirectory()

  @Test func `the example is a policy, and the configuration names it`() throws {
    let key = #""policy": "/etc/procon/policy.json""#
    #expect(Readme.text.contains("`\(key)`"))
    let policy = directory.file("policy.json")
    try write(Readme.block(after: "### Who may do what", "json"), to: policy)
    let configuration = directory.file("procond.json")
    try write("{\(key.replacing("/etc/procon/policy.json", with: policy))}", to: configuration)
    let daemon = try DaemonProcess(["--config", configuration], in: directory)
    let log = daemon.process.standardError
    #expect(log.contains("policy of \(policy): 4 rules"))
    #expect(
      log.contains(":5: the daemon has inherited no socket named lab; this matches no clients"))
  }
}

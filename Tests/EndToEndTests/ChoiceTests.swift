import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A user's own daemon beside the system's: which one clients use, and that they stay with it.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root may have a machine of its own"))
struct ChoiceTests {
  private let machine: MachineWithDaemon
  private var user: TestUser { machine.user }

  init() throws {
    machine = try MachineWithDaemon()
  }

  /// Runs `procon-client` of the user's to its end.
  private func run(_ words: String...) throws -> (output: String, errors: String) {
    let client = try machine.start(builtProgram("procon-client"), words)
    expect(try client.waitForEnd(), equals: .exited(0), "\(words): \(client.errors)")
    return (client.output, client.errors)
  }

  /// Gives the user a daemon of their own, which has run, and has the topic "Mine".
  private func makeOwnDaemon() throws {
    try configure(#"{"daemon":"own"}"#)
    _ = try run("new", "Mine")
    try configure("{}")
  }

  private func configure(_ text: String) throws {
    _ = try user.save(text, as: ".config/procon/procond.json")
  }

  private var configuration: String { user.directory.file("home/.config/procon/procond.json") }

  private var usesOwn: String {
    "procon-client: using your own daemon, not the system's; to use that, set \"daemon\" in "
      + "\(configuration) to \"system\"\n"
  }

  @Test func `a user without a daemon of their own uses the system's while its socket exists`()
    throws
  {
    let topics = try run("topics")
    expect(topics.output.contains("Team"))
    expect(topics.errors, equals: "")
    // Its socket stays.
    try machine.stopSystemDaemon(SIGKILL)
    let client = try machine.client("topics")
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(client.errors.contains("no daemon listens at /run/procon/procon.sock;"))
    expect(user.daemons.isEmpty)
    try machine.startSystemDaemon()
    try machine.stopSystemDaemon()
    expect(try run("topics").errors.contains("started procond (process "))
  }

  @Test func `the choice does not depend on which daemon runs`() throws {
    try makeOwnDaemon()
    for isRunning in [true, false] {
      if !isRunning { try machine.killOwnDaemon() }
      let topics = try run("topics")
      expect(topics.output.contains("Mine") && !topics.output.contains("Team"))
    }
  }

  @Test func `subscribe starts its own daemon again, and never shows the system's topics`() throws {
    try makeOwnDaemon()
    let client = try machine.client("subscribe", "topics.*.summary", "--format", "{.title}")
    try client.wait { client.output.contains("Mine") }
    try machine.killOwnDaemon()
    try client.wait { client.errors.contains("started procond (process ") }
    _ = try run("new", "After it")
    try client.wait { client.output.contains("After it") }
    expect(!client.output.contains("Team"))
    expect(try !machine.systemTopics().contains("After it"))
  }

  @Test func `subscribe does not move to the system's when its own daemon was stopped`() throws {
    try makeOwnDaemon()
    let client = try machine.client("subscribe", "topics.*.summary", "--no-start")
    try client.wait { client.output.contains("Mine") }
    for daemon in user.daemons { kill(daemon, SIGTERM) }
    try client.wait { client.errors.contains("goodbye (shutdown); trying again\n") }
    // It wakes up for each attempt.
    let wakeUps = try client.wakeUps
    try waitUntil("it tried again") { try client.wakeUps >= wakeUps + 5 }
    expect(!client.output.contains("Team"))
    expect(client.end == nil)
  }

  @Test func `the screen stays with its own daemon, which gets what is typed`() throws {
    try makeOwnDaemon()
    let screen = try machine.screen()
    try screen.wait(for: "Mine")
    try screen.wait(for: "This is your own daemon, not the system's; to use that, set")
    try machine.killOwnDaemon()
    try waitUntil("it is started again") { !user.daemons.isEmpty }
    try screen.wait { !$0[0].hasPrefix("Connection lost") && $0.joined().contains("Mine") }
    try screen.press("n")
    try screen.type("Secret plans")
    try screen.press("Enter")
    try screen.wait { $0.joined().contains("Secret plans") && $0.joined().contains("Mine") }
    expect(try !machine.systemTopics().contains("Secret plans"))
    expect(try run("topics").output.contains("Secret plans"))
  }

  @Test func `which of two is used is said where it matters, and once on standard error`() throws {
    try makeOwnDaemon()
    let first = try run("topics")
    expect(first.errors, equals: usesOwn)
    expect(try run("topics").errors, equals: "")
    expect(try run("topics", "-v").errors, equals: usesOwn)
    expect(try run("-v", "topics").errors, equals: usesOwn)
    let status = try run("status")
    expect(
      status.output.contains(
        "  daemon    your own daemon, not the system's; to use that, set \"daemon\" in "
          + "\(configuration) to \"system\"\n"))
    expect(status.errors, equals: "")
    expect(try run("status", "--format", "json").output.contains(#""daemon":"own""#))

    try configure(#"{"daemon":"system"}"#)
    let other = try run("topics")
    expect(other.output.contains("Team"))
    expect(
      other.errors,
      equals: "procon-client: using the system's daemon, not your own, as \"daemon\" in "
        + "\(configuration) says\n")
    expect(try run("topics").errors, equals: "")
    try configure("{}")
    expect(try run("topics").errors, equals: usesOwn)
  }

  @Test func `status --quiet says nothing, and leaves it to the next command`() throws {
    try makeOwnDaemon()
    expect(try run("status", "--quiet") == ("", ""))
    expect(try run("topics").errors, equals: usesOwn)
  }

  @Test func `the variable decides, without a word`() throws {
    try makeOwnDaemon()
    let topics = try machine.start(
      "/usr/bin/env",
      ["PROCON_SOCKET=/run/procon/procon.sock", builtProgram("procon-client"), "topics"])
    expect(try topics.waitForEnd(), equals: .exited(0))
    expect(topics.output.contains("Team"))
    expect(topics.errors, equals: "")
  }

  @Test func `the system's daemon that is wanted and does not listen is not replaced`() throws {
    try makeOwnDaemon()
    try machine.stopSystemDaemon()
    try configure(#"{"daemon":"system"}"#)
    let client = try machine.client("topics")
    expect(try client.waitForEnd(), equals: .exited(69))
    expect(
      client.errors,
      equals: """
        procon-client: no daemon listens at /run/procon/procon.sock; start it with 'systemctl start \
        procond.socket', or choose another one with --socket or the key "daemon" of your \
        configuration

        """)
  }

  @Test func `a mistake in the configuration is reported, and nothing is used`() throws {
    try configure(#"{"daemon":"mine"}"#)
    let client = try machine.client("new", "Secret plans")
    expect(try client.waitForEnd(), equals: .exited(78))
    expect(
      client.errors,
      equals: """
        procon-client: \(configuration):1: daemon must be "own" or "system"; correct it, or name a \
        socket with --socket

        """)
    expect(try !machine.systemTopics().contains("Secret plans"))
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The policy file at the start and with reloads.
@Suite(.blocking) struct PolicyFileTests {
  private let directory = TemporaryDirectory()
  private var configuration: String { directory.file("procond.json") }
  private var policy: String { directory.file("policy.json") }
  /// Allows these tests everything.
  private let rule =
    #"{"who":["user:\#(geteuid())"],"may":["read","set","delete","call"],"at":["**","daemon.**"]}"#

  @Test func `a policy applies from the start`() throws {
    try save(policy: rule)
    let daemon = try daemon()
    expect(daemon.process.standardError.contains("policy of \(policy): 1 rule\n"))
    expect(try daemon.connect().call("ping")["result"] != nil)
  }

  @Test func `a policy that cannot be used prevents the start`() throws {
    func fails(_ description: String, status: Int32 = 78) throws {
      let process = try ChildProcess(
        builtProgram("procond"), ["--config", configuration, "--socket", directory.file("s")])
      expect(try process.waitForEnd(), equals: .exited(status))
      expect(process.standardError, equals: "procond: \(description)\n")
      expect(access(directory.file("s"), F_OK) != 0)
    }
    try save(#"{"policy":"\#(policy)"}"#)
    try fails("\(policy) cannot be read: it does not exist")
    try save(policy: "\n{\"who\":[\"anyone\"],\"may\":[\"read\"]}")
    try fails("\(policy):2: this rule has no key at")
    try save(policy: rule)
    chmod(policy, 0o666)
    try fails(
      "\(policy) is not used: others can write to it; run: chmod go-w \(policy)", status: 77)
    chmod(policy, 0o644)
    chmod(configuration, 0o666)
    try fails(
      "\(configuration) names policy, but others can write to it; run: chmod go-w \(configuration)",
      status: 77)
    chmod(configuration, 0o600)
    try save(#"{"policy":3}"#)
    try fails("\(configuration):1: policy cannot be 3: it must be a path")
  }

  @Test func `a relative path is relative to the state directory`() throws {
    mkdir(directory.file("state"), 0o700)
    try write(#"{"rules":[\#(rule)]}"#, to: directory.file("state/rules.json"))
    try save(#"{"policy":"rules.json"}"#)
    let daemon = try daemon(["--state-dir", directory.file("state")])
    let path = directory.file("state/rules.json")
    expect(daemon.process.standardError.contains("policy of \(path): 1 rule\n"))
  }

  @Test func `a policy with a mistake changes nothing, also nothing of the configuration`() throws {
    try save(#"{"policy":"\#(policy)","limits":{"patterns":3}}"#)
    try save(policy: rule)
    let daemon = try daemon()
    try save(#"{"policy":"\#(policy)","limits":{"patterns":4}}"#)
    for (text, words) in [
      ("\(rule),\n3", ":2: a rule cannot be 3"), ("\(rule),", ":1: not JSON: unexpected character"),
      (nil, " cannot be read: it does not exist"),
    ] {
      if let text { try save(policy: text) } else { unlink(policy) }
      let reload = try reload(daemon)
      expect(try reload.waitForEnd(), equals: .exited(78))
      expect(reload.standardError.hasPrefix("procond: \(policy)\(words)"))
      let log = daemon.process.standardError
      expect(log.contains("keeping the old configuration: \(policy)\(words)"))
      expect(try patterns(of: daemon), equals: 3)
    }
    expect(daemon.process.standardError.split(separator: "policy of ").count, equals: 2)
    try save(policy: "\(rule),\n\(rule)")
    expect(try reload(daemon).waitForEnd(), equals: .exited(0))
    expect(try patterns(of: daemon), equals: 4)
    expect(daemon.process.standardError.contains("policy of \(policy): 2 rules"))
  }

  @Test func `a mistake in the configuration changes nothing of the policy`() throws {
    try save(policy: rule)
    let daemon = try daemon()
    try save(policy: "\(rule),\(rule)")
    try save("nonsense")
    expect(try reload(daemon).waitForEnd(), equals: .exited(78))
    expect(!daemon.process.standardError.contains("2 rules"))
  }

  @Test func `a policy can appear and disappear`() throws {
    try save("{}")
    let daemon = try daemon()
    for _ in 0..<2 {
      try save(#"{"policy":"\#(policy)"}"#)
      try save(policy: rule)
      expect(try reload(daemon).waitForEnd(), equals: .exited(0))
      try save("{}")
      unlink(policy)
      expect(try reload(daemon).waitForEnd(), equals: .exited(0))
    }
    let lines = daemon.process.standardError.split(separator: "\n").compactMap { line in
      ["policy of ", "no policy"].first { line.contains($0) }
    }
    expect(lines, equals: ["policy of ", "no policy", "policy of ", "no policy"])
  }

  @Test func `names that do not exist are warnings of a start and of a reload`() throws {
    try save(
      policy: "\(rule),\n" + rule.replacing("\"user:", with: "\"user:procon-nobody\",\"user:"))
    let daemon = try daemon()
    let warning =
      "\(policy):2: there is no user procon-nobody; this matches only clients that log in as "
      + "procon-nobody\n"
    expect(daemon.process.standardError.contains("warning procond: [procond] \(warning)"))
    let reload = try reload(daemon)
    expect(try reload.waitForEnd(), equals: .exited(0))
    expect(reload.standardError, equals: "procond: \(warning)")
  }

  @Test func `reloads at the same time are all carried out, in order, and end once`() throws {
    let receiver = try StateReceiver(at: directory.file("notify"))
    try save(policy: rule)
    let daemon = try daemon(environment: ["NOTIFY_SOCKET": receiver.name])
    try receiver.wait(for: "READY=1")
    let peers = try (0..<5).map { _ in try daemon.connect() }
    for peer in peers { try peer.send(#"{"id":1,"method":"daemon.reload"}"#) }
    daemon.process.signal(SIGHUP)
    // At once, since the others may be reading.
    try write(#"{"rules":[\#(rule),\#(rule)]}"#, to: directory.file("new.json"))
    rename(directory.file("new.json"), policy)
    let last = try daemon.connect()
    expect(try last.call("daemon.reload")["result"] != nil)
    for peer in peers {
      expect(try peer.next()["result", "warnings"]?.elements?.isEmpty, equals: true)
    }
    // Six requests, and the signal, which is not answered; the manager learns of the last one's end.
    var states: [String] = []
    let isReload = ["RELOADING=1", "READY=1"].contains
    while states.count(where: { $0 == "RELOADING=1" }) < 7
      || states.last(where: isReload) != "READY=1"
    {
      states += try receiver.next().prefix(1)
    }
    expect(states.count { $0 == "READY=1" } <= 7)
    let counts = daemon.process.standardError.matches(of: /: (\d) rules?\n/).map(\.output.1)
    expect(counts.last, equals: "2")
    expect(counts, equals: counts.sorted())
    expect(counts.count, equals: 8)
    // No reload is in progress after the last state.
    daemon.process.signal(SIGTERM)
    let rest = try receiver.wait(for: "STOPPING=1").compactMap(\.first)
    expect(!rest.contains(where: isReload), "\(rest)")
  }

  private func save(_ text: String) throws {
    try write(text, to: configuration)
  }

  private func save(policy rules: String) throws {
    try write(#"{"rules":[\#(rules)]}"#, to: policy)
  }

  /// Starts a daemon, by default with the policy.
  private func daemon(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> DaemonProcess {
    if contents(of: configuration) == nil { try save(#"{"policy":"\#(policy)"}"#) }
    return try DaemonProcess(
      ["--config", configuration] + arguments, environment: environment, in: directory)
  }

  private func reload(_ daemon: DaemonProcess) throws -> ChildProcess {
    try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
  }

  /// The maximum number of patterns in the greeting of a new client.
  private func patterns(of daemon: DaemonProcess) throws -> Int? {
    try Peer(to: daemon.socket, of: daemon).next()["params", "limits", "patterns"]?.integer
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Rules for decisions, and their deadlines.
@Suite(.blocking) struct DecisionRuleTests {
  private let user = TestUser()
  private let directory = TemporaryDirectory()
  private let name = String(cString: getpwuid(geteuid()).pointee.pw_name)

  private func run(
    _ words: String..., with daemon: DaemonProcess
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon)
  }

  /// The time in RFC 3339 format, some seconds from now.
  private func date(in seconds: Int) -> String {
    var time = time(nil) + seconds
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// Waits for a decision of the topic `ai`.
  private func wait(for status: String, _ daemon: DaemonProcess) throws -> JSONText {
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["topics.ai.decision"]}"#)
    while true {
      let value = try peer.next()["params", "boxes", "topics.ai.decision"]
      if let value, value["status"]?.string == status { return value }
    }
  }

  @Test func `a group is asked, a quorum is missing, and somebody overrides it`() throws {
    let group = String(
      cString: try require(getgrgid(getpwuid(geteuid()).pointee.pw_gid)).pointee.gr_name)
    let daemon = try DaemonProcess(in: directory, store: .sqlite)
    let asked = try run(
      "ask", "ai", "group:\(group)", "zoe", "--quorum", "100%", with: daemon)
    expect(asked.end, equals: .exited(0), "\(asked.errors)")
    let peer = try daemon.connect()
    let awaited = try peer.value("topics.ai.positions.awaited").elements?.compactMap(\.string) ?? []
    expect(awaited.contains(name) && awaited.contains("zoe"))
    expect(try peer.value("topics.ai.decision")["awaited"]?.integer, equals: awaited.count)
    expect(try run("vote", "ai", "yes", with: daemon).end, equals: .exited(0))
    let refused = try run("decide", "ai", "yes", "--reason", "It works", with: daemon)
    expect(refused.end, equals: .exited(65))
    expect(
      refused.errors.contains("1 of the \(awaited.count) people who are needed have answered"))
    expect(refused.errors.contains("'procon-client override' decides nevertheless"))
    expect(
      try run("override", "ai", "yes", "--reason", "It works", with: daemon).end, equals: .exited(0)
    )
    let decision = try peer.value("topics.ai.decision")
    expect(decision["authority"]?.string, equals: "override")
    expect(try run("history", "ai", with: daemon).output.contains("asks "))
  }

  @Test func `a rule that is wrong is explained`() throws {
    let daemon = try DaemonProcess()
    for (words, reason) in [
      (["group:no such"], "there is no group no such"), (["ada", "--quorum", "2"], "from 1 to 1"),
      (["--quorum", "many"], "a number of people, or a share"),
      (["--quorum", "50%"], "only of people who are named"),
      (["--until", "tomorrow"], "RFC 3339"), (["--until", date(in: -5)], "in the future"),
      (["--auto-close"], "autoClose needs a deadline"),
    ] {
      let answer = try user.run(["ask", "ai"] + words, with: daemon)
      expect(answer.end, equals: .exited(65), "\(words): \(answer)")
      expect(answer.errors.contains(reason), "\(words): \(answer.errors)")
    }
    expect(try run("ask", "ai", with: daemon).end, equals: .exited(0))
  }

  /// Takes a position, and then lets the daemon decide in a few seconds: the position is never late, however
  /// busy the machine is.
  ///
  /// - Returns: the deadline.
  private func ask(_ daemon: DaemonProcess, voting vote: String) throws -> String {
    let peer = try daemon.connect()
    let taken = try peer.call("topics.ai.positions.take", #"{"position":"\#(vote)"}"#)
    expect(taken["result"] != nil, "\(taken)")
    let deadline = date(in: 3)
    let asked = try peer.call(
      "topics.ai.decision.ask", #"{"deadline":"\#(deadline)","autoClose":true}"#)
    expect(asked["result"] != nil, "\(asked)")
    return deadline
  }

  @Test(arguments: [DaemonProcess.Store.memory, .sqlite, .files])
  func `the daemon decides at the deadline`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonProcess(in: directory, store: store)
    _ = try ask(daemon, voting: "no")
    let decision = try wait(for: "decided", daemon)
    expect(decision["outcome"]?.string, equals: "no")
    expect(decision["authority"]?.string, equals: "rule")
    expect(decision["author"]?.string, equals: "procon")
    expect(decision["line"]?.string?.hasPrefix("decided: no · by the rule on "), equals: true)
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `a deadline that passes while the daemon is down counts when it starts`(
    store: DaemonProcess.Store
  ) throws {
    for (vote, status) in [("yes", "decided"), ("abstain", "due")] {
      let directory = TemporaryDirectory()
      let first = try DaemonProcess(in: directory, store: store)
      let deadline = try ask(first, voting: vote)
      first.process.signal(SIGKILL)
      expect(try first.process.waitForEnd(), equals: .killed(signal: SIGKILL))
      while date(in: 0) <= deadline { usleep(100_000) }
      let second = try DaemonProcess(in: directory, store: store)
      let decision = try wait(for: status, second)
      expect(decision["authority"]?.string, equals: (status == "decided" ? "rule" : nil))
    }
  }

  @Test(arguments: [DaemonProcess.Store.sqlite, .files])
  func `a daemon that is killed around a deadline decides once`(store: DaemonProcess.Store) throws {
    for delay in stride(from: 0, through: 300, by: TestLength.isLong ? 20 : 100) {
      let directory = TemporaryDirectory()
      let first = try DaemonProcess(in: directory, store: store)
      let titles = delay / 20 % 2 == 0 ? [] : ["Postgres", "SQLite"]
      for title in titles {
        try first.connect().call("topics.ai.options.add", "{\"title\":\"\(title)\"}")
      }
      let (vote, outcome) = titles.isEmpty ? ("no", "no") : ("2", "SQLite")
      let deadline = try ask(first, voting: vote)
      while date(in: 0) < deadline { usleep(5000) }
      usleep(UInt32(delay) * 1000)
      first.process.signal(SIGKILL)
      try first.process.waitForEnd()
      let second = try DaemonProcess(in: directory, store: store)
      let decision = try wait(for: "decided", second)
      expect(decision["outcome"]?.string, equals: vote)
      expect(decision["authority"]?.string, equals: "rule")
      if store == .sqlite {
        let history = try run("history", "ai", with: second).output
        expect(
          history.split(separator: "\n").count { $0.contains("decided: \(outcome)") }, equals: 1)
      }
    }
  }

  @Test func `a rule of a policy must name overriding`() throws {
    let daemon = try PolicyFiles([
      rule("user:ada", "read call", "topics.**"),
      rule("user:bob", "call", "topics.*.decision.override"),
    ]).start()
    let (ada, bob) = (try daemon.connect(as: "ada"), try daemon.connect(as: "bob"))
    let groups = try ada.call(
      "topics.ai.decision.ask", #"{"asked":["group:staff","cy"],"quorum":2}"#)
    expect(groups["result"] != nil, "\(groups)")
    expect(try ada.value("topics.ai.positions.awaited").description, equals: #"["ada","cy"]"#)
    let decision = #"{"outcome":"yes","reason":"It works"}"#
    let refused = try ada.call("topics.ai.decision.decide", decision)
    expect(refused["error", "data", "reason"]?.string, equals: "quorum")
    expect(try ada.call("topics.ai.decision.override", decision).isRefusal)
    expect(try bob.call("topics.ai.decision.override", decision)["result"] != nil)
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Completion and suggestions of a client that may not read everything.
@Suite(.blocking) struct PolicySuggestionTests {
  private let user = TestUser()
  private let files: PolicyFiles
  private let daemon: DaemonProcess

  init() throws {
    files = try PolicyFiles([
      rule("user:ada", "read set delete call", "shared.** topics.**"),
      rule("anyone", "read set delete", "shared.* shared.open.**"),
      rule("anyone", "call", "topics.*.pros.add"),
    ])
    daemon = try files.start()
    let ada = try daemon.connect(as: "ada")
    for path in ["shared.open.now", "shared.secret.code", "shared.secret.plan"] {
      try ada.set(path, 1)
    }
  }

  // MARK: Completion

  /// The candidates for the last word, as a completion script requests them. Repeats while a busy
  /// machine is too slow to answer.
  private func candidates(_ words: [String]) throws -> [Substring] {
    for _ in 1...50 {
      let client = try user.start(
        "procon-client",
        [
          "---completion", words[0], "--", "positional@0", "\(words.count)",
          "\(words.last?.count ?? 0)",
        ]
          + ["procon-client"] + words,
        environment: ["SAP_SHELL": "bash", "PROCON_SOCKET": daemon.socket])
      expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
      expect(client.errors, equals: "")
      if !client.output.isEmpty { return client.output.split(separator: "\n") }
    }
    return []
  }

  @Test(arguments: ["get", "subscribe", "describe", "set", "delete"])
  func `completion offers only boxes that may be read`(command: String) throws {
    expect(try candidates([command, "shared."]), equals: ["shared.open.now"])
    try files.change(daemon, to: nil)
    expect(try candidates([command, "shared."]), equals: ["shared.open.", "shared.secret."])
    expect(
      try candidates([command, "shared.secret."]),
      equals: ["shared.secret.code", "shared.secret.plan"])
  }

  @Test func `completion offers only intents that may be called`() throws {
    expect(try candidates(["call", "topics."]), equals: ["topics.ai.pros.add"])
    try files.change(daemon, to: nil)
    expect(try candidates(["call", "topics.ai.pros."]).contains("topics.ai.pros.remove"))
  }

  // MARK: Suggestions

  /// What a command says of a name for which another client would be asked whether it meant one of
  /// those that this client may not read.
  private func errors(_ words: [String]) throws -> String {
    let client = try user.start("procon-client", words + ["--socket", daemon.socket])
    if words[0] == "subscribe" {
      try client.wait { client.errors.contains("\n") }
    } else {
      try client.waitForEnd()
    }
    return client.errors
  }

  @Test(arguments: [
    ["get", "shared.secret"], ["subscribe", "shared.secret"],
    ["delete", "shared.secret"], ["set", "shared.secret", "1", "--if-revision", "3"],
  ])
  func `suggestions name only boxes that may be read`(words: [String]) throws {
    let limited = try errors(words)
    expect(limited.contains("there is no"), "\(limited)")
    expect(!limited.contains("did you mean"), "\(limited)")
    expect(!limited.contains("code") && !limited.contains("plan"), "\(limited)")
    try files.change(daemon, to: nil)
    expect(try errors(words).contains("(did you mean 'shared.secret"))
  }

  @Test func `suggestions name what may be read`() throws {
    expect(
      try errors(["get", "shared.open.nov"]).contains("(did you mean 'shared.open.now'?)"))
  }

  @Test(arguments: [
    ["get", "shared.secret.cod"], ["delete", "shared.secret.cod"],
    ["set", "shared.secret.cod", "1"], ["call", "topics.ai.pros.remov"],
  ])
  func `a refusal by the policy suggests nothing`(words: [String]) throws {
    let refusal = try errors(words)
    expect(refusal.contains("refused: you may not "), "\(refusal)")
    expect(!refusal.contains("did you mean"), "\(refusal)")
  }
}

import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing

@testable import BoxClient

/// Which daemon a program uses whose user names no socket. No daemon runs here.
@Suite struct DaemonChoiceTests {
  private let directory = TemporaryDirectory()
  private var configuration: String { directory.file("config/procon/procond.json") }

  /// Creates a file, and the directories above it.
  private func make(_ name: String, _ text: String = "") throws {
    var path = directory.path
    for folder in name.split(separator: "/").dropLast() {
      path += "/\(folder)"
      mkdir(path, 0o700)
    }
    try write(text, to: directory.file(name))
  }

  private func makeSystemSocket() throws { try make("system/procon.sock") }

  private func place(_ more: [String: String] = [:]) throws(ConnectError) -> DaemonPlace {
    let environment = [
      "HOME": directory.file("home"), "XDG_RUNTIME_DIR": directory.file("run"),
      "XDG_STATE_HOME": directory.file("state"), "XDG_CONFIG_HOME": directory.file("config"),
    ]
    return try DaemonChoice(
      environment: environment.merging(more) { $1 }, userID: getuid(),
      systemSocket: directory.file("system/procon.sock")
    ).place
  }

  private var own: String { directory.file("run/procon/procon.sock") }

  @Test func `who has neither uses their own`() throws {
    expect(try place(), equals: DaemonPlace(own, owner: .own, choice: nil))
  }

  @Test func `who has none of their own uses the system's`() throws {
    try makeSystemSocket()
    // A client may have written these.
    for name in ["procond.log", "last-daemon", "lock"] { try make("state/procon/\(name)") }
    let system = directory.file("system/procon.sock")
    expect(try place(), equals: DaemonPlace(system, owner: .system, choice: nil))
  }

  @Test(
    .enabled(if: geteuid() != 0, "root may use every socket"))
  func `who may not use the system's uses their own`() throws {
    try makeSystemSocket()
    chmod(directory.file("system/procon.sock"), 0o400)
    expect(try place().owner, equals: .own)
  }

  @Test(arguments: [
    "state/procon/topics.sqlite", "state/procon/shared.jsonl", "state/procon/revisions.json",
    "config/systemd/user/sockets.target.wants/procond.socket",
    "config/systemd/user/default.target.wants/procond.service",
  ])
  func `who has topics, boxes or an enabled unit uses their own`(name: String) throws {
    try make(name)
    expect(try place(), equals: DaemonPlace(own, owner: .own, choice: nil))
    try makeSystemSocket()
    expect(
      try place(),
      equals: DaemonPlace(
        own, owner: .own,
        choice: "your own daemon, not the system's; to use that, set \"daemon\" in "
          + "\(configuration) to \"system\""))
  }

  @Test func `a link to a unit that is not installed counts, too`() throws {
    try makeSystemSocket()
    try make("config/systemd/user/sockets.target.wants/other")
    symlink(
      "/nowhere", directory.file("config/systemd/user/sockets.target.wants/procond.socket"))
    expect(try place().owner, equals: .own)
  }

  @Test func `without variables the state is in the home directory`() throws {
    try makeSystemSocket()
    try make("home/.local/state/procon/topics.sqlite")
    expect(try place().owner, equals: .system)
    expect(try place(["XDG_STATE_HOME": ""]).owner, equals: .own)
    expect(try place(["XDG_STATE_HOME": "home/.local/state"]).owner, equals: .own)
  }

  @Test func `state in the directory that the user has set counts`() throws {
    try makeSystemSocket()
    try make("elsewhere/topics.sqlite")
    expect(try place(["PROCON_STATE_DIR": directory.file("elsewhere")]).owner, equals: .own)
    try make(
      "config/procon/procond.json", #"{"state-dir":"\#(directory.file("elsewhere"))"}"#)
    expect(try place().owner, equals: .own)
    try make("other.json", #"{"state-dir":"/none"}"#)
    expect(try place(["PROCON_CONFIG": directory.file("other.json")]).owner, equals: .system)
  }

  @Test func `the configuration decides, whatever there is`() throws {
    let system = directory.file("system/procon.sock")
    try make("config/procon/procond.json", #"{"daemon":"system"}"#)
    expect(try place(), equals: DaemonPlace(system, owner: .system, choice: nil))
    try makeSystemSocket()
    try make("config/procon/procond.json", #"{"log-level":"info","daemon":"own"}"#)
    expect(try place(), equals: DaemonPlace(own, owner: .own, choice: nil))
    try make("state/procon/topics.sqlite")
    expect(
      try place().choice,
      equals: "your own daemon, not the system's, as \"daemon\" in \(configuration) says")
    try make("config/procon/procond.json", #"{"daemon":"system"}"#)
    expect(
      try place(),
      equals: DaemonPlace(
        system, owner: .system,
        choice: "the system's daemon, not your own, as \"daemon\" in \(configuration) says"))
  }

  @Test(arguments: [
    ("{\n\"daemon\": \"mine\"}", ":2: daemon must be \"own\" or \"system\""),
    ("{\"daemon\": true}", ":1: daemon must be \"own\" or \"system\""),
    ("{\n\"daemon\": \"own\",\n}", ":3: not JSON: unexpected character"),
    (String(repeating: " ", count: 65537), " cannot be read: it is longer than 65536 bytes"),
  ])
  func `a mistake in the configuration is an error, not a guess`(
    text: String, words: String
  ) throws {
    try makeSystemSocket()
    try make("config/procon/procond.json", text)
    #expect(throws: ConnectError.configuration("\(configuration)\(words)")) { try place() }
  }

  @Test func `a configuration without the key, or that is no object, decides nothing`() throws {
    try makeSystemSocket()
    for text in ["{}", "[]", #"{"state-dir":7,"mounts":{}}"#] {
      try make("config/procon/procond.json", text)
      expect(try place().owner, equals: .system)
    }
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The files of a daemon with a policy: besides it, the configuration and the file of users.
///
/// The users are ada, in the group staff, and bob; the token is sensor. The secret of all of them is
/// "enchantress".
final class PolicyFiles {
  let directory = TemporaryDirectory()
  var configuration: String { directory.file("procond.json") }
  private var policy: String { directory.file("policy.json") }

  private let store: DaemonProcess.Store

  /// - Parameter rules: each as JSON, besides one that lets these tests reload the daemon.
  init(_ rules: [String], store: DaemonProcess.Store = .memory) throws {
    self.store = store
    try saveUsers(["ada": ["staff"], "bob": []])
    try save(rules)
  }

  /// Replaces the users.
  ///
  /// - Parameter groups: those of each user.
  func saveUsers(_ groups: KeyValuePairs<String, [String]>) throws {
    let hash = "$y$j75$salt$ZPo0pzPPPvTUcasrJXZFFu97VjwILfSNzfTO00Dujc7"
    let users = groups.map { #""\#($0)": {"password": "\#(hash)", "groups": \#($1)}"# }
    try write(
      """
      {"users": {\(users.joined(separator: ",\n"))}, "tokens": {"sensor": {"hash": "\(hash)"}}}
      """, to: directory.file("users.json"))
    chmod(directory.file("users.json"), 0o600)
  }

  /// Replaces the rules.
  ///
  /// - Parameter rules: nil for no policy.
  func save(_ rules: [String]?) throws {
    let key = rules == nil ? "" : "\"policy\":\"\(policy)\","
    try write(
      "{\(key)\"users\":\"\(directory.file("users.json"))\",\"mounts\":{\"topics\":\(store.rawValue)}}",
      to: configuration)
    let all = (rules ?? []) + [rule("user:\(geteuid())", "call", "daemon.reload")]
    try write("{\"rules\":[\(all.joined(separator: ",\n"))]}", to: policy)
  }

  /// Starts a daemon.
  func start() throws -> DaemonProcess {
    try DaemonProcess(["--config", configuration], in: directory)
  }

  /// Replaces the rules of a daemon; nil for no policy.
  func change(_ daemon: DaemonProcess, to rules: [String]?) throws {
    try save(rules)
    let reload = try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
  }
}

/// A rule as JSON, with one or several words in each list.
func rule(_ who: String, _ may: String, _ at: String) -> String {
  func list(_ words: String) -> String {
    "[\(words.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ","))]"
  }
  return "{\"who\":\(list(who)),\"may\":\(list(may)),\"at\":\(list(at))}"
}

extension DaemonProcess {
  /// A client that has logged in as a user of ``PolicyFiles``, or with its token.
  func connect(as name: String) throws -> Peer {
    let peer = try connect()
    try peer.logIn(as: name)
    return peer
  }
}

extension Peer {
  /// Logs in as a user of ``PolicyFiles``, or with its token.
  func logIn(as name: String) throws {
    let parameters =
      name == "sensor"
      ? #"{"token":"sensor.enchantress"}"# : #"{"name":"\#(name)","password":"enchantress"}"#
    let answer = try call("session.login", parameters)
    guard answer["result"] != nil else { throw PeerError.unexpected(answer) }
  }
}

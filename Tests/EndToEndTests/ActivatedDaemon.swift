import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// A `procond` that systemd-socket-activate starts, in its own process, when the first client
/// connects.
final class ActivatedDaemon {
  let process: ChildProcess
  /// The listening sockets.
  let sockets: [String]
  private let stateHome = TemporaryDirectory()

  /// - Parameters:
  ///   - sockets: paths, or `@` and an abstract name.
  ///   - options: for systemd-socket-activate.
  ///   - arguments: for the daemon.
  init(
    _ sockets: [String], options: [String] = [], arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    self.sockets = sockets
    let defaults = ["PROCON_IDLE_EXIT": "60", "XDG_STATE_HOME": stateHome.path]
    let environment = environment.merging(defaults) { given, _ in given }
    var words = sockets.flatMap { ["--listen", $0] } + options
    // Only named variables are passed on.
    for (name, value) in environment { words += ["--setenv", "\(name)=\(value)"] }
    process = try ChildProcess(
      "/usr/bin/systemd-socket-activate", words + [builtProgram("procond")] + arguments)
  }

  /// A client that has read the greeting.
  func connect(to index: Int = 0) throws -> Peer {
    try Peer.connect(to: sockets[index], waiting: .patience)
  }
}

internal import Glibc
package import SystemTestSupport

/// A `procond` that a test started, on a socket of its own. It ends, and its directory goes, when
/// this is released.
package final class DaemonProcess: Sendable {
  package let directory: TemporaryDirectory
  /// Path of its socket.
  package let socket: String
  package let process: ChildProcess

  /// Where it keeps topics, unless its configuration says it.
  package enum Store: String, CaseIterable {
    case memory = #"{"memory":true}"#
    case sqlite = #"{"sqlite":"topics.sqlite"}"#
    case files = #"{"files":"topics"}"#
  }

  /// Starts it and waits until it listens.
  ///
  /// - Parameter descriptors: how many files it may open; nil for as many as the tests.
  /// - Throws: `DeadlinePassed`, or `DaemonEnded` when it did not get as far.
  package init(
    _ arguments: [String] = [], environment: [String: String] = [:],
    in directory: TemporaryDirectory = TemporaryDirectory(), socket: String? = nil,
    store: Store = .memory,
    descriptors: Int? = nil
  ) throws {
    self.directory = directory
    let socket = socket ?? directory.file("procon.sock")
    self.socket = socket
    let configuration = directory.file("procon/procond.json")
    if contents(of: configuration) == nil {
      mkdir(directory.file("procon"), 0o700)
      try write(#"{"mounts":{"topics":\#(store.rawValue)}}"#, to: configuration)
    }
    // Should the tests be killed, it ends by itself. It has nobody's configuration, and a store of its
    // own.
    let defaults = [
      "PROCON_IDLE_EXIT": "60", "XDG_CONFIG_HOME": directory.path,
      "XDG_STATE_HOME": "\(socket).state",
    ]
    let environment = environment.merging(defaults) { given, _ in given }
    var words = [builtProgram("procond"), "--socket", socket] + arguments
    if let descriptors {
      words = ["/bin/sh", "-c", "ulimit -n \(descriptors) && exec \"$@\"", "sh"] + words
    }
    process = try ChildProcess(
      words[0], Array(words.dropFirst()), environment: environment)
    try waitUntilItListens()
  }

  /// A client that has read the greeting. The daemon runs as long as it is kept.
  package func connect() throws -> Peer {
    try Peer.connect(to: socket, of: self)
  }

  /// Ends it as a service manager does.
  @discardableResult
  package func terminate() throws -> ChildProcess.End {
    process.signal(SIGTERM)
    return try process.waitForEnd()
  }

  private func waitUntilItListens() throws {
    let deadline = Deadline(after: .seconds(30))
    while true {
      do {
        _ = try connect()
        return
      } catch let error as SystemError where error.code == ENOENT || error.code == ECONNREFUSED {
        // It has made no socket yet. Ended or not, its output is not waited for longer than a bit.
        if (try? process.waitForEnd(within: .milliseconds(2))) != nil {
          throw DaemonEnded(log: process.standardError)
        }
        if deadline.hasPassed { throw DeadlinePassed(soFar: process.standardError) }
      }
    }
  }
}

/// The daemon ended before it listened.
package struct DaemonEnded: Error {
  package let log: String
}

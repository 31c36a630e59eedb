internal import Glibc
package import SystemTestSupport

/// A `procond` that a test started, on its own socket. It ends, and its directory is removed, when
/// this object is released.
package final class DaemonProcess: TestDaemon {
  package let directory: TemporaryDirectory
  /// The path of its socket.
  package let socket: String
  package let process: ChildProcess

  /// Where it keeps topics, unless its configuration says otherwise.
  package enum Store: String, CaseIterable {
    case memory = #"{"memory":true}"#
    case sqlite = #"{"sqlite":"topics.sqlite"}"#
    case files = #"{"files":"topics"}"#
  }

  /// Starts the daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - descriptors: its limit of open files; nil for that of the tests.
  ///   - manager: gets its states, and gives it what earlier daemons have stored.
  /// - Throws: `DeadlinePassed`, or `DaemonEnded` if it exits before it listens.
  package init(
    _ arguments: [String] = [], environment: [String: String] = [:],
    in directory: TemporaryDirectory = TemporaryDirectory(), socket: String? = nil,
    store: Store = .memory,
    descriptors: Int? = nil, manager: StateReceiver? = nil
  ) throws {
    self.directory = directory
    let socket = socket ?? directory.file("procon.sock")
    self.socket = socket
    let configuration = directory.file("procon/procond.json")
    if contents(of: configuration) == nil {
      mkdir(directory.file("procon"), 0o700)
      try write(#"{"mounts":{"topics":\#(store.rawValue)}}"#, to: configuration)
    }
    // If the tests are killed, the daemon exits by itself. It has no configuration file, and its
    // own store.
    let defaults = [
      "PROCON_IDLE_EXIT": "60", "XDG_CONFIG_HOME": directory.path,
      "XDG_STATE_HOME": "\(socket).state",
    ]
    var environment = environment.merging(defaults) { given, _ in given }
    var words = [builtProgram("procond"), "--socket", socket] + arguments
    if let descriptors {
      words = ["/bin/sh", "-c", "ulimit -n \(descriptors) && exec \"$@\"", "sh"] + words
    }
    let stored = manager?.stored ?? []
    if let manager { environment["NOTIFY_SOCKET"] = manager.name }
    if !stored.isEmpty {
      environment["LISTEN_FDS"] = "\(stored.count)"
      environment["LISTEN_FDNAMES"] = stored.map(\.name).joined(separator: ":")
      words = ["/bin/sh", "-c", "LISTEN_PID=$$ exec \"$@\"", "sh"] + words
    }
    process = try ChildProcess(
      words[0], Array(words.dropFirst()), environment: environment,
      passing: stored.map(\.descriptor))
    try waitUntilItListens()
  }

  /// A client that has read the greeting. The daemon runs as long as the client exists.
  package func connect() throws -> Peer {
    try Peer.connect(to: socket, of: self)
  }

  /// Stops the daemon as a service manager does.
  @discardableResult
  package func terminate() throws -> ChildProcess.End {
    process.signal(SIGTERM)
    return try process.waitForEnd()
  }

  private func waitUntilItListens() throws {
    let deadline = Deadline()
    while true {
      do {
        // Closing alone goes unnoticed while a process that another test starts has a copy: the
        // daemon would count this client.
        let client = try connect()
        client.endSending()
        try client.expectEnd()
        return
      } catch let error as SystemError where error.code == ENOENT || error.code == ECONNREFUSED {
        // There is no socket yet. Wait only briefly for output, in case the daemon has exited.
        if (try? process.waitForEnd(within: .milliseconds(2))) != nil {
          throw DaemonEnded(log: process.standardError)
        }
        if deadline.hasPassed { throw DeadlinePassed(soFar: process.standardError) }
      }
    }
  }
}

/// The daemon exited before it listened.
package struct DaemonEnded: Error {
  package let log: String
}

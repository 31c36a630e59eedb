import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// The files of a daemon that mounts services.
struct ServiceFiles {
  let directory = TemporaryDirectory()
  var configuration: String { directory.file("procon/procond.json") }
  var state: String { directory.file("procon.sock.state/procon") }
  /// A secret's file, which is named in the configuration by its name alone.
  var token: String { "\(state)/token" }

  init() {
    for path in [directory.file("procon"), directory.file("procon.sock.state"), state] {
      mkdir(path, 0o700)
    }
  }

  /// Replaces the configuration.
  ///
  /// - Parameters:
  ///   - mounts: members of the object of mounts.
  ///   - others: members of the configuration, each followed by a comma.
  func configure(_ mounts: String, _ others: String = "") throws {
    try write(#"{\#(others)"mounts":{\#(mounts)}}"#, to: configuration)
  }

  func start() throws -> DaemonProcess { try DaemonProcess(in: directory) }

  /// Returns when a daemon has applied the configuration.
  func reload(_ daemon: DaemonProcess) throws {
    let reload = try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
  }
}

extension HTTPService {
  /// A mount of this service, as a member of the object of mounts.
  ///
  /// - Parameter settings: members besides the URL, each after a comma.
  func mount(_ root: String, _ settings: String = "", path: String = "/") -> String {
    #""\#(root)":{"http":"\#(url(path))"\#(settings)}"#
  }
}

/// A client that follows boxes and knows their newest values.
final class BoxFollower {
  private let peer: Peer
  private(set) var boxes: [String: JSONText] = [:]
  /// The paths of boxes that were removed, in order.
  private(set) var removed: [String] = []

  init(_ pattern: String, of daemon: DaemonProcess) throws {
    peer = try daemon.connect()
    try peer.requestSubscription(pattern)
  }

  /// Reads until a box has an expected value, which is returned.
  @discardableResult
  func wait(for path: String, until isExpected: (JSONText) -> Bool) throws -> JSONText {
    while true {
      if let value = boxes[path], isExpected(value) { return value }
      try readLine()
    }
  }

  /// Reads until a box is removed.
  func waitForRemoval(of path: String) throws {
    while !removed.contains(path) { try readLine() }
  }

  private func readLine() throws {
    let line = try peer.next()
    for path in line.removed { boxes[path] = nil }
    removed += line.removed
    for (path, value) in line["params", "boxes"]?.members ?? [] { boxes[path] = value }
  }

  /// Closes the connection.
  func leave() { peer.close() }
}

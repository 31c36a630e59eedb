import BoxServer
import BoxWireTestSupport
import Logging
import SystemTestSupport
import UVLoop

/// A server in this process, on its own socket. It closes when this object is released.
@LoopActor
final class TestServer {
  let registry: Registry
  let listener: Listener
  nonisolated let socket: String
  nonisolated let log: Journal<String>
  private let directory = TemporaryDirectory()

  /// - Parameters:
  ///   - loadTime: how long it waits for scenes to load.
  ///   - sceneRetention: how long it keeps unused scenes of families.
  ///   - limits: the limits for clients.
  ///   - setUp: publishes scenes.
  init(
    loadTime: Duration = ServerLimits.load,
    sceneRetention: Duration = ServerLimits.sceneRetention, limits: ServerLimits = ServerLimits(),
    _ setUp: @LoopActor (Registry) -> Void = { _ in }
  ) throws {
    let log = Journal<String>()
    self.log = log
    registry = Registry(
      server: "test 1", logger: Logger(label: "test") { _ in NotingLogHandler(journal: log) },
      loadTime: loadTime, sceneRetention: sceneRetention, limits: limits)
    setUp(registry)
    socket = directory.file("socket")
    listener = try Listener(path: socket, registry: registry)
  }

  /// A client that has read the greeting. The server runs as long as the client exists.
  nonisolated func connect() throws -> Peer {
    try Peer.connect(to: socket, of: self)
  }

  /// A client that has received all matching boxes and `synced`.
  nonisolated func subscribe(_ patterns: String...) throws -> Peer {
    let peer = try connect()
    let quoted = patterns.map { "\"\($0)\"" }.joined(separator: ",")
    try peer.call("subscribe", #"{"boxes":[\#(quoted)]}"#)
    _ = try peer.next("synced")
    return peer
  }
}

/// Runs `body` as one turn of the loop.
@LoopActor
func onLoop<Value: Sendable>(_ body: @LoopActor () throws -> Value) rethrows -> Value {
  try body()
}

/// Records each message of a log.
private struct NotingLogHandler: LogHandler {
  let journal: Journal<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    journal.note("\(event.message)")
  }
}

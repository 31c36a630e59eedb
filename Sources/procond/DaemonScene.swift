internal import Application
internal import Box
internal import Domain
internal import Glibc
internal import Loop
internal import Server

/// What the daemon says of itself: `daemon.info` and `daemon.stats`.
@LoopActor
final class DaemonScene {
  private let listener: Listener
  private let info: Box<Info>
  private let stats: Box<Stats>
  private var timer: Timer?
  private let start = ContinuousClock.now
  private var lastUpdate: ContinuousClock.Instant?

  private struct Info: Encodable {
    let version: String
    let pid: Int
    /// RFC 3339.
    let started: String
    let epoch: String
  }

  private struct Stats: Encodable {
    var connections = 0
    /// Connections that hold patterns.
    var subscribers = 0
    var revision = 0
    /// Lines about boxes, and their bytes, that were sent to subscribers.
    var changes = 0
    var bytes = 0
    /// Resident, in bytes; nil when the system does not tell.
    var memory: Int?
    /// Seconds from the start to this count, with milliseconds: between two counts it tells rates.
    var uptime = 0.0
  }

  /// Publishes the scene in the listener's registry.
  init(_ listener: Listener) {
    self.listener = listener
    info = Box(
      Info(
        version: Options.version, pid: Int(getpid()), started: Timestamp.now.rfc3339,
        epoch: listener.registry.publisher.epoch))
    stats = Box(Stats())
    let scene = Scene("daemon")
    scene.publish(info, as: "info")
    scene.publish(stats, as: "stats")
    scene.onRead { [unowned self] in updateIfOld() }
    scene.onObservedChange { [unowned self] isObserved in watch(isObserved) }
    listener.registry.add(scene)
  }

  private func watch(_ isObserved: Bool) {
    timer =
      isObserved
      ? Timer(after: .seconds(1), every: .seconds(1)) { [unowned self] in update() } : nil
  }

  /// At most once a second, whoever asks; as long as somebody subscribes, the timer does it.
  private func updateIfOld() {
    guard timer == nil else { return }
    guard let lastUpdate, lastUpdate.duration(to: .now) < .seconds(1) else { return update() }
  }

  private func update() {
    let publisher = listener.registry.publisher
    let now = ContinuousClock.now
    lastUpdate = now
    stats.value = Stats(
      connections: listener.connections, subscribers: publisher.subscribers,
      revision: publisher.revision, changes: publisher.linesSent, bytes: publisher.bytesSent,
      memory: ResidentMemory.bytes, uptime: start.duration(to: now).inSeconds)
  }
}

extension Duration {
  /// With milliseconds.
  fileprivate var inSeconds: Double {
    (self / .milliseconds(1)).rounded(.down) / 1000
  }
}

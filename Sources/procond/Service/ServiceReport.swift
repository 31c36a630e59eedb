internal import Logging
internal import OperatingSystem
internal import UVLoop

/// Reports the daemon's state to the service manager that started it.
///
/// The number of clients is reported at most once a second. The sign of life for the watchdog comes
/// from a timer of the loop, so a loop that hangs sends none.
@LoopActor
final class ServiceReport {
  private let socket: NotifySocket
  /// Whether the service manager is that of a user.
  let isToUser: Bool
  private let watchdogInterval: Duration?
  private var watchdog: Timer?
  /// The number of connected clients, as it is reported next.
  var clients = 0
  /// The number of reloads in progress.
  private var reloads = 0
  /// Additional text for the status, such as why a configuration was rejected.
  private var note: String?
  /// In scalars, which have at most four bytes: systemd ignores messages of more than 4096 bytes,
  /// and would wait forever for the end of a reload.
  private static let longestNote = 900
  private var sentStatus = ""
  private var lastSent = MonotonicTime.now
  /// Runs while a change of the status has to wait.
  private var pause: Timer?

  /// nil when the service manager wants no reports, or when its socket cannot be used, which is
  /// logged.
  init?(_ service: ServiceEnvironment, logger: Logger) {
    guard let name = service.notifySocket else { return nil }
    do throws(LoopError) {
      socket = try NotifySocket(name)
    } catch {
      logger.warning("NOTIFY_SOCKET cannot be '\(name)': \(error)")
      return nil
    }
    isToUser = name.hasPrefix("/run/user/")
    watchdogInterval = service.watchdogInterval
  }

  /// Reports that the daemon is serving, after its start or a reload, unless another reload is in
  /// progress.
  ///
  /// - Parameter note: follows the number of clients in the status from now on; cut off if it is
  ///   long.
  func sendReady(note: String? = nil) {
    // A line end would begin another state.
    self.note = note.map { String($0.showingControls.unicodeScalars.prefix(Self.longestNote)) }
    reloads = max(reloads - 1, 0)
    // For the manager, all reloads end with READY=1.
    guard reloads == 0 else { return }
    sentStatus = status
    lastSent = .now
    socket.notify("READY=1", "STATUS=\(sentStatus)")
    guard watchdog == nil, let watchdogInterval else { return }
    let half = watchdogInterval / 2
    watchdog = Timer(after: half, every: half) { [weak self] in self?.sendAlive() }
  }

  /// Lets the service manager keep the stream for the next run. To be called before a client is served.
  func store(_ stream: KeptStream) {
    if let kept = stream.kept {
      socket.notify("FDSTORE=1", "FDNAME=\(kept.name)", descriptor: kept.memory.descriptor)
    }
    drop(stream.earlierNames)
  }

  /// Lets the service manager keep clients for the next run.
  ///
  /// - Parameter limit: maximum wait.
  /// - Returns: whether it has received them.
  func store(_ clients: HandedClients, within limit: Duration) async -> Bool {
    for (name, descriptor) in clients.descriptors {
      // The other end of the queue is closed, and that is how it should be.
      socket.notify("FDSTORE=1", "FDNAME=\(name)", "FDPOLL=0", descriptor: descriptor)
    }
    return await socket.waitUntilReceived(within: limit)
  }

  /// Lets the service manager drop descriptors.
  func drop(_ names: [String]) {
    for name in names { socket.notify("FDSTOREREMOVE=1", "FDNAME=\(name)") }
  }

  /// Reports that a reload begins. ``sendReady(note:)`` must follow.
  func sendReloading() {
    reloads += 1
    // In microseconds of CLOCK_MONOTONIC, which is the clock of MonotonicTime.
    socket.notify("RELOADING=1", "MONOTONIC_USEC=\(MonotonicTime.now.nanoseconds / 1000)")
  }

  func sendStopping() {
    pause = nil
    socket.notify("STOPPING=1")
  }

  /// - Parameter clients: the number of connected clients.
  func sendClients(_ clients: Int) {
    self.clients = clients
    guard pause == nil else { return }
    let wait = Duration.seconds(1) - lastSent.duration(to: .now)
    if wait > .zero { sendStatus(after: wait) } else { sendStatus() }
  }

  private var status: String {
    (clients == 1 ? "1 client" : "\(clients) clients") + (note.map { "; \($0)" } ?? "")
  }

  private func sendStatus() {
    pause = nil
    guard status != sentStatus else { return }
    // While the manager accepts nothing, only the newest status is kept.
    if socket.isBehind { return sendStatus(after: .seconds(1)) }
    sentStatus = status
    lastSent = .now
    socket.notify("STATUS=\(status)")
  }

  private func sendStatus(after wait: Duration) {
    pause = Timer(after: wait) { [weak self] in self?.sendStatus() }
  }

  private func sendAlive() {
    // A queued state is also a sign of life, and another one would only lengthen the queue.
    if !socket.isBehind { socket.notify("WATCHDOG=1") }
  }
}

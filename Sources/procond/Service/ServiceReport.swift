internal import Logging
internal import UVLoop

/// Reports the daemon's state to the service manager that started it.
///
/// The number of clients is reported at most once a second. The sign of life for the watchdog comes
/// from a timer of the loop, so a loop that hangs sends none.
@LoopActor
final class ServiceReport {
  private let socket: NotifySocket
  private let watchdogInterval: Duration?
  private var watchdog: Timer?
  private var clients = 0
  /// More for the status, such as why a configuration was rejected.
  private var note: String?
  /// In scalars, which have at most four bytes: systemd ignores messages of more than 4096 bytes,
  /// and would wait for ever for the end of a reload.
  private static let longestNote = 900
  private var toldStatus = ""
  private var lastTold = MonotonicTime.now
  /// Runs while a change of the status has to wait.
  private var pause: Timer?

  /// nil when the service manager wants no reports, or its socket cannot be used, which is logged.
  init?(_ service: ServiceEnvironment, logger: Logger) {
    guard let name = service.notifySocket else { return nil }
    do throws(LoopError) {
      socket = try NotifySocket(name)
    } catch {
      logger.warning("NOTIFY_SOCKET cannot be '\(name)': \(error)")
      return nil
    }
    watchdogInterval = service.watchdogInterval
  }

  /// Reports that the daemon serves, after its start or a reload.
  ///
  /// - Parameter note: follows the number of clients in the status from now on; cut off if it is
  ///   long.
  func tellReady(note: String? = nil) {
    // A line end would begin another state.
    self.note = note.map { String($0.showingControls.unicodeScalars.prefix(Self.longestNote)) }
    toldStatus = status
    lastTold = .now
    socket.tell("READY=1", "STATUS=\(toldStatus)")
    guard watchdog == nil, let watchdogInterval else { return }
    let half = watchdogInterval / 2
    watchdog = Timer(after: half, every: half) { [weak self] in self?.tellAlive() }
  }

  /// Reports that a reload begins. ``tellReady(note:)`` must follow.
  func tellReloading() {
    // In microseconds of CLOCK_MONOTONIC, which is the clock of MonotonicTime.
    socket.tell("RELOADING=1", "MONOTONIC_USEC=\(MonotonicTime.now.nanoseconds / 1000)")
  }

  func tellStopping() {
    pause = nil
    socket.tell("STOPPING=1")
  }

  /// - Parameter clients: the number of connected clients.
  func tellClients(_ clients: Int) {
    self.clients = clients
    guard pause == nil else { return }
    let wait = Duration.seconds(1) - lastTold.duration(to: .now)
    if wait > .zero { tellStatus(after: wait) } else { tellStatus() }
  }

  private var status: String {
    (clients == 1 ? "1 client" : "\(clients) clients") + (note.map { "; \($0)" } ?? "")
  }

  private func tellStatus() {
    pause = nil
    guard status != toldStatus else { return }
    // While the manager takes nothing, only the newest status is kept.
    if socket.isBehind { return tellStatus(after: .seconds(1)) }
    toldStatus = status
    lastTold = .now
    socket.tell("STATUS=\(status)")
  }

  private func tellStatus(after wait: Duration) {
    pause = Timer(after: wait) { [weak self] in self?.tellStatus() }
  }

  private func tellAlive() {
    // A queued state is a sign of life too, and another one would only lengthen the queue.
    if !socket.isBehind { socket.tell("WATCHDOG=1") }
  }
}

internal import Glibc
internal import Logging
internal import UVLoop

/// What the daemon tells the service manager that started it, if that wants to know how it is.
///
/// How many clients there are is told at most once a second. The sign of life for its watchdog comes
/// from the loop itself: a loop that is stuck gives none.
@LoopActor
final class ServiceReport {
  private let socket: NotifySocket
  private let watchdogInterval: Duration?
  private var watchdog: Timer?
  private var clients = 0
  /// What else there is to say, such as why a configuration was not taken.
  private var note: String?
  /// In scalars, of four bytes at most: systemd ignores states of more than 4096 bytes together, and
  /// would wait for the end of a reload for ever.
  private static let longestNote = 900
  private var toldStatus = ""
  private var lastTold = ContinuousClock.now
  /// Runs while there is something to tell, and it is too early.
  private var pause: Timer?

  /// nil when nobody wants to know, or cannot be told; the log says so then.
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

  /// Tells that the daemon serves, for the first time or again.
  ///
  /// - Parameter note: follows the number of clients from now on, as far as there is room for it.
  func tellReady(note: String? = nil) {
    // A line of its own would be another state.
    let line = note?.lines.joined(separator: " ").unicodeScalars.prefix(Self.longestNote)
    self.note = line.map(String.init)
    toldStatus = status
    lastTold = .now
    socket.tell("READY=1", "STATUS=\(toldStatus)")
    guard watchdog == nil, let watchdogInterval else { return }
    let half = watchdogInterval / 2
    watchdog = Timer(after: half, every: half) { [weak self] in self?.tellAlive() }
  }

  /// Tells that the configuration is read anew. ``tellReady(note:)`` must follow.
  func tellReloading() {
    socket.tell("RELOADING=1", "MONOTONIC_USEC=\(monotonicMicroseconds())")
  }

  func tellStopping() {
    pause = nil
    socket.tell("STOPPING=1")
  }

  /// - Parameter clients: how many are connected.
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
    // Only the newest is of use to a manager that takes nothing now.
    if socket.isBehind { return tellStatus(after: .seconds(1)) }
    toldStatus = status
    lastTold = .now
    socket.tell("STATUS=\(status)")
  }

  private func tellStatus(after wait: Duration) {
    pause = Timer(after: wait) { [weak self] in self?.tellStatus() }
  }

  private func tellAlive() {
    // What waits says as much, and one more would only lengthen the queue.
    if !socket.isBehind { socket.tell("WATCHDOG=1") }
  }
}

/// The clock that the manager compares with.
private func monotonicMicroseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

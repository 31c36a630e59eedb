internal import CCurl
internal import UVLoop

/// Runs transfers: some at once, others in order of arrival as connections become free.
///
/// While none runs, and idle connections have been closed, it has no descriptor and no timer.
@LoopActor
final class TransferQueue {
  private let limits: HTTPLimits
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  private var waiting: [Transfer] = []
  private var multi: CurlMulti?
  private var idleTimer: Timer?
  /// Whether idle connections are closed as soon as no transfer runs.
  private var closesSoon = false
  private var isClosed = false

  init(_ limits: HTTPLimits) {
    self.limits = limits
  }

  /// Runs a transfer, and returns when it ends, or begins to deliver parts; at once if it was stopped before.
  func run(_ transfer: Transfer) async -> Result<Transfer.Answer, HTTPError> {
    await withCheckedContinuation { continuation in
      // Checked here: a task that does not prefer the loop is suspended at each call before.
      if isClosed { transfer.end(.failure(.cancelled)) }
      transfer.whenAnswered { continuation.resume(returning: $0) }
      guard transfer.outcome == nil else { return }
      waiting.append(transfer)
      startWaiting()
    }
  }

  /// Ends a transfer at once, even if it has not been run yet. Does nothing if it has ended.
  func stop(_ transfer: Transfer, _ error: HTTPError) {
    waiting.removeAll { $0 === transfer }
    if running.removeValue(forKey: transfer.handle) != nil { multi?.remove(transfer.handle) }
    transfer.end(.failure(error))
    startWaiting()
  }

  /// Lets a transfer proceed that was paused because there was much to read.
  func proceed(_ transfer: Transfer) {
    guard running[transfer.handle] != nil else { return }
    loaded_curl_easy_pause(transfer.handle, CURLPAUSE_CONT)
  }

  /// Closes all connections as soon as no transfer runs.
  func closeIdle() {
    idleTimer = nil
    closesSoon = !running.isEmpty
    if running.isEmpty { multi = nil }
  }

  /// Ends all transfers, also later ones, with `cancelled`.
  func close() {
    isClosed = true
    for transfer in waiting + running.values { stop(transfer, .cancelled) }
    closeIdle()
  }

  private func startWaiting() {
    var index = 0
    while running.count < limits.atOnce, index < waiting.count {
      let origin = waiting[index].origin
      if running.values.count(where: { $0.origin == origin }) < limits.perOrigin {
        start(waiting.remove(at: index))
      } else {
        index += 1
      }
    }
    if running.isEmpty, multi != nil, idleTimer == nil {
      // Not here: curl may be calling.
      idleTimer = Timer(after: closesSoon ? .zero : limits.idle) { [weak self] in
        self?.closeIdle()
      }
    }
  }

  private func start(_ transfer: Transfer) {
    idleTimer = nil
    let multi =
      multi
      ?? CurlMulti(
        connections: limits.atOnce, whenDone: { [weak self] in self?.ended($0, $1) },
        whenProceeded: { [weak self] in self?.begin() })
    self.multi = multi
    running[transfer.handle] = transfer
    multi.add(transfer.handle)
  }

  private func begin() {
    for transfer in running.values { transfer.begin() }
  }

  private func ended(_ handle: UnsafeMutableRawPointer, _ code: CURLcode) {
    guard let transfer = running.removeValue(forKey: handle) else { return }
    transfer.end(transfer.result(code))
    startWaiting()
  }
}

internal import UVLoop

/// Calls back when a client has read nothing of what waits for it for some time; ends on release.
///
/// To be created when something starts to wait, and released when nothing waits.
@LoopActor
final class StallWatch {
  private unowned let transport: any Transport
  private let limit: Duration
  private let stalled: @LoopActor () -> Void
  private var takenBytes: Int
  private var timer: Timer?

  init(
    _ transport: any Transport, limit: Duration, stalled: @escaping @LoopActor () -> Void
  ) {
    self.transport = transport
    self.limit = limit
    self.stalled = stalled
    takenBytes = transport.takenBytes
    wait()
  }

  private func wait() {
    timer = Timer(after: limit) { [weak self] in self?.check() }
  }

  private func check() {
    guard transport.takenBytes > takenBytes else { return stalled() }
    takenBytes = transport.takenBytes
    wait()
  }
}

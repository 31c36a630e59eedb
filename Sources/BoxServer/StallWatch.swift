internal import UVLoop

/// Tells when a client takes nothing of what waits for it, for so long; ends on release.
///
/// To be made when something begins to wait, and let go when nothing does any more.
@LoopActor
final class StallWatch {
  private unowned let connection: PipeConnection
  private let limit: Duration
  private let stalled: @LoopActor () -> Void
  private var takenBytes: Int
  private var timer: Timer?

  init(
    _ connection: PipeConnection, limit: Duration, stalled: @escaping @LoopActor () -> Void
  ) {
    self.connection = connection
    self.limit = limit
    self.stalled = stalled
    takenBytes = connection.takenBytes
    wait()
  }

  private func wait() {
    timer = Timer(after: limit) { [weak self] in self?.look() }
  }

  private func look() {
    guard connection.takenBytes > takenBytes else { return stalled() }
    takenBytes = connection.takenBytes
    wait()
  }
}

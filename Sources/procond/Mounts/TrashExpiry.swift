internal import Domain
internal import UVLoop

/// Erases what has been in the trash of a store for too long. As long as the trash has something,
/// there is one timer, for the oldest; otherwise there is none.
@LoopActor
final class TrashExpiry {
  /// How long things stay in the trash.
  var time: Duration {
    didSet { if time != oldValue, following != nil { check() } }
  }

  private let gateway: any TrashGateway
  private let expire: ExpireTrash
  private var timer: Timer?
  private var checking: Task<Void, Never>?
  private var following: Task<Void, Never>?

  init(_ gateway: any TrashGateway, after time: Duration, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.time = time
    expire = ExpireTrash(gateway: gateway, now: now)
  }

  isolated deinit {
    end()
  }

  /// Begins to erase, if it does not yet. The store must work.
  func begin() {
    guard following == nil, gateway.keepsTrash else { return }
    following = LoopActor.task { [weak self, removals = gateway.removals()] in
      self?.check()
      // What is removed now expires after everything that was removed before.
      for await _ in removals where self?.timer == nil { self?.check() }
    }
  }

  func end() {
    following?.cancel()
    checking?.cancel()
    timer = nil
  }

  private func check() {
    timer = nil
    checking = LoopActor.task { [weak self, earlier = checking, expire, time] in
      await earlier?.value
      guard !Task.isCancelled else { return }
      let next: Duration?
      do throws(TrashError) { next = try await expire(after: time) } catch { next = Self.retry }
      guard let self, !Task.isCancelled, let next else { return }
      // By the system clock, which may have been set since the last check.
      timer = Timer(after: next) { [weak self] in self?.check() }
    }
  }

  /// The time after which it tries again if the store fails.
  private static let retry = Duration.seconds(3600)
}

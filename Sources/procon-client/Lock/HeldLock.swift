internal import BoxClient
internal import BoxWire
internal import Glibc
internal import UVLoop

/// A lock that this process holds: a shared box, renewed before it expires.
@LoopActor
final class HeldLock {
  /// Called once when another process may hold the lock: it could not be renewed in time, or
  /// another process has set the box.
  var whenLost: (@LoopActor () -> Void)?

  private let path: Path
  private let timeToLive: Duration
  private let context: CommandContext
  /// Identifies this lock; no two locks have the same value.
  private let value: JSONText
  private var connection: Connection
  /// The revision of the box's last change.
  private var revision: Int
  private var renewal: Timer?
  private var renewing: Task<Void, Never>?
  /// Fires when the box has expired, as far as this process knows.
  private var deadline: Timer?

  private init(
    _ path: Path, _ timeToLive: Duration, _ value: JSONText, revision: Int,
    _ connection: Connection, _ context: CommandContext
  ) {
    self.path = path
    self.timeToLive = timeToLive
    self.value = value
    self.revision = revision
    self.connection = connection
    self.context = context
    expectExpiry()
    renewal = Timer(after: timeToLive / 3, every: timeToLive / 3) { [weak self] in
      self?.renewSoon()
    }
  }

  /// Sets the box if it does not exist.
  ///
  /// - Returns: nil when another process holds the lock.
  static func take(
    _ path: Path, for timeToLive: Duration, in context: CommandContext
  ) async throws(Failure) -> HeldLock? {
    let connection = try await context.connect()
    let value = newValue()
    let request = SetBox(box: path, value: value, ifRevision: 0, ttl: timeToLive)
    do throws(Failure) {
      let answer = try await context.call(SetBox.method, request.parameters, over: connection)
      return HeldLock(
        path, timeToLive, value, revision: answer["revision"]?.integer ?? 0, connection, context)
    } catch {
      guard error.isConflict else { throw error }
      return nil
    }
  }

  /// Deletes the box, unless another process has changed it.
  func release() async {
    renewal = nil
    deadline = nil
    renewing?.cancel()
    let request = DeleteBox(box: path, ifRevision: revision)
    _ = try? await context.call(DeleteBox.method, request.parameters, over: connection)
  }

  /// Makes a unique value that shows people who holds the lock.
  private static func newValue() -> JSONText {
    var name = utsname()
    uname(&name)
    let host = withUnsafeBytes(of: name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return JSONText(members: [
      ("user", JSONText(Environment["USER"] ?? "\(geteuid())")), ("host", JSONText(host)),
      ("pid", JSONText(Int(getpid()))),
      ("id", JSONText(String(UInt64.random(in: .min ... .max), radix: 36))),
    ])
  }

  private func expectExpiry() {
    deadline = Timer(after: timeToLive) { [weak self] in self?.lose() }
  }

  private func lose() {
    renewal = nil
    deadline = nil
    renewing?.cancel()
    let body = whenLost
    whenLost = nil
    body?()
  }

  // MARK: Renewal

  private func renewSoon() {
    guard renewing == nil else { return }
    renewing = LoopActor.task { [weak self] in
      await self?.renew()
      self?.renewing = nil
    }
  }

  private func renew() async {
    do throws(Failure) {
      if connection.disconnection != nil { connection = try await context.connect() }
      try await set(ifRevision: revision)
    } catch {
      // Any error but a conflict may be over before the box expires.
      guard error.isConflict, !Task.isCancelled else { return }
      await takeAgain()
    }
  }

  /// Takes the lock again after a restart of the daemon, when the box has another revision or is
  /// gone.
  private func takeAgain() async {
    do throws(Failure) {
      let (held, revision) = try await context.value(of: path, over: connection)
      guard held == nil || held == value else { return lose() }
      try await set(ifRevision: held == nil ? 0 : revision)
    } catch {
      if error.isConflict, !Task.isCancelled { lose() }
    }
  }

  private func set(ifRevision revision: Int) async throws(Failure) {
    let request = SetBox(box: path, value: value, ifRevision: revision, ttl: timeToLive)
    let answer = try await context.call(SetBox.method, request.parameters, over: connection)
    guard !Task.isCancelled else { return }
    self.revision = answer["revision"]?.integer ?? revision
    expectExpiry()
  }
}

internal import BoxClient
internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import TerminalClient
internal import UVLoop

/// A shared box that this process has set and others wait for, renewed before it expires.
@LoopActor
final class HeldLock {
  /// Called once when somebody else may hold the lock: it could not be renewed in time, or another
  /// process has set the box.
  var whenLost: (@LoopActor () -> Void)?

  /// A number above that of everyone who has held the lock before, also on other machines.
  let fence: Int
  private let path: Path
  private let timeToLive: Duration
  private let context: CommandContext
  /// Distinguishes this lock from others; no two are alike.
  private let value: JSONText
  private var connection: Connection
  /// The revision of the box's last change.
  private var revision: Int
  private var isHeld = true
  private var renewal: Timer?
  private var renewing: Task<Void, Never>?
  /// Ends when the daemon no longer keeps the box, as far as is known here.
  private var deadline: Timer?

  /// - Parameters:
  ///   - answer: to the request that set the box.
  ///   - start: a time before the daemon set the box.
  private init(
    _ path: Path, _ timeToLive: Duration, _ value: JSONText, _ answer: JSONText,
    since start: MonotonicTime, _ connection: Connection, _ context: CommandContext
  ) {
    self.path = path
    self.timeToLive = timeToLive
    self.value = value
    revision = answer["revision"]?.integer ?? 0
    fence = answer["storeRevision"]?.integer ?? revision
    self.connection = connection
    self.context = context
    expectExpiry(since: start)
    renewal = Timer(after: timeToLive / 3, every: timeToLive / 3) { [weak self] in
      self?.renewSoon()
    }
    observe()
  }

  /// Sets the box if it does not exist.
  ///
  /// - Returns: nil when somebody else holds it.
  static func acquire(
    _ path: Path, for timeToLive: Duration, in context: CommandContext
  ) async throws(Failure) -> HeldLock? {
    let connection = try await context.connect()
    let value = newValue()
    let request = SetBox(box: path, value: value, ifRevision: 0, ttl: timeToLive)
    let start = MonotonicTime.now
    do throws(Failure) {
      let answer = try await context.call(SetBox.method, request.parameters, over: connection)
      return HeldLock(path, timeToLive, value, answer, since: start, connection, context)
    } catch {
      guard error.isConflict else { throw error }
      return nil
    }
  }

  /// Deletes the box.
  ///
  /// - Returns: false if it was lost: it is not known to have been held all the time.
  func release() async -> Bool {
    renewal = nil
    whenLost = nil
    renewing?.cancel()
    connection.observer = nil
    defer { deadline = nil }
    guard isHeld else { return false }
    do throws(Failure) {
      try await reconnectIfLost()
      try await delete()
      return true
    } catch {
      guard error.isConflict || error.isNotFound else { return isHeld }
      return await deleteOtherRevision()
    }
  }

  /// After a restart of the daemon, the box has another revision, or does not exist.
  private func deleteOtherRevision() async -> Bool {
    do throws(Failure) {
      let (held, revision) = try await context.value(of: path, over: connection)
      guard held == value else { return false }
      self.revision = revision
      try await delete()
      return true
    } catch {
      return isHeld
    }
  }

  private func delete() async throws(Failure) {
    let request = DeleteBox(box: path, ifRevision: revision)
    _ = try await context.call(DeleteBox.method, request.parameters, over: connection)
  }

  /// The owner of the lock, for people, and a random id.
  private static func newValue() -> JSONText {
    var name = utsname()
    uname(&name)
    let host = withUnsafeBytes(of: name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return JSONText(members: [
      ("user", JSONText(Environment["USER"] ?? Environment["LOGNAME"] ?? "\(geteuid())")),
      ("host", JSONText(host)),
      ("pid", JSONText(Int(getpid()))),
      ("id", JSONText(String(UInt64.random(in: .min ... .max), radix: 36))),
    ])
  }

  private func expectExpiry(since start: MonotonicTime) {
    let rest = timeToLive - start.duration(to: .now)
    deadline = Timer(after: max(rest, .zero)) { [weak self] in self?.lose() }
  }

  private func lose() {
    isHeld = false
    renewal = nil
    deadline = nil
    renewing?.cancel()
    connection.observer = nil
    let body = whenLost
    whenLost = nil
    body?()
  }

  // MARK: Renewal

  /// The pauses between attempts to reach a daemon that was lost, which may forget the box.
  private static let backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(500))

  private func observe() {
    connection.observer = { [weak self] event in
      if case .lost = event { self?.renewSoon() }
    }
    // It may have been lost right behind the answer that this was waiting for.
    if connection.disconnection != nil { renewSoon() }
  }

  private func renewSoon() {
    guard renewing == nil else { return }
    renewing = LoopActor.task { [weak self] in
      await self?.renew()
      self?.renewing = nil
    }
  }

  /// Renews the lock, in several attempts if the daemon cannot be reached or does not answer.
  private func renew() async {
    var backoff = Self.backoff
    while isHeld, !Task.isCancelled {
      do throws(Failure) {
        try await reconnectIfLost()
        try await setAgain()
        // A loss right behind the answer renews nothing while this runs.
        guard connection.disconnection != nil else { return }
      } catch {
        guard !Task.isCancelled else { return }
        if error.isConflict { return lose() }
        // Anything else may pass before the box expires.
      }
      guard let pause = backoff.next() else { return }
      await Pause.wait(for: pause)
    }
  }

  private func reconnectIfLost() async throws(Failure) {
    guard let disconnection = connection.disconnection else { return }
    connection = try await context.connect(after: disconnection)
    if renewal != nil { observe() }
  }

  /// Sets the box again. After a restart of the daemon, it has another revision, or does not exist.
  private func setAgain() async throws(Failure) {
    do throws(Failure) {
      try await set(ifRevision: revision)
    } catch {
      guard error.isConflict else { throw error }
      let (held, revision) = try await context.value(of: path, over: connection)
      guard held == nil || held == value else { throw error }
      try await set(ifRevision: held == nil ? 0 : revision)
    }
  }

  private func set(ifRevision revision: Int) async throws(Failure) {
    let request = SetBox(box: path, value: value, ifRevision: revision, ttl: timeToLive)
    let start = MonotonicTime.now
    let answer = try await context.call(SetBox.method, request.parameters, over: connection)
    guard !Task.isCancelled, isHeld else { return }
    self.revision = answer["revision"]?.integer ?? revision
    expectExpiry(since: start)
  }
}

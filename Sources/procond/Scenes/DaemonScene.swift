internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Boxes
internal import Domain
internal import Glibc
internal import UVLoop

/// The daemon itself: its figures `daemon.info` and `daemon.stats`, and its intents `daemon.reload`
/// and `daemon.changes`.
@LoopActor
final class DaemonScene {
  private let listener: Listener
  private let info: Box<DaemonInfo>
  private let stats: Box<DaemonStats>
  private var timer: Timer?
  private let start = MonotonicTime.now
  private var lastUpdate: MonotonicTime?

  /// Publishes the scene in the listener's registry.
  ///
  /// - Parameters:
  ///   - keepsShared: whether shared boxes outlive the daemon.
  ///   - reload: reloads the configuration, and returns a sentence for each change that takes
  ///     effect only after a restart, and for each name in the policy that does not exist. With the
  ///     path of a program, that program then replaces the daemon's.
  init(
    _ listener: Listener, keepsShared: Bool,
    reload: @escaping @LoopActor (_ program: String?) async throws(StartError) -> [String]
  ) {
    self.listener = listener
    info = Box(
      DaemonInfo(
        version: ProgramVersion.text, pid: Int(getpid()), started: Timestamp.now.rfc3339,
        epoch: listener.registry.epoch, keepsShared: keepsShared))
    stats = Box(DaemonStats())
    let registry = listener.registry
    let scene = Scene("daemon")
    scene.publish(Output(info), as: "info", description: "Facts about the daemon.")
    scene.publish(
      Output(stats), as: "stats",
      description: "The daemon's counts; updated once a second while a client subscribes.")
    scene.intent(
      "reload", summary: "Reloads the configuration. For root and the daemon's own user.",
      answers: [
        MemberDescription(
          "warnings", .array(of: .string),
          "What takes effect only after a restart, and what in the policy does not exist.")
      ],
      errors: [.failed, .notFound, .notAllowed],
      Parameter<Int?>(.pid, description: "Reload only if this is the daemon's process id."),
      Parameter<String?>(
        .program,
        description:
          "The absolute path of a procond that replaces the daemon's program; clients stay connected."
      )
    ) { caller, process, program in
      try Self.allow(caller, process)
      do throws(StartError) {
        return [("warnings", JSONText(elements: try await reload(program).map { JSONText($0) }))]
      } catch {
        throw RequestError(.failed, error.description, .reason("configuration"))
      }
    }
    scene.intent(
      "changes", summary: "Counts how often boxes have changed.",
      answers: [
        MemberDescription(
          .counts, .object([]),
          "For each box, the number of its changes since it was created, by path."),
        MemberDescription(.removed, .object([]), "The same for boxes that no longer exist."),
      ],
      errors: [.limit],
      Parameter<PatternList>(.boxes, description: "Patterns of the boxes to count."),
      Parameter<Int>(
        .after, default: 0, in: 0...Int.max,
        description: "Only boxes that have changed after this revision.")
    ) { [unowned registry] caller, boxes, revision in
      let limit = registry.limits.patterns
      guard boxes.patterns.count <= limit else {
        throw RequestError.limit("patterns", "boxes has at most \(limit) patterns")
      }
      return try Self.counts(
        registry.changeCounts(matching: boxes.patterns, after: revision, for: caller))
    }
    scene.onRead { [weak self] in self?.updateIfOld() }
    scene.onObservedChange { [weak self] isObserved in self?.watch(isObserved) }
    registry.add(scene)
  }

  /// - Throws: `RequestError` if the caller may not reload the daemon, or means a different one.
  private static func allow(_ caller: Caller, _ process: Int?) throws(RequestError) {
    guard let user = caller.credentials?.userID, [0, geteuid()].contains(user) else {
      throw RequestError(
        .notAllowed, "only root and the user who runs the daemon may reload its configuration")
    }
    guard process == nil || process == Int(getpid()) else {
      throw RequestError(.notFound, "the daemon's process id is \(getpid())")
    }
  }

  private static func counts(
    _ boxes: [(path: Path, count: Int, isRemoved: Bool)]
  ) throws(RequestError) -> Answer {
    let (counts, removed) = (
      JSONText(members: boxes.filter { !$0.isRemoved }.map { ($0.path.text, JSONText($0.count)) }),
      JSONText(members: boxes.filter(\.isRemoved).map { ($0.path.text, JSONText($0.count)) })
    )
    guard counts.bytes.count + removed.bytes.count <= ProtocolLimits.answer else {
      throw .limit(
        "answer", "the answer would be over \(ProtocolLimits.answer) bytes: narrow it with boxes")
    }
    return answer(.counts, counts) + answer(.removed, removed)
  }

  private func watch(_ isObserved: Bool) {
    timer =
      isObserved
      ? Timer(after: .seconds(1), every: .seconds(1)) { [weak self] in self?.update() } : nil
  }

  /// Updates the counts, at most once a second, however many clients ask. While there is a
  /// subscriber, the timer calls this.
  private func updateIfOld() {
    guard timer == nil else { return }
    guard let lastUpdate, lastUpdate.duration(to: .now) < .seconds(1) else { return update() }
  }

  private func update() {
    let registry = listener.registry
    let now = MonotonicTime.now
    lastUpdate = now
    stats.value = DaemonStats(
      connections: listener.connections, subscribers: registry.subscribers,
      revision: registry.revision, changes: registry.sent.lines, bytes: registry.sent.bytes,
      memory: ResidentMemory.bytes, uptime: start.duration(to: now).inSeconds)
  }
}

extension Duration {
  /// The duration in seconds, with milliseconds.
  fileprivate var inSeconds: Double {
    (self / .milliseconds(1)).rounded(.down) / 1000
  }
}

/// The resident memory of this process.
enum ResidentMemory {
  /// In bytes; nil when the system does not report it.
  static var bytes: Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Seven numbers of at most 20 digits.
    var text = [UInt8](repeating: 0, count: 160)
    let count = read(file, &text, text.count)
    guard count > 0 else { return nil }
    // The second number, in pages (proc_pid_statm(5)).
    let numbers = text[..<count].split(separator: UInt8(ascii: " "))
    guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else {
      return nil
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}

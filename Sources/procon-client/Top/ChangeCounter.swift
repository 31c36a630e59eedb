internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// Asks the daemon how often boxes have changed, over a connection of its own.
@LoopActor
final class ChangeCounter {
  private let patterns: [Pattern]
  private let context: CommandContext
  private var connection: Connection?
  /// The epoch of the last daemon; nil before the first connection.
  private var epoch: String?
  /// The revision of the last answer; 0 before the first.
  private var revision = 0
  private(set) var activity = BoxActivity()
  /// Whether the first counts have come; what changes from then on is counted.
  private(set) var hasCounted = false
  /// The time of the last counts.
  private var lastTime = MonotonicTime.now
  /// Time between the last two counts; nil before there are two.
  private(set) var elapsed: Duration?

  static let method = "daemon.changes"

  /// - Parameter patterns: select the boxes to count.
  init(_ patterns: [Pattern], _ context: CommandContext) {
    self.patterns = patterns
    self.context = context
  }

  /// Adds the daemon's counts. With another daemon, counting starts again. Without an answer, the
  /// next call tries again.
  ///
  /// - Throws: the refusal of the daemon.
  func count() async throws(Failure) {
    do throws(Failure) {
      let connection = try await connected()
      let parameters = Parameters([
        .init(name: "boxes", value: JSONText(elements: patterns.map { JSONText($0.text) })),
        .init(name: "after", value: JSONText(revision)),
      ])
      add(try await context.call(Self.method, parameters, over: connection))
    } catch {
      if case .refused = error { throw error }
    }
  }

  private func connected() async throws(Failure) -> Connection {
    if let connection, connection.disconnection == nil { return connection }
    let new = try await context.connect()
    connection = new
    if new.hello?.epoch != epoch {
      activity.restart()
      revision = 0
      epoch = new.hello?.epoch
    }
    return new
  }

  /// Changes of `daemon.stats` are those that `top` causes itself.
  private func counts(_ object: JSONText?) -> [(path: String, count: Int)] {
    (object?.members ?? []).compactMap { name, count in
      name == "daemon.stats" ? nil : count.integer.map { (name, $0) }
    }
  }

  private func add(_ answer: JSONText) {
    activity.add(counts(answer[AnswerKey.counts]), removed: counts(answer[AnswerKey.removed]))
    elapsed = hasCounted ? lastTime.duration(to: .now) : nil
    hasCounted = true
    lastTime = .now
    revision = answer["revision"]?.integer ?? revision
  }
}

/// The pauses before attempts to connect. They grow, and are jittered so that many clients that
/// lost the same daemon do not return at once.
public struct Backoff: Sendable {
  private let first: Duration
  private let longest: Duration
  private let total: Duration?
  private let random: @Sendable () -> Double
  private var base: Duration
  private var spent = Duration.zero

  /// - Parameters:
  ///   - first: upper bound of the first pause; the bound doubles with each pause.
  ///   - longest: the largest upper bound.
  ///   - total: maximum sum of all pauses, after which there are none; nil for no limit.
  ///   - random: returns a number from 0 up to 1 for each pause: at 0 the pause is half its upper
  ///     bound, at 1 all of it.
  public init(
    first: Duration, longest: Duration, total: Duration? = nil,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.first = first
    self.longest = longest
    self.total = total
    self.random = random
    base = first
  }

  /// For a daemon that was lost: 50 ms at first, at most 5 s, without limit.
  public static let lostDaemon = Backoff(first: .milliseconds(50), longest: .seconds(5))

  /// For a call to a daemon that was lost or is restarting: 10 ms at first, at most 500 ms, 5 s in
  /// total.
  public static let calls = Backoff(
    first: .milliseconds(10), longest: .milliseconds(500), total: .seconds(5))

  /// For a daemon that is too busy to accept: 10 ms at first, at most 500 ms, 5 s in total.
  public static let busyListener = Backoff(
    first: .milliseconds(10), longest: .milliseconds(500), total: .seconds(5))

  /// Returns the next pause; nil when there are none left.
  ///
  /// - Parameter least: the minimum that the daemon asked for. The pause is added to it, so that
  ///   clients that were asked for the same time do not return at once.
  public mutating func next(atLeast least: Duration = .zero) -> Duration? {
    let pause = least + base * (0.5 + random() / 2)
    base = min(base * 2, longest)
    spent += pause
    if let total, spent > total { return nil }
    return pause
  }

  /// Starts again with the first pause.
  public mutating func reset() {
    base = first
    spent = .zero
  }
}

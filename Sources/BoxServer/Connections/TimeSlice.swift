internal import UVLoop

/// The time for which one client's requests are carried out before others have their turn.
///
/// It begins with the first request that may take long. Plain `set` lines take hardly any time, and
/// are counted until the clock is read.
struct TimeSlice {
  /// Whether it is the client's turn.
  private(set) var isTurn = false
  /// Whether the rest has to wait.
  private(set) var isOver = false
  /// Whether everything that was carried out costs little.
  private(set) var costsLittle = true
  /// nil until it begins.
  private var span: Span?
  /// The number of plain `set` lines since the clock was last read.
  private var sets = 0

  private struct Span {
    let start: MonotonicTime
    /// When it has to end.
    let end: MonotonicTime
    /// When the clock was last read.
    var seen: MonotonicTime
  }

  /// A slice that does not run yet.
  init() {}

  /// The turn of a client whose requests had to wait.
  init(turnUntil end: MonotonicTime) {
    isTurn = true
    begin(until: end, .now)
  }

  /// Begins it, unless it runs already.
  ///
  /// - Parameters:
  ///   - length: its duration.
  ///   - cost: that of the request which is carried out next.
  mutating func begin(_ length: Duration, _ cost: MethodCall.Cost = .little) {
    if cost != .little { costsLittle = false }
    guard span == nil else { return }
    let now = MonotonicTime.now
    begin(until: now + length, now)
  }

  private mutating func begin(until end: MonotonicTime, _ now: MonotonicTime) {
    span = Span(start: now, end: end, seen: now)
  }

  /// Records a plain `set`.
  ///
  /// - Returns: whether more may follow before the clock is read.
  mutating func addSet() -> Bool {
    sets += 1
    return sets < Self.setsBetweenChecks
  }

  /// Reads the clock.
  ///
  /// - Parameter isBusy: whether it is over in any case.
  mutating func check(isBusy: Bool) {
    sets = 0
    let now = MonotonicTime.now
    span?.seen = now
    if let span, isBusy || now >= span.end { isOver = true }
  }

  /// The approximate time that was used, in nanoseconds.
  var nanoseconds: Int {
    let measured = span.map { $0.seen.nanoseconds - $0.start.nanoseconds } ?? 0
    return measured + sets * Self.setNanoseconds
  }

  /// The length in bytes of a line that takes some time to read.
  static let longLine = 16 << 10
  /// The number of plain `set` lines after which the clock is read.
  private static let setsBetweenChecks = 16
  /// The approximate time of a plain `set`.
  private static let setNanoseconds = 4000
}

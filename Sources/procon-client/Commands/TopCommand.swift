internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import UVLoop

struct TopCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Shows what the daemon does, and which boxes change most.",
    discussion: """
      On a terminal it is kept up to date until Ctrl-C; otherwise a page is written after each \
      interval, a blank line between two, the first one once the daemon has counted twice, which \
      takes up to two seconds. The busiest boxes stand first; a box that never changed \
      does not stand there. The rate is what was measured in the last interval, the total counts \
      from the beginning of 'top'.

      It reads all changes as any subscriber does: where it cannot keep up, the daemon sends it the \
      newest values only and how many changes they stand for, and what is shared out among boxes then \
      is marked with '~'. What daemon.stats itself changes is left out; lines and bytes are those to \
      all subscribers, 'top' included.
        procon-client top
        procon-client top 'shared.**' --interval 5
        procon-client top --count 1 --rows 5
      """)

  @Argument(
    help: "Which boxes to look at, as paths or patterns. (default: all)", completion: .boxes,
    transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Option(
    help: ArgumentHelp(
      "So many seconds lie between two pages, \(intervals.lowerBound) to"
        + " \(Int(intervals.upperBound)).", valueName: "seconds"))
  var interval = 1.0

  @Option(
    help: ArgumentHelp(
      "End after so many pages; they are written one below the other, also on a terminal. (default:"
        + " never)", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("How many boxes a page that is written shows.", valueName: "n"))
  var rows = 20

  @OptionGroup var common: CommonOptions

  /// Below it one sees noise; above it nobody waits.
  private static let intervals = 0.1...3600

  var mayStart: Bool { false }

  func validate() throws {
    guard Self.intervals.contains(interval) else {
      throw ValidationError(
        "--interval must be \(Self.intervals.lowerBound) to \(Int(Self.intervals.upperBound)) seconds"
      )
    }
    guard count ?? 1 > 0 else { throw ValidationError("--count must be a whole number from 1") }
    guard (1...10_000).contains(rows) else { throw ValidationError("--rows must be 1 to 10000") }
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let isLive = session.output.isTerminal && count == nil && Environment["TERM"] != "dumb"
    let view = TopView(
      session, isLive: isLive, interval: .milliseconds(interval * 1000), mostRows: rows,
      mostPages: count)
    let wanted = patterns.isEmpty ? ["**"].compactMap { Pattern($0) } : patterns
    let own = ["daemon.*"].compactMap { Pattern($0) }
    let run = SubscriptionRun(
      wanted.without(own) + own, mode: .latest, interval: 0, of: session, in: view, once: false)
    view.whenDone = { [unowned run] in run.finish(.success(())) }
    try await run.end()
  }
}

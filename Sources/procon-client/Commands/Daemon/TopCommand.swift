internal import ArgumentParser
internal import BoxWire
internal import OperatingSystem
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct TopCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the daemon's load and the boxes that change most.",
    usage: "procon-client top [<options>] [<pattern> ...]",
    discussion: """
      On a terminal, the page is updated in place until Ctrl-C. Otherwise a page is printed after \
      each interval, with a blank line between pages. The first page follows once the daemon has \
      counted twice, after up to two seconds. Boxes are sorted by rate, which is the average of \
      the last interval; the total is the number of changes since 'top' started. Boxes that have \
      not changed are left out.

      The daemon itself counts the changes of each box, so that none is missed. Changes of \
      daemon.stats, which 'top' causes, are not counted. Lines and bytes are those sent to all \
      subscribers, including 'top'.
        procon-client top
        procon-client top 'shared.**' --interval 5
        procon-client top --count 1 --rows 5
      """)

  @Argument(
    help: "Paths or patterns of the boxes to count. (default: all)", completion: .boxes,
    transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Option(
    help: ArgumentHelp(
      "Time between pages, \(TimeOption.page.help). (default: 1s)", valueName: "time"),
    transform: TimeOption.page.duration)
  var interval: Duration?

  @Option(
    help: ArgumentHelp(
      "Print this many pages one after another, also on a terminal, then exit. (default: no limit)",
      valueName: "n"))
  var count: Int?

  @Option(
    help: ArgumentHelp("Maximum number of boxes on a printed page, 1 to 10000.", valueName: "n"))
  var rows = 20

  @OptionGroup var common: CommonOptions

  var mayStart: Bool { false }

  func validate() throws {
    guard count ?? 1 > 0 else { throw ValidationError("--count must be a whole number from 1") }
    guard (1...10_000).contains(rows) else { throw ValidationError("--rows must be 1 to 10000") }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let isLive = context.output.isTerminal && count == nil && Environment["TERM"] != "dumb"
    let own = ["daemon.*"].compactMap { Pattern($0) }
    let wanted = patterns.isEmpty ? ["**"].compactMap { Pattern($0) } : patterns
    let view = TopView(
      ChangeCounter(wanted, context), context, isLive: isLive,
      interval: interval ?? .seconds(1), maximumRows: rows,
      maximumPages: count)
    let subscription = SubscriptionRun(
      own, mode: .latest, interval: .zero, context: context, view: view,
      once: false)
    view.whenDone = { [weak subscription] in subscription?.finish($0) }
    try await subscription.run()
  }
}

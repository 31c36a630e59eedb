internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Shows how often boxes change, after each interval: drawn in place on a terminal, otherwise
/// printed as one page after another.
@LoopActor
final class TopView: SubscriptionView {
  private let context: CommandContext
  private let interval: Duration
  private let maximumRows: Int
  private let maximumPages: Int?
  /// Called when the maximum number of pages was printed, or the daemon refuses to count.
  var whenDone: (@LoopActor (Result<Void, Failure>) -> Void)?
  private var terminal: HeldTerminal?
  private var timer: Timer?
  private let counter: ChangeCounter
  private var counting: Task<Void, Never>?
  private var page = TopPage()
  private var pages = 0
  /// The newest counts of the daemon.
  private var stats: DaemonStats?
  /// What is wrong with them; nil if nothing is.
  private var fault: String?
  /// The counts of the last page.
  private var shownStats: DaemonStats?
  /// How often the counts were published since the last page.
  private var published = 0
  private var began = MonotonicTime.now

  /// - Parameters:
  ///   - interval: above zero.
  ///   - isLive: whether to draw in place.
  ///   - maximumRows: the maximum number of boxes on a printed page.
  ///   - maximumPages: pages to print before ``whenDone``; nil for no limit.
  init(
    _ counter: ChangeCounter, _ context: CommandContext, isLive: Bool, interval: Duration,
    maximumRows: Int, maximumPages: Int?
  ) {
    self.counter = counter
    self.context = context
    self.interval = interval
    self.maximumRows = maximumRows
    self.maximumPages = maximumPages
    guard isLive else { return }
    terminal = HeldTerminal(context.output) { _, _ in
      LinePainter { [unowned self] columns, rows in
        // Nothing before the first count.
        guard counter.hasCounted || page.notice != nil else { return nil }
        return page.lines(width: columns, height: rows, palette: context.palette)
      }
    }
  }

  var showsConnectionLoss: Bool { terminal != nil }

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    guard let stats = boxes.values.last(where: { $0.path == Self.statsPath }) else { return }
    var reader = BoxReader { _ in stats.value }
    self.stats = reader.read(stats.path)
    fault = reader.faults.first
    published += 1
  }

  func sync(_ mirror: Mirror) {
    var boxes = BoxReader { mirror[$0] }
    let info = boxes.read("daemon.info", as: DaemonInfo.self)
    page.server = info.map { "procond \($0.version)" } ?? "the daemon"
    page.notice = boxes.faults.first ?? fault
    page.stats = stats
    terminal?.redraw()
    guard timer == nil else { return }
    shownStats = stats
    published = 0
    began = .now
    timer = Timer(after: interval, every: interval) { [unowned self] in count() }
    count()
  }

  func lose(_ mirror: Mirror) {
    page.notice = "The connection to the daemon is lost; trying again …"
    terminal?.redraw()
  }

  func end() {
    timer = nil
    counting?.cancel()
    terminal?.end()
  }

  private static let statsPath = "daemon.stats"
  /// How long the first page waits for rates. A daemon counts once a second.
  private static let patience = Duration.seconds(5)

  /// Requests the daemon's counts, then shows them. Does nothing while a request is in progress.
  private func count() {
    guard counting == nil else { return }
    counting = LoopActor.task { [weak self, counter] in
      let outcome: Result<Void, Failure>
      do throws(Failure) {
        outcome = .success(try await counter.count())
      } catch {
        outcome = .failure(error)
      }
      guard !Task.isCancelled, let self else { return }
      counting = nil
      if case .failure = outcome { return whenDone?(outcome) ?? () }
      guard let elapsed = counter.elapsed else { return terminal?.redraw() ?? () }
      showPage(counter.activity.rows(after: elapsed))
    }
  }

  private func showPage(_ rows: [BoxActivity.Row]) {
    page.rows = rows
    if let stats, stats != shownStats {
      page.rates = shownStats.flatMap { stats.rates(since: $0, published: published) }
      shownStats = stats
      published = 0
    }
    page.stats = stats
    if let terminal { return terminal.redraw() }
    guard !awaitsRates() else { return }
    printPage()
    if pages == maximumPages { whenDone?(.success(())) }
  }

  /// Whether the first printed page waits for the daemon's next count, without which it has no rates.
  /// It does not wait for long, because other daemons may not count.
  private func awaitsRates() -> Bool {
    guard pages == 0, page.rates == nil, stats != nil else { return false }
    return began.duration(to: .now) < Self.patience
  }

  /// Prints the page, unless the output is blocked.
  private func printPage() {
    guard !context.output.isBlocked else { return }
    if pages > 0 { context.print(line: "") }
    let lines = page.lines(
      width: context.output.columns, height: nil, maximumRows: maximumRows, palette: context.palette
    )
    lines.forEach(context.print(line:))
    pages += 1
  }
}

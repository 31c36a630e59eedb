internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Counts changes, and shows the counts after each interval: on a terminal in place, otherwise as
/// one page below the other.
@LoopActor
final class TopView: SubscriptionView {
  private let session: Session
  private let interval: Duration
  private let mostRows: Int
  private let mostPages: Int?
  /// Called when as many pages were written as were wanted.
  var whenDone: (@LoopActor () -> Void)?
  private var screen: LiveScreen?
  private var timer: Timer?
  private var activity = BoxActivity()
  private var page = TopPage()
  private var pages = 0
  /// The newest counts, those at the last page, and how often there were new ones since.
  private var stats: DaemonStats?
  private var shownStats: DaemonStats?
  private var published = 0
  private var lastPage = ContinuousClock.now
  /// When counting began.
  private var began = ContinuousClock.now

  /// - Parameters:
  ///   - interval: above zero.
  ///   - mostRows: of one page where it is no screen.
  ///   - mostPages: how many pages are wanted; nil for no end.
  init(
    _ session: Session, isLive: Bool, interval: Duration, mostRows: Int, mostPages: Int?
  ) {
    self.session = session
    self.interval = interval
    self.mostRows = mostRows
    self.mostPages = mostPages
    guard isLive else { return }
    screen = LiveScreen(session.output) { [unowned self] columns, rows in
      // Not before there is anything to say.
      guard timer != nil || page.notice != nil else { return nil }
      return page.lines(width: columns, height: rows, palette: session.palette)
    }
  }

  var tellsLoss: Bool { screen != nil }

  func change(_ boxes: Boxes, _ mirror: Mirror) {
    if let stats = boxes.values.last(where: { $0.path == Self.statsPath }) {
      self.stats = DaemonStats(stats.value)
      published += 1
    }
    // A snapshot is no change.
    guard mirror.isSynced else { return }
    activity.count(
      Boxes(
        revision: boxes.revision, values: boxes.values.filter { $0.path != Self.statsPath },
        removed: boxes.removed, merged: boxes.merged))
  }

  func sync(_ mirror: Mirror) {
    let version = mirror["daemon.info"]?["version"]?.string
    page.server = version.map { "procond \($0)" } ?? "the daemon"
    page.notice = nil
    page.stats = stats
    screen?.redraw()
    guard timer == nil else { return }
    shownStats = stats
    published = 0
    lastPage = .now
    began = lastPage
    timer = Timer(after: interval, every: interval) { [unowned self] in turn() }
  }

  func lose(_ mirror: Mirror) {
    page.notice = "The connection to the daemon is lost; trying again …"
    screen?.redraw()
  }

  func end() {
    timer = nil
    screen?.end()
  }

  private static let statsPath = "daemon.stats"
  /// Daemons count once a second.
  private static let patience = Duration.seconds(5)

  private func turn() {
    let now = ContinuousClock.now
    page.rows = activity.rows(after: lastPage.duration(to: now) / .seconds(1))
    lastPage = now
    if let stats, stats != shownStats {
      page.rates = shownStats.flatMap { stats.rates(since: $0, published: published) }
      shownStats = stats
      published = 0
    }
    page.stats = stats
    if let screen { return screen.redraw() }
    guard !awaitsRates(now) else { return }
    writePage()
    if pages == mostPages { whenDone?() }
  }

  /// Whether the first page that is written is to wait for the daemon's next count, without which it
  /// has no rates: not for long, as not every daemon counts.
  private func awaitsRates(_ now: ContinuousClock.Instant) -> Bool {
    guard pages == 0, page.rates == nil, stats?.uptime != nil else { return false }
    return began.duration(to: now) < Self.patience
  }

  /// A reader who is behind gets the next one instead.
  private func writePage() {
    guard !session.output.isBlocked else { return }
    if pages > 0 { session.write(line: "") }
    let lines = page.lines(
      width: session.output.columns, height: nil, mostRows: mostRows, palette: session.palette)
    lines.forEach(session.write(line:))
    pages += 1
  }
}

internal import Domain
internal import UVLoop

/// The boards of a mount, as far as they were followed, and reports of each difference.
@LoopActor
final class EtcdMirror: EtcdFollowerDelegate {
  private(set) var contents = EtcdContents()
  /// Called when the prefix was read and has no layout; writes one.
  var makeLayout: @LoopActor () async throws(EtcdError) -> Void = {}
  /// Called when everything was read, to remove what changes have left that were not finished.
  var cleanUp: @LoopActor () -> Void = {}
  let follower: EtcdFollower
  private let reports: EtcdReports
  /// Whether `contents` is what was stored at some revision.
  private var hasAdopted = false

  init(_ follower: EtcdFollower, _ reports: EtcdReports) {
    self.follower = follower
    self.reports = reports
    follower.delegate = self
  }

  func prepare() async throws(EtcdError) {
    try await makeLayout()
  }

  func adopt(_ all: EtcdStep, isLate: Bool) async {
    var new = EtcdContents()
    // Values refer to their parts.
    let events = all.events.filter(\.isOfPart) + all.events.filter { !$0.isOfPart }
    for start in stride(from: 0, to: events.count, by: Self.eventsAtOnce) {
      let some = events[start..<min(start + Self.eventsAtOnce, events.count)]
      _ = new.follow(EtcdStep(revision: all.revision, events: Array(some)))
      await Task.yield()
    }
    let touched = new.touched(since: contents)
    contents = new
    reportFaults()
    // Those who have read before the first time have got an error.
    let changes = hasAdopted ? contents.changes(touched) : isLate ? [.unknown] : []
    hasAdopted = true
    if !changes.isEmpty { reports.report(changes) }
    if touched.fillsTrash { reports.reportRemoval() }
    cleanUp()
  }

  /// What the loop reads in one turn, so that a large store does not keep others waiting.
  private static let eventsAtOnce = 200

  func follow(_ step: EtcdStep) {
    let touched = contents.follow(step)
    let changes = contents.changes(touched)
    if !changes.isEmpty { reports.report(changes) }
    if touched.fillsTrash { reports.reportRemoval() }
    reportFaults()
  }

  func report(obstacle: String?) {
    reports.report(obstacle: obstacle)
  }

  private func reportFaults() {
    reports.report(faults: contents.allFaults(under: follower.prefix))
  }
}

extension EtcdStep.Event {
  fileprivate var isOfPart: Bool {
    if case .put(let pair) = self { pair.key.hasPrefix(EtcdKey.parts) } else { false }
  }
}

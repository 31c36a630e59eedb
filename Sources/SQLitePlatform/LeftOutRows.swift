internal import Domain
internal import Synchronization

/// The rows that are left out because they cannot be read, as far as they are known. They are
/// reported as faults.
final class LeftOutRows: Sendable {
  private let path: String
  private let reports: SQLiteReports
  private let state = Mutex(State())

  private struct State {
    var faults = RowFaults()
    /// Why the tables could not be surveyed; nil if they could.
    var failure: String?
    var isOutdated = true
  }

  /// - Parameter path: that of the database.
  init(in path: String, _ reports: SQLiteReports) {
    self.path = path
    self.reports = reports
  }

  /// Whether something else than this store may have changed rows since the last survey, or rows
  /// that are left out may have been removed.
  var isOutdated: Bool { state.withLock { $0.isOutdated } }

  /// Something else has changed rows.
  func becomeOutdated() {
    state.withLock { $0.isOutdated = true }
  }

  /// This store has made a change. A row that is left out may have been replaced, or removed with
  /// its topic or because of its age.
  func note(_ change: SQLiteChange) {
    state.withLock { state in
      let concerns =
        switch change {
        case .nothing: false
        case .boards(let boards, _): boards.contains { state.faults.concern($0.id) }
        case .overview(let overview): state.faults.concern(overview.id)
        case .posts(let id, _, _, _), .removal(let id): state.faults.concern(id)
        }
      if concerns { state.isOutdated = true }
    }
  }

  /// Returns all topics, after finding all of the rows.
  func survey(_ database: Database) throws -> [TopicOverview] {
    let overviews = try database.survey(state.withLock { $0.faults.suspects })
    adopt(State(faults: database.takeFaults(), isOutdated: false))
    return overviews
  }

  /// Finds all of the rows after something was read, if they are outdated.
  func renew(_ database: Database) {
    take(from: database)
    guard isOutdated else { return }
    do {
      _ = try survey(database)
    } catch {
      // Another failure may pass: the next call tries again.
      guard case .damaged(let place) = StoreError(error, in: path) else { return }
      adopt(State(faults: database.takeFaults(), failure: place, isOutdated: false))
    }
  }

  /// Adds those that were found when something was read.
  func take(from database: Database) {
    let found = database.takeFaults()
    guard !found.isEmpty else { return }
    var state = state.withLock { $0 }
    state.faults.add(found)
    adopt(state)
  }

  private func adopt(_ new: State) {
    state.withLock { $0 = new }
    let failure = new.failure.map { [StoreFault($0)] } ?? []
    reports.report(faults: failure + new.faults.all(path))
  }
}

internal import Domain
internal import UVLoop

/// What a gateway shows of its service: everything that was read so far, with the changes that are
/// under way. It reports each difference.
@LoopActor
final class ServiceMirror {
  /// In order of creation; nil until the list of topics was read.
  private(set) var ids: [Topic.ID]?
  private(set) var overviews: [Topic.ID: TopicOverview] = [:]
  private(set) var boards: [Topic.ID: Board] = [:]
  /// The newest posts of each topic whose posts were read.
  private(set) var posts: [Topic.ID: [PostOverview]] = [:]
  private let reports: ServiceReports

  init(_ reports: ServiceReports) {
    self.reports = reports
  }

  func stored<Value>(_ value: Value) -> Stored<Value> { Stored(value, version: reports.version) }

  /// All topics that are known.
  var list: [TopicOverview] { (ids ?? []).compactMap { overviews[$0] } }

  /// ServiceReports what is shown of a part, although it has not changed.
  func report(_ part: StorePart) {
    switch part {
    case .topics: reports.report(list.map { .overview($0) })
    case .board(let id): if let board = boards[id] { reports.report([.board(board)]) }
    case .posts(let id):
      if let newest = posts[id] { reports.report([.posts(id, newest: newest, changes: nil)]) }
    }
  }

  // MARK: Boards

  /// Shows a board. One that was not known before is reported only if what is known of the topic
  /// differs from it.
  func show(_ board: Board) {
    let (id, overview) = (board.id, board.overview)
    let (old, oldOverview) = (boards[id], overviews[id])
    boards[id] = board
    if ids?.contains(id) == false { ids?.append(id) }
    overviews[id] = overview
    let isNew = old == nil && (oldOverview == overview || oldOverview == nil && ids == nil)
    if isNew || old == board && oldOverview == overview { return }
    reports.report([.board(board)])
  }

  /// Shows the topic itself; the arguments stay.
  ///
  /// - Parameter overview: of the topic. What is nil stays as it is.
  func show(topicOf overview: TopicOverview) {
    let topic = overview.topic
    if let board = boards[topic.id] {
      return show(board.with(topic))
    }
    let old = overviews[topic.id]
    var overview = overview
    for side in Side.allCases where overview[side] == nil { overview[side] = old?[side] }
    guard overview != old else { return }
    overviews[topic.id] = overview
    // Without the list of topics, this is the first that is known of it.
    if old == nil, ids == nil { return }
    if ids?.contains(topic.id) == false { ids?.append(topic.id) }
    reports.report([.overview(overview)])
  }

  // MARK: Topics

  /// Shows the list of topics.
  ///
  /// - Parameters:
  ///   - list: in order of creation.
  ///   - isCurrent: false for a topic that was changed after the list was requested: it stays as it
  ///     is.
  /// - Returns: the topics whose board must be read again, because the list has other figures, and
  ///   those that are not in it.
  func show(
    _ list: [TopicOverview], isCurrent: (Topic.ID) -> Bool
  ) -> (outdated: [Topic.ID], gone: [Topic.ID]) {
    let listed = Set(list.map(\.id))
    let old = ids ?? Array(overviews.keys)
    let gone = old.filter { !listed.contains($0) && isCurrent($0) }
    let kept = old.filter { !listed.contains($0) && !isCurrent($0) }
    let isFirst = ids == nil
    let present = list.filter { isCurrent($0.id) || overviews[$0.id] != nil }
    ids = present.map(\.id) + kept
    var outdated: [Topic.ID] = []
    for id in gone { forget(id) }
    for overview in present where isCurrent(overview.id) {
      if show(overview, isFirst: isFirst) { outdated.append(overview.id) }
    }
    return (outdated, gone)
  }

  /// - Returns: whether the topic's board has other figures.
  private func show(_ overview: TopicOverview, isFirst: Bool) -> Bool {
    let id = overview.id
    let old = overviews.updateValue(overview, forKey: id)
    guard let board = boards[id] else {
      if old == overview || old == nil && isFirst { return false }
      reports.report([.overview(overview)])
      return false
    }
    let renamed = board.with(overview.topic)
    boards[id] = renamed
    if board != renamed || old != overview { reports.report([.board(renamed)]) }
    return renamed.overview != overview
  }

  /// Shows new topics, after all others.
  func insert(_ added: [Board]) {
    for board in added {
      boards[board.id] = board
      overviews[board.id] = board.overview
      if ids?.contains(board.id) == false { ids?.append(board.id) }
    }
    reports.report(added.map { .board($0) })
  }

  /// A topic that is no longer shown, for the case that its removal is refused.
  struct Removed {
    fileprivate let id: Topic.ID
    fileprivate let place: Int?
    fileprivate let overview: TopicOverview?
    fileprivate let board: Board?
    fileprivate let posts: [PostOverview]?
  }

  @discardableResult
  func remove(_ id: Topic.ID) -> Removed {
    let place = ids?.firstIndex(of: id)
    let removed = Removed(
      id: id, place: place, overview: overviews[id], board: boards[id], posts: posts[id])
    if let place { ids?.remove(at: place) }
    forget(id)
    return removed
  }

  func restore(_ removed: Removed) {
    let id = removed.id
    if let place = removed.place, var all = ids {
      all.insert(id, at: min(place, all.count))
      ids = all
    }
    boards[id] = removed.board
    overviews[id] = removed.overview
    posts[id] = removed.posts
    if let board = removed.board {
      reports.report([.board(board)])
    } else if let overview = removed.overview {
      reports.report([.overview(overview)])
    }
  }

  private func forget(_ id: Topic.ID) {
    let wasKnown = overviews.removeValue(forKey: id) != nil
    let hadBoard = boards.removeValue(forKey: id) != nil
    posts[id] = nil
    guard wasKnown || hadBoard else { return }
    reports.report([.removal(id)])
  }

  // MARK: Posts

  /// Shows the newest posts of a topic. Those that were not known before are not reported.
  ///
  /// - Parameter changes: what was done to any of its posts; nil if that is not known.
  func show(_ newest: [PostOverview], of topic: Topic.ID, _ changes: [PostChange]? = nil) {
    let old = posts.updateValue(newest, forKey: topic)
    guard let old, old != newest || changes != nil else { return }
    reports.report([.posts(topic, newest: newest, changes: changes)])
  }
}

internal import Boxes
internal import Domain

/// What people still have to do in the topics of a store. Nothing is read until a client asks; from
/// then on it follows the store, until it has to be read again and nobody looks.
final class PendingTopics {
  /// Whether it was read.
  private(set) var isLoaded = false
  private var isLoading = false
  private var hasFailed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Of the topics in which somebody has something to do.
  private var all: [Topic.ID: Known] = [:]
  /// The topics in which each addressee has something to do.
  private var topics: [Pending.Addressee: Set<Topic.ID>] = [:]
  /// What is shown now, by addressee.
  private var shown: [Pending.Addressee: WeakBox] = [:]
  private let read: () async throws(BoardError) -> Stored<[Pending]>
  private let road: StoreRoad

  private struct WeakBox {
    weak var box: Box<[PendingMatter]>?
  }

  /// A topic with its matters, of which there may be many.
  private struct Known {
    let pending: Pending
    let matters: [Pending.Addressee: [PendingMatter]]

    init(_ pending: Pending) {
      self.pending = pending
      matters = pending.matters.mapValues { matters in
        matters.map {
          PendingMatter(topic: pending.topic, matter: $0, deadline: pending.deadline(of: $0))
        }
      }
    }
  }

  init(
    on road: StoreRoad, _ read: @escaping () async throws(BoardError) -> Stored<[Pending]>
  ) {
    self.road = road
    self.read = read
  }

  // MARK: Reading

  /// Reads everything, unless it was read. Of calls during a read, each waits for it. Whether it
  /// succeeded is ``isLoaded``.
  func loadIfNeeded() async {
    if !isLoaded { await load() }
  }

  /// Reads everything again if somebody looks; otherwise forgets it.
  func refresh() async {
    shown = shown.filter { $0.value.box != nil }
    if !shown.isEmpty { return await load() }
    isLoaded = false
    (all, topics) = ([:], [:])
  }

  /// What was known stays if the store fails.
  private func load() async {
    guard !isLoading else {
      return await withCheckedContinuation { continuation in
        // It may have ended since.
        if isLoading { waiting.append(continuation) } else { continuation.resume() }
      }
    }
    isLoading = true
    do throws(BoardError) {
      while try await isOutdatedAfterReading() {}
      hasFailed = false
    } catch {
      hasFailed = true
    }
    isLoading = false
    let ended = waiting
    waiting = []
    for continuation in ended { continuation.resume() }
  }

  /// - Returns: whether anything may have changed during the read.
  private func isOutdatedAfterReading() async throws(BoardError) -> Bool {
    var isOutdated = false
    try await road.read { () async throws(BoardError) in
      try await read().map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
    } follow: { known, change in
      if case .unknown = change { isOutdated = true }
      for (id, pending) in Self.news(in: change, { known[$0] }) { known[id] = pending }
    } show: { new in
      isLoaded = true
      var concerned: Set<Pending.Addressee> = []
      for id in Set(all.keys).union(new.keys) { concerned.formUnion(put(new[id], of: id)) }
      show(concerned)
    }
    return isOutdated
  }

  // MARK: Following

  /// What an addressee has to do. It is up to date for as long as the output is kept.
  func matters(for addressee: Pending.Addressee) -> Output<[PendingMatter]> {
    if let box = shown[addressee]?.box { return Output(box) }
    shown = shown.filter { $0.value.box != nil }
    let box = Box(current(addressee))
    shown[addressee] = WeakBox(box: box)
    return Output(box)
  }

  /// Follows a step of the store.
  func follow(_ step: [StoreChange]) {
    guard isLoaded else {
      // The store works again: those who look are to have it read.
      if hasFailed, !isLoading { for shown in shown.values { shown.box?.value = [] } }
      return
    }
    var concerned: Set<Pending.Addressee> = []
    for change in step {
      for (id, pending) in Self.news(in: change, { all[$0]?.pending })
      where pending != all[id]?.pending {
        concerned.formUnion(put(pending, of: id))
      }
    }
    show(concerned)
  }

  /// Shows what has changed because the deadlines of these topics have passed.
  func renew(_ ids: [Topic.ID]) {
    for addressee in Set(ids.compactMap { all[$0] }.flatMap(\.matters.keys)) {
      shown[addressee]?.box?.value = current(addressee)
    }
  }

  /// What a change says about topics; nil for one in which nobody has anything to do.
  private static func news(
    in change: StoreChange, _ known: (Topic.ID) -> Pending?
  ) -> [(id: Topic.ID, pending: Pending?)] {
    switch change {
    case .board(let board):
      let pending = board.pending
      return [(board.id, pending.isEmpty ? nil : pending)]
    case .overview(let overview):
      guard var pending = known(overview.id) else { return [] }
      pending.topic = overview.topic
      return [(overview.id, pending)]
    case .removal(let id): return [(id, nil)]
    case .posts, .unknown: return []
    }
  }

  /// - Returns: those for whom something has changed.
  private func put(_ pending: Pending?, of id: Topic.ID) -> Set<Pending.Addressee> {
    let (old, new) = (all[id]?.matters ?? [:], pending.map(Known.init))
    let matters = new?.matters ?? [:]
    all[id] = new
    let concerned = Set(old.keys).union(matters.keys).filter { old[$0] != matters[$0] }
    for addressee in concerned {
      if matters[addressee] != nil {
        topics[addressee, default: []].insert(id)
      } else {
        topics[addressee]?.remove(id)
        if topics[addressee]?.isEmpty == true { topics[addressee] = nil }
      }
    }
    return concerned
  }

  private func show(_ addressees: Set<Pending.Addressee>) {
    for addressee in addressees { shown[addressee]?.box?.value = current(addressee) }
  }

  private func current(_ addressee: Pending.Addressee) -> [PendingMatter] {
    (topics[addressee] ?? []).flatMap { all[$0]?.matters[addressee] ?? [] }
  }
}

/// Something that somebody has to do.
struct PendingMatter: Equatable {
  let topic: Topic
  let matter: Pending.Matter
  /// nil for any time.
  let deadline: Timestamp?
}

internal import Boxes
internal import Domain

/// What people still have to do in the topics of a store. Nothing is read until a client asks; from
/// then on it follows the store.
final class PendingTopics {
  /// Whether it was read.
  private(set) var isLoaded = false
  private var isLoading = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Of the topics in which something waits.
  private var all: [Topic.ID: Pending] = [:]
  /// The topics in which something waits for each addressee.
  private var topics: [Pending.Addressee: Set<Topic.ID>] = [:]
  /// What is shown now, by addressee.
  private var shown: [Pending.Addressee: WeakBox] = [:]
  private let read: () async throws(BoardError) -> Stored<[Pending]>
  private let road: StoreRoad

  private struct WeakBox {
    weak var box: Box<[PendingMatter]>?
  }

  init(
    on road: StoreRoad, _ read: @escaping () async throws(BoardError) -> Stored<[Pending]>
  ) {
    self.road = road
    self.read = read
  }

  /// Reads everything, unless it was read. Of calls during a read, each waits for it. Whether it
  /// succeeded is ``isLoaded``.
  func loadIfNeeded() async {
    guard !isLoaded else { return }
    guard !isLoading else {
      return await withCheckedContinuation { continuation in
        // It may have ended since.
        if isLoading { waiting.append(continuation) } else { continuation.resume() }
      }
    }
    isLoading = true
    try? await load()
    isLoading = false
    let ended = waiting
    waiting = []
    for continuation in ended { continuation.resume() }
  }

  /// Reads everything, or reads it again. Throws `.store`; what was known stays.
  func load() async throws(BoardError) {
    try await road.read { () async throws(BoardError) in
      try await read().map { Dictionary($0.map { ($0.id, $0) }) { first, _ in first } }
    } follow: { known, change in
      for (id, pending) in Self.news(in: change, known) { known[id] = pending }
    } show: { new in
      isLoaded = true
      let old = all
      for id in Set(old.keys).union(new.keys) { put(new[id], of: id) }
      show(Set(old.values.flatMap(\.matters.keys)).union(new.values.flatMap(\.matters.keys)))
    }
  }

  /// What waits for an addressee, in no particular order. It is up to date for as long as the output is
  /// kept.
  func matters(for addressee: Pending.Addressee) -> Output<[PendingMatter]> {
    if let box = shown[addressee]?.box { return Output(box) }
    shown = shown.filter { $0.value.box != nil }
    let box = Box(current(addressee))
    shown[addressee] = WeakBox(box: box)
    return Output(box)
  }

  /// Follows a step of the store.
  func follow(_ step: [StoreChange]) {
    guard isLoaded else { return }
    var concerned: Set<Pending.Addressee> = []
    for change in step {
      for (id, pending) in Self.news(in: change, all) where pending != all[id] {
        concerned.formUnion(all[id]?.matters.keys.map(\.self) ?? [])
        put(pending, of: id)
        concerned.formUnion(pending?.matters.keys.map(\.self) ?? [])
      }
    }
    show(concerned)
  }

  /// Shows what has changed because the deadlines of these topics have passed.
  func renew(_ ids: [Topic.ID]) {
    show(Set(ids.compactMap { all[$0] }.flatMap(\.matters.keys)))
  }

  /// What a change says about topics; nil for one in which nothing waits.
  private static func news(
    in change: StoreChange, _ known: [Topic.ID: Pending]
  ) -> [(id: Topic.ID, pending: Pending?)] {
    switch change {
    case .board(let board):
      let pending = board.pending
      return [(board.id, pending.isEmpty ? nil : pending)]
    case .overview(let overview):
      guard var pending = known[overview.id] else { return [] }
      pending.topic = overview.topic
      return [(overview.id, pending)]
    case .removal(let id): return [(id, nil)]
    case .posts, .unknown: return []
    }
  }

  private func put(_ pending: Pending?, of id: Topic.ID) {
    for addressee in (all[id]?.matters ?? [:]).keys {
      topics[addressee]?.remove(id)
      if topics[addressee]?.isEmpty == true { topics[addressee] = nil }
    }
    all[id] = pending
    for addressee in (pending?.matters ?? [:]).keys { topics[addressee, default: []].insert(id) }
  }

  private func show(_ addressees: Set<Pending.Addressee>) {
    for addressee in addressees { shown[addressee]?.box?.value = current(addressee) }
  }

  private func current(_ addressee: Pending.Addressee) -> [PendingMatter] {
    (topics[addressee] ?? []).compactMap { all[$0] }.flatMap { pending in
      (pending.matters[addressee] ?? []).map { matter in
        PendingMatter(
          topic: pending.topic, matter: matter, deadline: pending.deadline(of: matter))
      }
    }
  }
}

/// Something that waits for somebody.
struct PendingMatter: Equatable {
  let topic: Topic
  let matter: Pending.Matter
  /// nil for any time.
  let deadline: Timestamp?
}

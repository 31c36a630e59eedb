/// What clients of the daemons of a cluster have done to boxes and seen of them.
///
/// Each written value is different, and each version is published by at least two of three daemons: so
/// the order of the cluster is known, and one pass over it decides whether the clients could have seen
/// what they saw, with Adya's version orders ("Generalized Isolation Level Definitions", 2000), as in
/// Elle (Kingsbury and Alvaro, 2020).
struct ClusterHistory: Sendable {
  /// A change that a client asked for.
  struct Change {
    enum Outcome: Equatable {
      /// In a revision of the cluster.
      case made(revision: Int)
      case refused
      /// It may have been made.
      case unknown
    }

    let client: Int
    let box: String
    let value: Int
    /// What the client had read, if the change was to be made only then.
    let predecessor: Int??
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    let outcome: Outcome
  }

  struct Read {
    let client: Int
    let box: String
    /// nil if there was no such box.
    let value: Int?
    let time: ContinuousClock.Instant
  }

  struct Version: Hashable {
    let box: String
    let value: Int
  }

  var changes: [Change] = []
  var reads: [Read] = []
  /// What each daemon has published, in its order: the boxes of each line.
  var views: [[[Version]]] = []

  /// Whether a daemon has not published what another one has: the cluster was compacted before it was read.
  var hasGaps: Bool {
    let parts = views.map { Set($0.joined()) }
    return parts.contains { $0 != parts[0] }
  }

  /// Sentences about what cannot be; empty if the cluster and its daemons have kept their promises.
  func violations() -> [String] {
    guard let versions = ordered() else {
      return ["no order of the changes is that of all daemons"] + doubled
    }
    let places = Dictionary(versions.enumerated().map { ($1.value, $0) }) { first, _ in first }
    return doubled + lost(places) + outOfOrder(places) + unexpected(versions) + backward(places)
  }

  /// The order of the cluster, of which each daemon has published a part; nil if there is none.
  private func ordered() -> [Version]? {
    var later: [Version: Set<Version>] = [:]
    var earlier = Dictionary(views.joined().joined().map { ($0, 0) }) { first, _ in first }
    for view in views {
      for (line, next) in zip(view, view.dropFirst()) {
        for (one, other) in line.flatMap({ one in next.map { (one, $0) } })
        where later[one, default: []].insert(other).inserted {
          earlier[other, default: 0] += 1
        }
      }
    }
    let revisions = Dictionary(changes.map { ($0.value, $0.revision ?? 0) }) { first, _ in first }
    var ready = earlier.filter { $0.value == 0 }.map(\.key)
    var versions: [Version] = []
    while !ready.isEmpty {
      ready.sort { revisions[$0.value, default: 0] > revisions[$1.value, default: 0] }
      let version = ready.removeLast()
      versions.append(version)
      for next in later[version] ?? [] {
        earlier[next, default: 0] -= 1
        if earlier[next] == 0 { ready.append(next) }
      }
    }
    return versions.count == earlier.count ? versions : nil
  }

  private var doubled: [String] {
    views.flatMap { view in
      Dictionary(grouping: view.joined(), by: \.value).filter { $1.count > 1 }
        .map { "\($0.key) was published \($0.value.count) times by one daemon" }
    }
  }

  private func lost(_ places: [Int: Int]) -> [String] {
    let wrong = changes.compactMap { change in
      switch (change.outcome, places[change.value]) {
      case (.made(let revision), nil): "\(change.value) was acknowledged in \(revision) and is lost"
      case (.refused, _?): "\(change.value) was refused and made"
      default: nil
      }
    }
    let made = changes.compactMap { change in
      places[change.value].flatMap { place in change.revision.map { (place: place, revision: $0) } }
    }.sorted { $0.place < $1.place }
    return wrong
      + zip(made, made.dropFirst()).compactMap { one, next in
        one.revision < next.revision
          ? nil : "revision \(next.revision) was published after \(one.revision)"
      }
  }

  /// A change that began when another one had been answered is after it.
  private func outOfOrder(_ places: [Int: Int]) -> [String] {
    let made = changes.filter { places[$0.value] != nil }
    let answered = made.filter { $0.outcome != .unknown }.sorted { $0.end < $1.end }
    var (newest, next) = (-1, 0)
    return made.sorted { $0.start < $1.start }.compactMap { change in
      while next < answered.count, answered[next].end < change.start {
        newest = max(newest, places[answered[next].value] ?? 0)
        next += 1
      }
      let isAfter = (places[change.value] ?? 0) > newest
      return isAfter ? nil : "\(change.value) was made before one that had been answered"
    }
  }

  /// A conditional change follows what its client had read.
  private func unexpected(_ versions: [Version]) -> [String] {
    let conditions = Dictionary(changes.map { ($0.value, $0.predecessor) }) { first, _ in first }
    var current: [String: Int] = [:]
    return versions.compactMap { version in
      let before = current.updateValue(version.value, forKey: version.box)
      guard case .some(.some(let expected)) = conditions[version.value], expected != before else {
        return nil
      }
      return "\(version.value) was to follow \(expected ?? 0) and followed \(before ?? 0)"
    }
  }

  /// What a client reads never goes back, not even behind its own changes.
  private func backward(_ places: [Int: Int]) -> [String] {
    struct Subject: Hashable {
      let client: Int
      let box: String
    }
    var seen: [Subject: Int] = [:]
    let own = changes.filter { $0.revision != nil }
      .map { (Subject(client: $0.client, box: $0.box), $0.end, $0.value as Int?, false) }
    let read = reads.map { (Subject(client: $0.client, box: $0.box), $0.time, $0.value, true) }
    return (own + read).sorted { $0.1 < $1.1 }.compactMap { subject, _, value, isRead in
      let place = value.map { places[$0] ?? -2 } ?? -1
      let last = seen[subject] ?? -1
      seen[subject] = max(last, place)
      guard isRead, place < last || place == -2 else { return nil }
      return "client \(subject.client) read \(value ?? 0) in \(subject.box) after a newer value"
    }
  }
}

extension ClusterHistory.Change {
  /// That in which it was made, as far as its client knows.
  var revision: Int? {
    if case .made(let revision) = outcome { revision } else { nil }
  }
}

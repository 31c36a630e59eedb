import UVLoop

/// What clients of a cluster have done to boxes and seen of them, and what the cluster has made of it.
///
/// Each written value is different, and the order of the cluster is known. So one pass over it decides
/// whether the clients could have seen it, with Adya's version orders ("Generalized Isolation Level
/// Definitions", 2000), as in Elle (Kingsbury and Alvaro, 2020).
struct BoxHistory {
  /// A change that a client asked for.
  struct Change {
    enum Outcome: Equatable {
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
    let start: MonotonicTime
    let end: MonotonicTime
    let outcome: Outcome
  }

  struct Read {
    let client: Int
    let box: String
    /// nil if there was no such box.
    let value: Int?
    let time: MonotonicTime
  }

  struct Version {
    let revision: Int
    let box: String
    let value: Int
  }

  var changes: [Change] = []
  var reads: [Read] = []
  /// What the cluster has made, in its order.
  var versions: [Version] = []

  /// Sentences about what cannot be; empty if the cluster and its clients have kept their promises.
  func violations() -> [String] {
    doubled + lost + outOfOrder + unexpected + backward
  }

  /// The place of each value in the order of the cluster.
  private var places: [Int: Int] {
    Dictionary(versions.enumerated().map { ($1.value, $0) }) { first, _ in first }
  }

  private var doubled: [String] {
    Dictionary(grouping: versions, by: \.value).filter { $1.count > 1 }
      .map { "\($0.key) was made \($0.value.count) times" }
  }

  private var lost: [String] {
    let made = Dictionary(versions.map { ($0.value, $0.revision) }) { first, _ in first }
    return changes.compactMap { change in
      switch change.outcome {
      case .made(let revision) where made[change.value] != revision:
        "\(change.value) was acknowledged in \(revision) and is in \(made[change.value] ?? 0)"
      case .refused where made[change.value] != nil: "\(change.value) was refused and made"
      case .made, .refused, .unknown: nil
      }
    }
  }

  /// A change that began when another one had been answered is after it.
  private var outOfOrder: [String] {
    let places = places
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
  private var unexpected: [String] {
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
  private var backward: [String] {
    struct Subject: Hashable {
      let client: Int
      let box: String
    }
    let places = places
    var seen: [Subject: Int] = [:]
    let own = changes.filter { if case .made = $0.outcome { true } else { false } }
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

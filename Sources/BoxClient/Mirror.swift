public import BoxWire

/// The state of a daemon's boxes, built from the lines of a subscription.
///
/// Applying a line returns what actually changed. That matters after a `gap`, and after a reconnect
/// that does not resume: the daemon then sends everything again. A box that the mirror already
/// holds is unconfirmed until it is sent with the same value (no change) or a different one (a
/// change), or until `synced` arrives without it (a removal).
///
/// A mirror that resumes from a position, or begins with a replay, holds only the boxes that changed
/// since, unless the daemon sends everything again. Every removal counts as a change for it.
public struct Mirror: Sendable {
  /// The newest complete state; nil before the first `synced`. A later subscription can resume from
  /// it while ``isSynced``.
  public private(set) var position: Subscribe.Position?
  /// The revision of the newest line.
  public private(set) var revision = 0
  /// Whether the boxes are exactly the daemon's at ``revision``.
  public private(set) var isSynced = false

  private struct Entry {
    var value: JSONText
    /// Numbers the boxes in the order in which they first appeared.
    let position: Int
    /// The mirror's changes up to the one that made the value what it is.
    let changes: Int
    var isUnconfirmed = false
  }

  private let mode: Subscribe.Mode
  /// Whether boxes exist that it does not hold.
  private var isPartial: Bool
  private var entries: [String: Entry] = [:]
  private var nextPosition = 0
  private let identity = Identity()
  /// Counts values that came or changed, and removals.
  private var changes = 0

  private final class Identity: Sendable {}

  /// A state of a mirror, since which a reader may ask for changes.
  package struct Version: Equatable {
    private let mirror: Identity
    fileprivate let changes: Int

    fileprivate init(_ mirror: Mirror) {
      (self.mirror, changes) = (mirror.identity, mirror.changes)
    }

    package static func == (left: Version, right: Version) -> Bool {
      left.mirror === right.mirror && left.changes == right.changes
    }

    fileprivate func isOf(_ mirror: Mirror) -> Bool { self.mirror === mirror.identity }
  }

  /// - Parameters:
  ///   - mode: the subscription's mode.
  ///   - position: the state that the program already has, which the mirror does not contain; nil
  ///     for none.
  ///   - isReplay: whether it begins with a replay.
  public init(
    mode: Subscribe.Mode = .latest, since position: Subscribe.Position? = nil,
    isReplay: Bool = false
  ) {
    self.mode = mode
    isPartial = position != nil || isReplay
    self.position = position
    revision = position?.revision ?? 0
    isSynced = position != nil
  }

  /// Identifies the run of revisions that ``position`` belongs to; nil before the first `synced`.
  public var epoch: String? { position?.epoch }

  /// Paths and values of boxes, in the order in which they first appeared.
  public var boxes: [(path: String, value: JSONText)] {
    entries.sorted { $0.value.position < $1.value.position }
      .map { ($0.key, $0.value.value) }
  }

  /// Paths and values of the boxes whose paths satisfy a condition, in order of their paths.
  func boxes(where isWanted: (String) -> Bool) -> [(path: String, value: JSONText)] {
    entries.filter { isWanted($0.key) }.map { ($0.key, $0.value.value) }
      .sorted { $0.path < $1.path }
  }

  /// What it holds now.
  package var version: Version { Version(self) }

  /// The paths of the boxes that have come or changed since a version, in no order; nil if it is one of
  /// another mirror.
  func paths(changedSince version: Version) -> [String]? {
    guard version.isOf(self) else { return nil }
    return entries.compactMap { $0.value.changes > version.changes ? $0.key : nil }
  }

  /// The value of the box at `path`; nil if it does not exist.
  public subscript(path: String) -> JSONText? {
    entries[path]?.value
  }

  /// Prepares for a complete new state, after a new connection that does not resume, or a `gap`.
  public mutating func expectAnew() {
    isSynced = false
    isPartial = false
    for path in entries.keys { entries[path]?.isUnconfirmed = true }
  }

  /// Drops the boxes that none of these patterns match, for a client that has unsubscribed from
  /// others.
  public mutating func removeAll(except patterns: [Pattern]) {
    changes += 1
    entries = entries.filter { patterns.match($0.key.split(separator: ".")) }
  }

  /// Applies the boxes of a `snapshot`, a part of a state that is complete only with the next
  /// `synced`.
  ///
  /// - Returns: what actually changed, in the order of the line.
  public mutating func apply(snapshot boxes: BoxValues) -> BoxValues {
    isSynced = false
    return apply(boxes)
  }

  /// Applies the boxes of a `change`.
  ///
  /// - Returns: what actually changed, in the order of the line.
  public mutating func apply(_ boxes: BoxValues) -> BoxValues {
    revision = boxes.revision
    if isSynced, let position, isWhole(boxes) {
      self.position = Subscribe.Position(epoch: position.epoch, revision: revision)
    }
    return BoxValues(
      revision: boxes.revision,
      values: boxes.values.filter { set($0.path, to: $0.value) },
      removed: boxes.removed.filter { remove($0) || isPartial },
      merged: boxes.merged)
  }

  /// Whether a `change` is certainly not the first line of a catch-up, which has only removals. A
  /// client that resumed from that line would miss the `snapshot` lines that follow.
  private func isWhole(_ change: BoxValues) -> Bool {
    mode == .every || !change.values.isEmpty
  }

  /// Applies a `synced`.
  ///
  /// - Returns: the boxes that turn out to be removed.
  public mutating func apply(_ synced: Synced) -> BoxValues {
    position = Subscribe.Position(epoch: synced.epoch, revision: synced.revision)
    revision = synced.revision
    isSynced = true
    let gone = entries.filter(\.value.isUnconfirmed)
      .sorted { $0.value.position < $1.value.position }
      .map(\.key)
    for path in gone { _ = remove(path) }
    return BoxValues(revision: synced.revision, values: [], removed: gone)
  }

  /// - Returns: whether the value changed.
  private mutating func set(_ path: String, to value: JSONText) -> Bool {
    let held = entries[path]
    let hasChanged = held?.value != value
    if hasChanged { changes += 1 }
    entries[path] = Entry(
      value: value, position: held?.position ?? nextPosition,
      changes: hasChanged ? changes : held?.changes ?? changes)
    if held == nil { nextPosition += 1 }
    return hasChanged
  }

  /// - Returns: whether it was there.
  private mutating func remove(_ path: String) -> Bool {
    changes += 1
    return entries.removeValue(forKey: path) != nil
  }
}

extension BoxValues {
  /// Whether nothing changed.
  public var isEmpty: Bool { values.isEmpty && removed.isEmpty }
}

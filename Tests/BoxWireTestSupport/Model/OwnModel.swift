/// What a client must receive of the boxes of its session, and what it has received so far.
///
/// A box is an index among ``ModelStage/own``, and a value a number of the crowd's `BoxHistory`.
struct OwnModel {
  private struct Assignment {
    let value: Int
    /// nil as long as the request that sets it is not answered.
    var revision: Int?
  }

  /// For each box, in no particular order.
  private var assignments = ModelStage.own.map { _ in [Assignment(value: 0, revision: 0)] }
  /// The values that the client has; nil for none.
  private var state = ModelStage.own.map { _ in Int?.none }
  /// The patterns that the client holds.
  var patterns: [String] = [] {
    didSet {
      for box in state.indices where !isHeld(box) { state[box] = nil }
    }
  }
  /// The number under which the server knows the session; nil as long as it does not.
  var number: Int?

  static func isOwn(_ pattern: String) -> Bool { pattern.hasPrefix("session.") }

  private func isHeld(_ box: Int) -> Bool {
    let path = ModelStage.ownPaths[box]
    return patterns.contains { $0 == path || $0.hasSuffix("*") }
  }

  // MARK: Assignments

  /// - Parameter revision: nil as long as it is unknown.
  mutating func assign(_ box: Int, _ value: Int, at revision: Int? = nil) {
    assignments[box].append(Assignment(value: value, revision: revision))
  }

  mutating func confirm(_ box: Int, _ value: Int, at revision: Int) {
    for index in assignments[box].indices where assignments[box][index].value == value {
      assignments[box][index].revision = revision
    }
  }

  /// Checks that a value is not older than the newest one at a revision.
  private func check(_ box: Int, _ value: Int?, isCurrentAt revision: Int) throws {
    guard let value, let found = assignments[box].first(where: { $0.value == value }) else {
      throw ModelFailure("own box \(box) cannot be \(value.map(String.init) ?? "missing")")
    }
    // As long as it is unknown when it was set, it may be the newest one.
    guard let set = found.revision else { return }
    let newer = assignments[box].first { $0.revision.map { $0 > set && $0 <= revision } ?? false }
    guard let newer else { return }
    throw ModelFailure(
      "own box \(box) is \(value) of \(set) at \(revision), after \(newer.value) of "
        + "\(newer.revision ?? 0)")
  }

  // MARK: Lines

  mutating func take(_ line: ModelLine.OwnValues) throws {
    for (box, value) in line.values {
      guard isHeld(box) else { throw ModelFailure("own box \(box) does not match the patterns") }
      try check(box, value, isCurrentAt: line.revision)
      guard line.isSnapshot || state[box] != value else {
        throw ModelFailure("own box \(box) has not changed")
      }
      state[box] = value
    }
  }

  /// Checks the values that `get` returns at a revision.
  ///
  /// - Parameter patterns: of the request.
  func check(_ values: [(box: Int, value: Int)], of patterns: [String], at revision: Int) throws {
    var asked = OwnModel()
    asked.patterns = patterns
    guard Set(values.map(\.box)) == Set(state.indices.filter(asked.isHeld)) else {
      throw ModelFailure("own boxes \(values) for \(patterns)")
    }
    for (box, value) in values { try check(box, value, isCurrentAt: revision) }
  }

  /// Checks that the client has all values as they were at a revision, or later ones.
  func requireCurrent(at revision: Int) throws {
    for box in state.indices where isHeld(box) {
      try check(box, state[box], isCurrentAt: revision)
    }
  }

  mutating func forget() {
    for box in state.indices { state[box] = nil }
  }
}

internal import Wire

/// What a client may expect of each line, by what it asked for and what the boxes were at each
/// revision; and what it holds by the lines so far.
///
/// Lines are to be given in the order in which they came, and once the history is known up to their
/// revision.
package struct ModelClient {
  package enum Request {
    case subscribe(Subscription)
    case unsubscribe([String]?)
    case ping
    case set
  }

  package struct Subscription {
    var patterns: [String]
    var mode: Mode?
    var interval: Int?
    var since: Int?
  }

  package enum Mode: String, Sendable {
    case latest, every
  }

  /// What a server remembers at least: changes, and bytes of them.
  package struct Memory: Sendable {
    let changes: Int
    let bytes: Int
    /// How many more it may remember: what was not sent to anybody yet.
    let slack: Int

    package init(changes: Int, bytes: Int = 8 << 20, slack: Int) {
      self.changes = changes
      self.bytes = bytes
      self.slack = slack
    }
  }

  private let memory: Memory
  private let masks: [String: UInt64]

  // What it asked for.
  /// Requests without answers by number, and when they were sent.
  private(set) var requests: [Int: (request: Request, time: ContinuousClock.Instant)] = [:]
  /// What it holds by the answers so far, in order.
  private(set) var patterns: [String] = [] {
    didSet { held = mask(patterns) }
  }
  /// The boxes that its patterns match.
  private(set) var held: UInt64 = 0
  /// What it will hold once all requests are carried out.
  private(set) var asked: [String] = []
  private(set) var mode = Mode.latest
  private(set) var interval = 0
  /// Subscriptions whose `synced` did not come yet: their requests and patterns.
  private(set) var unsynced: [(id: Int, patterns: [String])] = []
  /// Those of which the client holds exactly the state.
  private var firmPatterns: Set<String> = [] {
    didSet { firm = mask(firmPatterns) }
  }
  private var firm: UInt64 = 0

  // What it holds.
  /// Values of all boxes; 0 for what it does not hold.
  private(set) var state: [Int]
  /// What the values are at `position`.
  private var expected: [Int]
  /// How many changes lie up to the last line's revision.
  private(set) var position = 0
  /// The revision of the last line.
  private(set) var revision = 0
  /// Between the removals of a large catch-up and its `synced`.
  private(set) var isCatchingUp = false
  /// Between `gap` and its `synced`.
  private(set) var isForgetful = false

  /// The boxes that it held before its last `subscribe`, that one's revision, and the revision of
  /// the one before.
  private var before: (mask: UInt64, revision: Int, earlier: Int) = (0, 0, 0)
  private var mayOmitMerged = true
  private var mustGetSnapshot = false
  private var started = ContinuousClock.now
  /// Pairs of `change` lines that the interval must lie between, since `started`.
  private var pairs = 0
  private var isPaired = false
  package private(set) var lines: [String] = []

  /// - Parameter masks: the boxes that each pattern matches.
  package init(boxes: Int, masks: [String: UInt64], memory: Memory) {
    self.memory = memory
    self.masks = masks
    state = [Int](repeating: 0, count: boxes)
    expected = state
  }

  private func mask(_ patterns: some Sequence<String>) -> UInt64 {
    patterns.reduce(0) { $0 | masks[$1, default: 0] }
  }

  /// Whether it holds exactly the state of all its boxes, and may resume there.
  package var isConsistent: Bool {
    requests.isEmpty && unsynced.isEmpty && !isCatchingUp && !isForgetful
  }

  /// Whether there is nothing left that it could be sent.
  package func isUpToDate(with history: BoxHistory) -> Bool {
    isConsistent
      && history.changes[position...].allSatisfy { held & (1 << UInt64($0.box)) == 0 }
  }

  /// Where it may go on with another connection; the patterns that it must name then.
  package var resumePoint: (revision: Int, patterns: [String])? {
    isConsistent && !patterns.isEmpty ? (revision, patterns) : nil
  }

  package mutating func send(_ request: Request, id: Int) {
    requests[id] = (request, .now)
    isPaired = false
    switch request {
    case .subscribe(let new): asked += new.patterns.filter { !asked.contains($0) }
    case .unsubscribe(let old): asked.removeAll { old?.contains($0) ?? true }
    case .ping, .set: break
    }
  }

  /// Its connection is another one from now on.
  package mutating func reconnect() {
    requests = [:]
    (patterns, asked, unsynced, firmPatterns) = ([], [], [], [])
    (isCatchingUp, isForgetful, mustGetSnapshot) = (false, false, false)
    lines.append("reconnected")
  }

  // MARK: Lines

  package mutating func take(_ line: ModelLine, _ history: BoxHistory) throws {
    lines.append(String(line.text.prefix(400)))
    if lines.count > 12 { lines.removeFirst() }
    if case .response(let id, let response) = line.kind {
      return try answer(id, response, history)
    }
    let isSnapshot = if case .snapshot = line.kind { true } else { false }
    try require(!mustGetSnapshot || isSnapshot, "a large catch-up has no snapshot line at once")
    mustGetSnapshot = false
    switch line.kind {
    case .change(let boxes): try change(boxes, history)
    case .snapshot(let boxes): try snapshot(boxes, size: line.size, history)
    case .synced(let revision): try synced(revision, history)
    case .gap(let from, let to): try gap(from, to, history)
    case .response: break
    }
  }

  private mutating func change(_ boxes: ModelLine.Boxes, _ history: BoxHistory) throws {
    try require(boxes.revision > revision, "a change is not after the line before")
    let isBefore = boxes.revision <= before.revision
    // Of `latest` what was due is told before the new patterns count.
    let held = isBefore && mode == .latest ? before.mask : held
    try require(boxes.mask & ~held == 0, "a box is named that is not asked for")
    let touched = try advance(to: boxes.revision, history)
    let relevant = touched.filter { held & (1 << UInt64($0.box)) != 0 }
    let changed: UInt64 = relevant.reduce(0) { $0 | 1 << UInt64($1.box) }
    try require(boxes.mask & ~changed == 0, "a box is named that did not change")
    try apply(boxes)
    try checkPace(isHeld: isBefore)
    switch mode {
    case .every: try checkEvery(boxes, touched, relevant)
    case .latest:
      let subscribed = isBefore ? before.earlier : before.revision
      try checkMerged(boxes, relevant.count { $0.revision > subscribed })
    }
    if !isBefore { mayOmitMerged = mode == .every }
    guard !isCatchingUp, !isForgetful else { return }
    if mode == .latest, boxes.values.isEmpty, !isExact {
      let size = (0..<state.count).reduce(0) { size, box in
        guard changed & (1 << UInt64(box)) != 0, expected[box] > 0 else { return size }
        return size + history.size(ofBox: box, value: expected[box])
      }
      try require(size > 1 << 20, "a catch-up of \(size) bytes comes in snapshot lines")
      (isCatchingUp, mustGetSnapshot) = (true, true)
    } else {
      try requireExact()
    }
  }

  /// None left out, and nothing told together.
  private func checkEvery(
    _ boxes: ModelLine.Boxes, _ touched: [BoxHistory.Change], _ relevant: [BoxHistory.Change]
  ) throws {
    try require(boxes.merged == nil, "merged in every")
    guard !isForgetful, firm != 0 else { return }
    let leftOut = touched.filter {
      firm & (1 << UInt64($0.box)) != 0 && $0.revision != boxes.revision
    }
    try require(leftOut.isEmpty, "left out: \(leftOut)")
    try require(boxes.values.count + boxes.removed.count == 1, "not one change a line")
  }

  private func checkMerged(_ boxes: ModelLine.Boxes, _ count: Int) throws {
    guard let merged = boxes.merged else {
      return try require(mayOmitMerged || count == 1, "merged is missing; it is \(count)")
    }
    try require(merged > 1, "merged is \(merged)")
    try require(merged == count, "merged is \(merged) and not \(count)")
  }

  private mutating func snapshot(
    _ boxes: ModelLine.Boxes, size: Int, _ history: BoxHistory
  ) throws {
    try require(
      !unsynced.isEmpty || isCatchingUp || isForgetful, "a snapshot that nobody asked for")
    try require(boxes.mask & ~held == 0, "a box is named that is not asked for")
    try require(boxes.removed.isEmpty, "a snapshot with removals")
    try require(size <= 65_536 + 200 || boxes.values.count == 1, "a snapshot of \(size) bytes")
    try requireNothingFirm(in: try advance(to: boxes.revision, history))
    try apply(boxes)
    if !isCatchingUp && !isForgetful { try requireExact() }
  }

  private mutating func synced(_ revision: Int, _ history: BoxHistory) throws {
    try require(
      !unsynced.isEmpty || isCatchingUp || isForgetful, "a synced that nobody asked for")
    try requireNothingFirm(in: try advance(to: revision, history))
    (isCatchingUp, isForgetful) = (false, false)
    if !unsynced.isEmpty { firmPatterns.formUnion(unsynced.removeFirst().patterns) }
    try requireExact()
  }

  private mutating func gap(_ from: Int, _ to: Int, _ history: BoxHistory) throws {
    try require(!patterns.isEmpty, "a gap without patterns")
    try require(from == revision + 1, "the gap is from \(from)")
    let start = position
    _ = try advance(to: to, history)
    try require(mayHaveGap(start..<position, history), "a gap without need")
    for box in state.indices { state[box] = 0 }
    (isForgetful, isCatchingUp) = (true, false)
    mayOmitMerged = false
  }

  private func mayHaveGap(_ range: Range<Int>, _ history: BoxHistory) -> Bool {
    switch mode {
    case .every: return isForgotten(range, history)
    case .latest:
      return range.contains { index in
        let change = history.changes[index]
        guard change.value == 0, held & (1 << UInt64(change.box)) != 0 else { return false }
        let again = history.changes[(index + 1)..<range.upperBound]
          .firstIndex { $0.box == change.box }
        return isForgotten(index..<(again ?? range.upperBound), history)
      }
    }
  }

  /// Whether the first of these changes may be forgotten once the last of them was made.
  private func isForgotten(_ range: Range<Int>, _ history: BoxHistory) -> Bool {
    range.count > memory.changes || history.bytes(of: range) > memory.bytes
  }

  // MARK: Answers

  private mutating func answer(
    _ id: Int, _ response: JSONText, _ history: BoxHistory
  ) throws {
    guard let (request, time) = requests.removeValue(forKey: id) else {
      throw ModelFailure("an answer to \(id), which was not asked or is answered")
    }
    isPaired = false
    guard let result = response["result"] else {
      throw ModelFailure("refused: \(response)")
    }
    switch request {
    case .subscribe(let subscription):
      guard let revision = result["revision"]?.integer,
        let isResumed = result["resumed"]?.boolean
      else { throw ModelFailure("no result: \(result)") }
      if patterns.isEmpty {
        started = time
        pairs = 0
        try begin(subscription, revision, isResumed: isResumed, history)
      } else {
        try require(!isResumed, "resumed with patterns")
        before = (held, revision, before.revision)
      }
      mayOmitMerged = true
      patterns += subscription.patterns.filter { !patterns.contains($0) }
      unsynced.append((id, subscription.patterns))
      if isResumed { firmPatterns = Set(subscription.patterns) }
    case .unsubscribe(let old):
      mayOmitMerged = true
      takeBack(old)
    case .set: break
    case .ping:
      guard let revision = result["revision"]?.integer else {
        throw ModelFailure("no revision: \(result)")
      }
      try require(unsynced.allSatisfy { $0.id > id }, "ping is answered before synced")
      guard unsynced.isEmpty, !patterns.isEmpty else { return }
      try require(!isCatchingUp && !isForgetful, "ping is answered before the end of a catch-up")
      let last = self.revision
      let touched = try advance(to: max(last, revision), history)
      self.revision = last
      try require(
        touched.allSatisfy { held & (1 << UInt64($0.box)) == 0 }, "ping is answered too early")
      try requireExact()
    }
  }

  private mutating func begin(
    _ subscription: Subscription, _ revision: Int, isResumed: Bool, _ history: BoxHistory
  ) throws {
    mode = subscription.mode ?? .latest
    interval = subscription.interval ?? 0
    before = (0, 0, 0)
    if let since = subscription.since {
      let missed = history.index(after: since)..<history.index(after: revision)
      if !isForgotten(missed, history) {
        try require(isResumed, "not resumed after \(missed.count) changes")
      } else if missed.count > memory.changes + memory.slack {
        try require(!isResumed, "resumed after \(missed.count) changes")
      }
    } else {
      try require(!isResumed, "resumed without since")
    }
    if isResumed { return }
    for box in state.indices { state[box] = 0 }
    _ = try advance(to: revision, history)
  }

  private mutating func takeBack(_ old: [String]?) {
    let old = old ?? patterns
    patterns.removeAll { old.contains($0) }
    firmPatterns.subtract(old)
    for index in unsynced.indices { unsynced[index].patterns.removeAll { old.contains($0) } }
    for box in state.indices where held & (1 << UInt64(box)) == 0 { state[box] = 0 }
    guard patterns.isEmpty else { return }
    unsynced = []
    (isCatchingUp, isForgetful, mustGetSnapshot) = (false, false, false)
  }

  // MARK: State

  /// - Returns: the changes between the last line and this one.
  private mutating func advance(
    to revision: Int, _ history: BoxHistory
  ) throws -> [BoxHistory.Change] {
    try require(revision >= self.revision, "a line is older than the line before")
    var touched: [BoxHistory.Change] = []
    while position < history.changes.count, history.changes[position].revision <= revision {
      let change = history.changes[position]
      expected[change.box] = change.value
      touched.append(change)
      position += 1
    }
    self.revision = revision
    return touched
  }

  private mutating func apply(_ boxes: ModelLine.Boxes) throws {
    for (box, value) in boxes.values {
      try require(expected[box] == value, "box \(box) has \(expected[box]), not \(value)")
      state[box] = value
    }
    for box in boxes.removed {
      try require(expected[box] == 0, "box \(box) has \(expected[box]) and is not removed")
      state[box] = 0
    }
  }

  private var isExact: Bool { difference == nil }

  /// A box of which it should hold exactly the state and does not.
  private var difference: Int? {
    var rest = firm
    while rest != 0 {
      let box = rest.trailingZeroBitCount
      if state[box] != expected[box] { return box }
      rest &= rest - 1
    }
    return nil
  }

  private func requireExact() throws {
    guard let box = difference else { return }
    throw ModelFailure("box \(box) is \(state[box]) at the client and \(expected[box]) there")
  }

  private func requireNothingFirm(in touched: [BoxHistory.Change]) throws {
    guard !isCatchingUp, !isForgetful else { return }
    let leftOut = touched.filter { firm & (1 << UInt64($0.box)) != 0 }
    try require(leftOut.isEmpty, "left out: \(leftOut)")
  }

  private mutating func checkPace(isHeld: Bool) throws {
    let isSteady = unsynced.isEmpty && requests.isEmpty && !isCatchingUp && !isForgetful && !isHeld
    guard mode == .latest, interval > 0, isSteady else {
      isPaired = false
      return
    }
    if isPaired { pairs += 1 }
    isPaired = true
    let least = Duration.milliseconds(interval * pairs)
    try require(started.duration(to: .now) >= least, "\(pairs) intervals are over too early")
  }

  private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw ModelFailure(message()) }
  }
}

internal import BoxWire

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

  let memory: Memory
  let masks: [String: UInt64]

  // What it asked for.
  /// Requests without answers by number, and when they were sent.
  var requests: [Int: (request: Request, time: ContinuousClock.Instant)] = [:]
  /// What it holds by the answers so far, in order.
  var patterns: [String] = [] {
    didSet { held = mask(patterns) }
  }
  /// The boxes that its patterns match.
  var held: UInt64 = 0
  /// What it will hold once all requests are carried out.
  var asked: [String] = []
  var mode = Mode.latest
  var interval = 0
  /// Subscriptions whose `synced` did not come yet: their requests and patterns.
  var unsynced: [(id: Int, patterns: [String])] = []
  /// Those of which the client holds exactly the state.
  var firmPatterns: Set<String> = [] {
    didSet { firm = mask(firmPatterns) }
  }
  var firm: UInt64 = 0

  // What it holds.
  /// Values of all boxes; 0 for what it does not hold.
  var state: [Int]
  /// What the values are at `position`.
  var expected: [Int]
  /// How many changes lie up to the last line's revision.
  var position = 0
  /// The revision of the last line.
  var revision = 0
  /// Between the removals of a large catch-up and its `synced`.
  var isCatchingUp = false
  /// Between `gap` and its `synced`.
  var isForgetful = false

  /// The boxes that it held before its last `subscribe`, that one's revision, and the revision of
  /// the one before.
  var before: (mask: UInt64, revision: Int, earlier: Int) = (0, 0, 0)
  var mayOmitMerged = true
  var mustGetSnapshot = false
  var started = ContinuousClock.now
  /// Pairs of `change` lines that the interval must lie between, since `started`.
  var pairs = 0
  var isPaired = false
  package internal(set) var lines: [String] = []

  /// - Parameter masks: the boxes that each pattern matches.
  package init(boxes: Int, masks: [String: UInt64], memory: Memory) {
    self.memory = memory
    self.masks = masks
    state = [Int](repeating: 0, count: boxes)
    expected = state
  }

  func mask(_ patterns: some Sequence<String>) -> UInt64 {
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

  // MARK: State

  /// - Returns: the changes between the last line and this one.
  mutating func advance(
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

  mutating func apply(_ boxes: ModelLine.Boxes) throws {
    for (box, value) in boxes.values {
      try require(expected[box] == value, "box \(box) has \(expected[box]), not \(value)")
      state[box] = value
    }
    for box in boxes.removed {
      try require(expected[box] == 0, "box \(box) has \(expected[box]) and is not removed")
      state[box] = 0
    }
  }

  var isExact: Bool { difference == nil }

  /// A box of which it should hold exactly the state and does not.
  var difference: Int? {
    var rest = firm
    while rest != 0 {
      let box = rest.trailingZeroBitCount
      if state[box] != expected[box] { return box }
      rest &= rest - 1
    }
    return nil
  }

  func requireExact() throws {
    guard let box = difference else { return }
    throw ModelFailure("box \(box) is \(state[box]) at the client and \(expected[box]) there")
  }

  func requireNothingFirm(in touched: [BoxHistory.Change]) throws {
    guard !isCatchingUp, !isForgetful else { return }
    let leftOut = touched.filter { firm & (1 << UInt64($0.box)) != 0 }
    try require(leftOut.isEmpty, "left out: \(leftOut)")
  }

  mutating func checkPace(isHeld: Bool) throws {
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

  func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw ModelFailure(message()) }
  }
}

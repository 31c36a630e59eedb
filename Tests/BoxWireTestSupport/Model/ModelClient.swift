internal import BoxWire

/// A model of a client: what each line may contain, given the client's requests and the boxes at
/// each revision, and what the client has received so far.
///
/// Lines are passed in order, and only after the history is known up to their revision.
package struct ModelClient {
  package enum Request {
    case subscribe(Subscription)
    case unsubscribe([String]?)
    case ping
    case set
    case get([String])
    /// Sets a box of the session.
    case setOwn(box: Int, value: Int)
    /// Makes the session known under a number.
    case begin(number: Int)
    /// Logs in, and sets the first box of the session.
    case logIn(name: String, value: Int)
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

  /// What a server remembers at least, in changes and in bytes.
  package struct Memory: Sendable {
    let changes: Int
    let bytes: Int
    /// How many more changes it may remember because they have not been sent to anybody yet.
    let slack: Int

    package init(changes: Int, bytes: Int = 8 << 20, slack: Int) {
      self.changes = changes
      self.bytes = bytes
      self.slack = slack
    }
  }

  let memory: Memory
  let masks: [String: UInt64]

  // Requests.
  /// Requests without an answer, by number, and when they were sent.
  var requests: [Int: (request: Request, time: ContinuousClock.Instant)] = [:]
  /// The patterns according to the answers so far, in order.
  var patterns: [String] = [] {
    didSet {
      own.patterns = patterns.filter(OwnModel.isOwn)
      hasOthers = own.patterns.count < patterns.count
      updateMasks()
    }
  }
  /// Whether there are patterns of boxes that are not of the session.
  var hasOthers = false
  /// The boxes that match the patterns and may be read.
  var held: UInt64 = 0
  /// The patterns after all requests are carried out.
  var asked: [String] = []
  var mode = Mode.latest
  var interval = 0
  /// Subscriptions that have not been synced yet: their requests and patterns.
  var unsynced: [(id: Int, patterns: [String])] = []
  /// The patterns whose exact state the client has.
  var firmPatterns: Set<String> = [] {
    didSet { updateMasks() }
  }
  var firm: UInt64 = 0

  // Rights.
  /// Under which name it has logged in.
  var login = ""
  /// The number of rule changes up to the last line.
  var ruleChanges = 0
  var view = RuleHistory.View.everything {
    didSet { updateMasks() }
  }

  // State.
  /// The values of all boxes; 0 for boxes that the client does not have.
  var state: [Int]
  /// The correct values at `position`.
  var expected: [Int]
  /// The number of changes up to the revision of the last line.
  var position = 0
  /// The revision of the last line, unless it was about the session.
  var revision = 0
  /// The boxes of the session.
  var own = OwnModel()
  /// The revision of the last line about them.
  var ownRevision = 0
  /// Between the removals of a large catch-up and its `synced`.
  var isCatchingUp = false
  /// Between `gap` and its `synced`.
  var isForgetful = false

  /// The boxes before the last `subscribe`, its revision, and the revision of the `subscribe`
  /// before it.
  var before: (mask: UInt64, revision: Int, earlier: Int) = (0, 0, 0)
  var mayOmitMerged = true
  /// The revision after which another process has gone on with the client; nil if none has.
  var lastHandOver: Int?
  var mustGetSnapshot = false
  var started = ContinuousClock.now
  /// The number of pairs of `change` lines since `started` that must be an interval apart.
  var pairs = 0
  var isPaired = false
  package internal(set) var lines: [String] = []

  /// - Parameter masks: the boxes that match each pattern.
  package init(boxes: Int, masks: [String: UInt64], memory: Memory) {
    self.memory = memory
    self.masks = masks
    state = [Int](repeating: 0, count: boxes)
    expected = state
  }

  func mask(_ patterns: some Sequence<String>) -> UInt64 {
    patterns.reduce(0) { $0 | masks[$1, default: 0] }
  }

  private mutating func updateMasks() {
    held = mask(patterns) & view.mask
    firm = mask(firmPatterns) & view.mask
  }

  /// Whether the client has the exact state of all its boxes and can resume there.
  package var isConsistent: Bool {
    requests.isEmpty && unsynced.isEmpty && !isCatchingUp && !isForgetful
  }

  /// Whether nothing is left to send to the client.
  package func isUpToDate(with history: BoxHistory) -> Bool {
    isConsistent
      && history.changes[position...].allSatisfy { held & (1 << UInt64($0.box)) == 0 }
  }

  /// Where the client can resume with another connection, and the patterns that it has to use.
  package var resumePoint: (revision: Int, patterns: [String])? {
    isConsistent && hasOthers ? (revision, patterns) : nil
  }

  package mutating func send(_ request: Request, id: Int) {
    requests[id] = (request, .now)
    isPaired = false
    ask(request)
    switch request {
    case .setOwn(let box, let value): own.assign(box, value)
    case .logIn(_, let value): own.assign(0, value)
    default: break
    }
  }

  private mutating func ask(_ request: Request) {
    switch request {
    case .subscribe(let new): asked += new.patterns.filter { !asked.contains($0) }
    case .unsubscribe(let old): asked.removeAll { old?.contains($0) ?? true }
    default: break
    }
  }

  /// To be called when a request was refused.
  mutating func updateAsked() {
    asked = patterns
    for id in requests.keys.sorted() {
      if let request = requests[id]?.request { ask(request) }
    }
  }

  /// Switches to a new connection.
  package mutating func reconnect() {
    requests = [:]
    (patterns, asked, unsynced, firmPatterns) = ([], [], [], [])
    (own, ownRevision, login) = (OwnModel(), 0, "")
    (isCatchingUp, isForgetful, mustGetSnapshot) = (false, false, false)
    lines.append("reconnected")
  }

  // MARK: State

  /// - Returns: the changes between the last line and this one.
  mutating func advance(
    to revision: Int, _ history: BoxHistory
  ) throws -> [BoxHistory.Change] {
    try require(
      revision >= max(self.revision, ownRevision),
      "a line has a lower revision than the line before")
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

  /// A box whose state should be exact and is not.
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

  /// Checks that no change up to a revision concerns the client and was not sent to it.
  mutating func requireNothingHeld(
    upTo revision: Int, _ history: BoxHistory, _ message: String
  ) throws {
    let last = self.revision
    let touched = try advance(to: max(last, ownRevision, revision), history)
    self.revision = last
    try require(touched.allSatisfy { held & (1 << UInt64($0.box)) == 0 }, message)
    try requireExact()
  }

  func requireNothingFirm(in touched: [BoxHistory.Change]) throws {
    guard !isCatchingUp, !isForgetful else { return }
    let leftOut = touched.filter { firm & (1 << UInt64($0.box)) != 0 }
    try require(leftOut.isEmpty, "left out: \(leftOut)")
  }

  mutating func checkPace(isHeld: Bool) throws {
    // A line about the session sends what the interval holds back.
    let isSteady =
      unsynced.isEmpty && requests.isEmpty && !isCatchingUp && !isForgetful && !isHeld
      && own.patterns.isEmpty
    guard mode == .latest, interval > 0, isSteady else {
      isPaired = false
      return
    }
    if isPaired { pairs += 1 }
    isPaired = true
    let least = Duration.milliseconds(interval * pairs)
    try require(started.duration(to: .now) >= least, "\(pairs) intervals ended too early")
  }

  func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw ModelFailure(message()) }
  }
}

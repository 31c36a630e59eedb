internal import BoxWire
internal import Boxes
internal import UVLoop

/// The boxes of one session, and what is due to its client.
///
/// They are in neither the log nor the ring: a value that was not sent before it changed again is
/// not sent at all.
@LoopActor
final class SessionBoxes {
  private let log: ChangeLog
  private let delivery: Delivery
  private let sessions: Sessions
  private var user: Turns.User
  private let subscriber: Subscriber
  private var boxes: [SessionBox] = []
  /// Whether a box was assigned in this turn.
  private var isDirty = false
  private(set) var hasDue = false
  /// Whether its scenes are becoming what they were in another process.
  private var isRestoring = false
  /// Whether the delivery calls when what is due can be sent.
  private var isWaiting = false
  /// The patterns of the connection that name `session`.
  private(set) var patterns: [Pattern] = []
  /// Those of the connection's first `subscribe`; nil while there are no patterns.
  private(set) var options: DeliveryOptions?

  init(
    _ log: ChangeLog, _ delivery: Delivery, _ sessions: Sessions, _ subscriber: Subscriber,
    _ user: Turns.User
  ) {
    self.user = user
    self.log = log
    self.delivery = delivery
    self.sessions = sessions
    self.subscriber = subscriber
  }

  isolated deinit {
    end()
  }

  /// Adds the boxes of all scenes. To be called once.
  func add(_ parts: [SessionPart]) {
    boxes.reserveCapacity(parts.reduce(0) { $0 + $1.places.count })
    for part in parts {
      for (place, output) in zip(part.places, part.scene.outputs) {
        let number = boxes.count
        boxes.append(SessionBox(place: place, output: output))
        output.attach(self, as: number)
        boxChanged(number)
      }
    }
  }

  func end() {
    for box in boxes { box.output.detach(self) }
    sessions.add(-boxes.reduce(0) { $0 + $1.size }, of: user)
    boxes = []
  }

  /// Counts what the boxes hold to another user from now on.
  func move(to user: Turns.User) {
    let size = boxes.reduce(0) { $0 + $1.size }
    sessions.add(-size, of: self.user)
    sessions.add(size, of: user)
    self.user = user
  }

  // MARK: Reading

  /// Returns the members of the boxes that match and have a value.
  func members(matching patterns: [Pattern]) -> [[UInt8]] {
    boxes.filter { $0.exists && $0.matches(patterns) }.map(\.member)
  }

  /// Whether there is a box with a value at a path.
  func has(_ path: Path) -> Bool {
    boxes.contains { $0.exists && $0.place.path == path }
  }

  // MARK: Handing over

  /// What the next process needs to go on.
  func handOver() -> HandedSession {
    var state = HandedSession(patterns: patterns)
    state.mode = options?.mode
    state.interval = options?.interval
    for box in boxes where box.exists && box.matches(patterns) {
      state.values.append(
        HandedSession.Value(
          path: box.place.path, value: JSONText(valid: box.value), due: box.due))
    }
    return state
  }

  /// Goes on with the patterns and the values of another process. What is assigned from now on counts at
  /// ``endRestoring()``: until then, the boxes may not be as they were.
  func beginRestoring(_ state: HandedSession, _ rights: Rights?) {
    isRestoring = true
    guard !state.patterns.isEmpty else { return }
    patterns = state.patterns
    options = DeliveryOptions(
      mode: state.mode ?? .latest, interval: state.interval ?? .zero, rights: rights)
    subscriber.own = self
    for value in state.values {
      guard let index = boxes.firstIndex(where: { $0.place.path == value.path }) else { continue }
      sessions.add(boxes[index].assign(value.value) ?? 0, of: user)
      boxes[index].due = value.due
      boxChanged(index)
    }
    hasDue = boxes.contains { $0.due != nil }
  }

  func endRestoring() {
    isRestoring = false
    if takeNewValues() || hasDue { subscriber.output.requestFlush() }
  }

  // MARK: Subscribing

  /// Adds patterns. What they match is due as a snapshot, ahead of the next `synced`.
  ///
  /// - Parameter options: those of the connection from now on.
  func subscribe(to new: [Pattern], _ options: DeliveryOptions) {
    self.options = options
    patterns += new.without(patterns)
    makeDue(new)
    subscriber.own = self
  }

  /// Changes what the client may read. Its own boxes are not concerned, but its options are those
  /// of boxes that it subscribes to later.
  func setRights(_ rights: Rights?) {
    options?.rights = rights
  }

  /// Withdraws patterns; all if nil. What only they match is no longer due.
  func unsubscribe(from old: [Pattern]?) {
    patterns = old.map(patterns.without) ?? []
    for index in boxes.indices where !boxes[index].matches(patterns) { boxes[index].due = nil }
    hasDue = boxes.contains { $0.due != nil }
    guard patterns.isEmpty else { return }
    options = nil
    subscriber.own = nil
  }

  private func makeDue(_ patterns: [Pattern]) {
    for index in boxes.indices where boxes[index].exists && boxes[index].matches(patterns) {
      boxes[index].due = .snapshot
      hasDue = true
    }
  }

  // MARK: Sending

  /// Sends what is due once everything before it has been sent. To be called before the loop
  /// sleeps.
  func flush() {
    guard hasDue, !isWaiting, !isRestoring, subscriber.output.wantsMore else { return }
    isWaiting = true
    let revision = log.revision
    delivery.whenSynced(subscriber) { [weak self] isSynced in
      guard let self else { return }
      isWaiting = false
      if isSynced { sendDue(revision: max(revision, delivery.sentRevision(of: subscriber))) }
    }
  }

  /// Sends what is due, then as many `synced` as subscriptions wait for one. The connection holds
  /// no other patterns.
  func sync(count: Int = 1) {
    guard count > 0, !patterns.isEmpty else { return }
    sendDue(revision: log.revision)
    let synced = Synced(epoch: log.epoch, revision: log.revision).line
    for _ in 0..<count { subscriber.output.append(synced) }
  }

  /// Sends values: all changes in one line, or a snapshot in lines of about 64 KiB or one box.
  private func send(_ due: SessionBox.Due, revision: Int) {
    var line: [UInt8] = []
    for index in boxes.indices where boxes[index].due == due {
      let member = boxes[index].member
      boxes[index].due = nil
      let isFull = line.count + member.count > ProtocolLimits.snapshotLine
      if due == .snapshot, isFull { end(&line) }
      if line.isEmpty {
        line.begin(due == .snapshot ? .snapshot : .change, revision: revision)
      } else {
        line.append(UInt8(ascii: ","))
      }
      line += member
    }
    end(&line)
  }

  private func end(_ line: inout [UInt8]) {
    guard !line.isEmpty else { return }
    line.endBoxes()
    subscriber.output.append(line)
    line = []
  }
}

extension SessionBoxes: OwnBoxes {
  func takeNewValues() -> Bool {
    isDirty = false
    guard !isRestoring else { return false }
    var hasChanged = false
    for index in boxes.indices where boxes[index].isDirty {
      boxes[index].isDirty = false
      let (path, output) = (boxes[index].place.path, boxes[index].output)
      guard let value = log.encoded(path, output.encode) else { continue }
      guard let growth = boxes[index].assign(value) else { continue }
      sessions.add(growth, of: user)
      hasChanged = true
      if boxes[index].due == nil, boxes[index].matches(patterns) { boxes[index].due = .change }
      if boxes[index].due != nil { hasDue = true }
    }
    if hasDue { subscriber.output.requestFlush() }
    return hasChanged
  }

  func sendDue(revision: Int) {
    guard hasDue, !isRestoring else { return }
    hasDue = false
    send(.snapshot, revision: revision)
    send(.change, revision: revision)
  }

  func startOver() {
    makeDue(patterns)
  }
}

extension SessionBoxes: @LoopActor BoxObserver {
  func boxChanged(_ number: Int) {
    boxes[number].isDirty = true
    guard !isDirty else { return }
    isDirty = true
    log.mark(self)
  }
}

/// One box of a session.
@LoopActor
struct SessionBox {
  /// How a value is sent that the client does not have yet.
  enum Due: String {
    case change, snapshot
  }

  let place: SessionPlace
  let output: any PublishedOutput
  var isDirty = false
  /// nil when the client has the value, or has not asked for it.
  var due: Due?
  /// The encoded value; empty as long as none could be encoded.
  private(set) var value: [UInt8] = []

  init(place: SessionPlace, output: any PublishedOutput) {
    self.place = place
    self.output = output
  }

  var exists: Bool { !value.isEmpty }

  /// `"path":value`, as sent in a line; empty when there is no value.
  var member: [UInt8] {
    value.isEmpty ? [] : BoxesLine.member(path: place.path, value: JSONText(valid: value))
  }

  /// Bytes of its member.
  var size: Int { value.isEmpty ? 0 : place.path.text.utf8.count + value.count + 3 }

  func matches(_ patterns: [Pattern]) -> Bool {
    patterns.match(place.segments)
  }

  /// - Returns: the number of bytes by which its size has grown; nil when it already has that value.
  mutating func assign(_ value: JSONText) -> Int? {
    guard value.bytes != self.value else { return nil }
    let before = size
    self.value = place.share(value.bytes)
    return size - before
  }
}

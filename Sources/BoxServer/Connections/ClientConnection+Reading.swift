internal import BoxWire
internal import UVLoop

/// Reads what the client sends, as long as the client reads its answers and other clients are not
/// kept waiting.
extension ClientConnection {
  enum Reading {
    case on
    /// Until the client has read its answers, its requests are answered, or there is memory again.
    case paused
    /// Until it has its turn.
    case waiting
  }

  /// The time for which requests are carried out before others have their turn.
  struct Slice {
    let start: MonotonicTime
    /// When it has to end.
    let end: MonotonicTime
    /// Whether it is the connection's turn.
    let isTurn: Bool
    /// When the clock was last read.
    var seen: MonotonicTime
    var isOver = false
    /// Whether everything that was carried out costs little.
    var costsLittle = true
  }

  var turns: Turns { registry.turns }
  var isInTurn: Bool { slice?.isTurn ?? false }

  /// Whether the next request may be read: few bytes wait for the client, and few enough requests
  /// are in progress.
  var mayRead: Bool {
    phase < .ending && reading != .waiting && !isStalled
      && writer.backlog <= ServerLimits.waitingAnswers
      && unanswered <= ServerLimits.unanswered && waitingBatches == 0
      && (subscriber?.snapshots.count ?? 0) <= ServerLimits.snapshots
  }

  func stalledChanged() {
    holding?.startOver()
    if isStalled { pause() } else { resumeReading() }
  }

  /// Maximum number of bytes to read at a time: small when much has to wait.
  var readLimit: Int { isNew || turns.isTight || turns.isCrowded ? Self.tightRead : .max }

  /// Whether nothing has been read yet: newcomers are read from at once, and there may be many.
  private var isNew: Bool { reader.readBytes == 0 }

  /// Carries out the lines that these bytes complete.
  func read(_ bytes: UnsafeRawBufferPointer) {
    // The last bytes of a client that has been sent its last line.
    guard phase < .ending else { return }
    let mayTakeLong = bytes.count >= Self.tightRead && (turns.isTight || isNew)
    reader.count(bytes.count)
    guard reading == .on else { return reader.hold(bytes) }
    if mayTakeLong {
      // It sends more than can be handled now.
      reader.hold(bytes)
      return waitForTurn()
    }
    act(on: reader.handOver(bytes) { receive($0) })
    charge()
    endSlice()
  }

  /// Continues to read, if it has stopped and may do so.
  func resumeReading() {
    guard reading == .paused, mayRead else { return }
    goOn()
    charge()
    endSlice()
  }

  private func goOn() {
    reading = .on
    // The connection may close once nothing waits here.
    requestFlush()
    act(on: reader.handOver { receive($0) })
    if reading == .on, phase < .ending { transport.resumeReading() }
  }

  private func act(on outcome: LineSplitter.Outcome) {
    switch outcome {
    case .done: break
    case .stopped: pause()
    case .tooLong:
      let error = RequestError(
        .lineTooLong, "a line has at most \(reader.limit) bytes", .limit("line"))
      append(Response(id: .null, .failure(error)).line)
      end(with: Bye(.limit))
    }
  }

  private func pause() {
    if reading == .on { reading = .paused }
    transport.pauseReading()
  }

  // MARK: Slices

  func beginSlice() {
    guard slice == nil else { return }
    let now = MonotonicTime.now
    slice = Slice(start: now, end: now + turns.slice, isTurn: false, seen: now)
  }

  /// Checks whether the slice is over: because its time is, or because sending the changes so far
  /// takes so long that it should be done before more are made.
  func checkSlice() {
    beginSlice()
    sets = 0
    registry.delivery.note()
    let now = MonotonicTime.now
    slice?.seen = now
    if let slice, registry.delivery.isBusy || now >= slice.end { self.slice?.isOver = true }
  }

  /// Keeps the rest for its turn if the slice is over. A client that sends one small request at a
  /// time is not held up: the slice may be over because the system did other work.
  private func endSlice() {
    guard let slice else { return }
    self.slice = nil
    guard slice.isOver, reading != .waiting, phase < .ending else { return }
    if reader.holds || !slice.costsLittle {
      waitForTurn()
    } else if reading == .paused, mayRead {
      reading = .on
      transport.resumeReading()
    }
  }

  /// Keeps what comes next for its turn.
  ///
  /// - Parameter isMuch: whether it begins with something expensive.
  func waitForTurn(isMuch: Bool = false) {
    guard reading != .waiting else { return }
    reading = .waiting
    transport.pauseReading()
    // What a client sent before it left is carried out, but not at once.
    transport.defersEnd = true
    let turn: Turns.Turn = { [self] in takeTurn(until: $0) }
    if isMuch { turns.waitWithMuch(user, turn) } else { turns.wait(user, turn) }
  }

  private func takeTurn(until end: MonotonicTime) {
    reading = .paused
    transport.defersEnd = false
    guard phase < .ending else { return }
    if mayRead {
      let now = MonotonicTime.now
      slice = Slice(start: now, end: end, isTurn: true, seen: now)
      goOn()
      sets = 0
      endSlice()
    }
    if phase == .gone, reading != .waiting { abort() }
  }

  /// Charges the time taken to the pass.
  private func charge() {
    let measured = slice.map { $0.seen.nanoseconds - $0.start.nanoseconds } ?? 0
    turns.charge(nanoseconds: measured + sets * Self.setNanoseconds)
    sets = 0
  }

  /// The approximate time of a plain `set`.
  private static let setNanoseconds = 4000
  /// The number of bytes read at a time when much has to wait.
  private static let tightRead = 4 << 10
}

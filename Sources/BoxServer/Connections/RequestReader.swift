internal import BoxWire
internal import UVLoop

/// The receiving half of a connection: splits input into lines and has each of them carried out, as
/// long as the client reads its answers and other clients are not kept waiting.
@LoopActor
final class RequestReader {
  private let dispatcher: Dispatcher
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var splitter: LineSplitter
  /// Whether it has stopped reading until ``resume()`` or its turn.
  private(set) var isPaused = false
  /// Whether the rest is carried out when its turn comes.
  private(set) var isWaiting = false
  private var isStopped = false
  /// The number of bytes of the splitter's memory when it was last used.
  private var splitterBytes = 0
  /// The number of bytes read so far.
  private(set) var readBytes = 0
  /// A line that was read and waits for its turn, ahead of all others.
  private var next: [UInt8]?
  /// Whether this is its turn.
  private var isInTurn = false
  /// nil until a request that may take long was carried out.
  private var slice: Slice?
  /// The number of plain `set` lines since the clock was last read.
  private var sets = 0

  private struct Slice {
    let start: MonotonicTime
    /// When it has to end.
    let end: MonotonicTime
    /// When the clock was last read.
    var seen: MonotonicTime
    var isOver = false
    /// Whether everything that was carried out costs little.
    var costsLittle = true
  }

  /// - Parameter limit: maximum length of a line in bytes, without its LF.
  init(_ dispatcher: Dispatcher, limit: Int) {
    self.dispatcher = dispatcher
    splitter = LineSplitter(limit: limit)
  }

  // Of what there is for each connection, everything is held once only.
  private var writer: Writer { dispatcher.writer }
  private var transport: any Transport { writer.transport }
  private var turns: Turns { dispatcher.registry.turns }

  /// Whether the next request may be read: few bytes wait for the client, and its turn is not over.
  var mayRead: Bool {
    !writer.isEnding && !isWaiting && !isStalled && !isStopped
      && writer.backlog <= ServerLimits.waitingAnswers
      && dispatcher.mayTakeMore
  }

  /// Whether reading has stopped because too much memory is already in use.
  var isStalled = false {
    didSet {
      if isStalled, !isPaused { pause() }
      if !isStalled { resume() }
    }
  }

  /// Stops reading permanently, and frees what it holds.
  func stop() {
    isStopped = true
    next = nil
    dropLines()
    if !isPaused { pause() }
  }

  private func dropLines() {
    splitter = LineSplitter(limit: splitter.limit)
    splitterBytes = 0
  }

  /// Maximum number of bytes to read at a time: small when much has to wait.
  var readLimit: Int { isNew || turns.isTight || turns.isCrowded ? Self.tightRead : .max }

  /// Whether nothing has been read yet: newcomers are read from at once, and there may be many.
  private var isNew: Bool { readBytes == 0 }

  /// The number of bytes of memory for what was read but not yet carried out.
  var heldBytes: Int { splitterBytes + (next?.count ?? 0) }

  /// Carries out the lines that these bytes complete.
  func read(_ bytes: UnsafeRawBufferPointer) {
    // The last bytes of a client that is gone, while earlier ones wait.
    guard !isStopped else { return }
    let mayTakeLong = bytes.count >= Self.tightRead && (turns.isTight || isNew)
    readBytes += bytes.count
    guard !isPaused else { return keep(bytes) }
    if mayTakeLong {
      // It sends more than can be handled now.
      keep(bytes)
      pause()
      return waitForTurn()
    }
    carryOut(bytes)
    charge()
    endSlice()
  }

  /// Continues to read, if it has stopped and may do so.
  func resume() {
    guard isPaused, mayRead else { return }
    goOn()
    charge()
    endSlice()
  }

  private func goOn() {
    isPaused = false
    // The connection may close once nothing waits here.
    writer.requestFlush()
    if let line = next {
      next = nil
      if !line.withUnsafeBytes(receive) { pause() }
    }
    if !isPaused { carryOut(UnsafeRawBufferPointer(start: nil, count: 0)) }
    if !isPaused { transport.resumeReading() }
  }

  private func carryOut(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    // The rest of a line, or lines that were kept, come first; what follows is read in place.
    if splitter.pendingBytes > 0 {
      let head = LineSplitter.endOfLine(in: rest) ?? rest.count
      // Nothing that a line does may find it in use.
      var held = LineSplitter(limit: splitter.limit)
      swap(&held, &splitter)
      let outcome = held.feed(UnsafeRawBufferPointer(rebasing: rest[..<head])) { receive($0) }
      if isStopped { return }
      swap(&held, &splitter)
      splitterBytes = splitter.capacity
      rest = UnsafeRawBufferPointer(rebasing: rest[head...])
      if outcome == .tooLong { return refuseLine() }
      if outcome == .stopped || splitter.pendingBytes > 0 {
        keep(rest)
        return outcome == .stopped ? pause() : ()
      }
    }
    while true {
      switch splitter.next(in: &rest) {
      case .line(let line):
        guard !receive(line) else { continue }
        keep(rest)
        return pause()
      case .rest: return keep(rest)
      case .tooLong: return refuseLine()
      }
    }
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty, !isStopped else { return }
    splitter.keep(bytes)
    splitterBytes = splitter.capacity
  }

  private func pause() {
    isPaused = true
    transport.pauseReading()
  }

  // MARK: Lines

  /// Carries out a line, unless it has to wait.
  ///
  /// - Returns: whether to read more now.
  private func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    dispatcher.endTurn()
    if turns.isTight, !isInTurn, line.count > Self.longLine { return putOff(line) }
    if let set = SetLine(line) {
      // The most frequent request, which takes hardly any time; only its answers may be too many.
      dispatcher.perform(set)
      sets += 1
      // A plain `set` changes nothing else that decides whether to continue reading.
      if sets < Self.setsBetweenLooks, !turns.isTight {
        return writer.backlog <= ServerLimits.waitingAnswers
      }
      look()
    } else {
      let request = Result { () throws(RequestError) in try RequestLine(line) }
      let cost = Dispatcher.cost(of: request)
      if turns.isHeld || turns.isTight && !isInTurn, cost == .much {
        return putOff(line, isMuch: true)
      }
      beginSlice()
      if cost != .little { slice?.costsLittle = false }
      dispatcher.perform(request, bytes: line.count)
      look()
    }
    return mayRead && !(slice?.isOver ?? false)
  }

  /// Keeps a line until its turn.
  private func putOff(_ line: UnsafeRawBufferPointer, isMuch: Bool = false) -> Bool {
    waitForTurn(isMuch: isMuch)
    next = Array(line)
    return false
  }

  private func refuseLine() {
    let error = RequestError(
      .lineTooLong, "a line has at most \(splitter.limit) bytes", .limit("line"))
    writer.append(Response(id: .null, .failure(error)))
    writer.observer?.end(with: Bye(.limit))
  }

  // MARK: Slices

  private func beginSlice() {
    guard slice == nil else { return }
    let now = MonotonicTime.now
    slice = Slice(start: now, end: now + turns.slice, seen: now)
  }

  /// Checks whether the slice is over; the cost of sending the changes is part of it.
  private func look() {
    beginSlice()
    sets = 0
    let isMuch = dispatcher.findReaders()
    let now = MonotonicTime.now
    slice?.seen = now
    if let slice, isMuch || now >= slice.end { self.slice?.isOver = true }
  }

  /// Keeps the rest for its turn if the slice is over. A client that sends one small request at a
  /// time is not held up: the slice may be over because the system did other work.
  private func endSlice() {
    guard let slice else { return }
    self.slice = nil
    guard slice.isOver, !isWaiting, !isStopped else { return }
    if next != nil || splitter.pendingBytes > 0 || !slice.costsLittle {
      waitForTurn()
    } else if isPaused, mayRead {
      isPaused = false
      transport.resumeReading()
    }
  }

  /// Keeps what comes next for its turn.
  ///
  /// - Parameter isMuch: whether it begins with something expensive.
  private func waitForTurn(isMuch: Bool = false) {
    guard !isWaiting else { return }
    isWaiting = true
    // What a client sent before it left is carried out, but not at once.
    transport.defersEnd = true
    let user = dispatcher.user
    if isMuch { turns.waitWithMuch(self, user) } else { turns.wait(self, user) }
  }

  /// Charges the time taken to the pass.
  private func charge() {
    let measured = slice.map { $0.seen.nanoseconds - $0.start.nanoseconds } ?? 0
    turns.charge(nanoseconds: measured + sets * Self.setNanoseconds)
    sets = 0
  }

  /// The number of plain `set` lines after which the clock is read, and the approximate time of
  /// each.
  private static let setsBetweenLooks = 16
  private static let setNanoseconds = 4000
  /// The number of bytes read at a time when much has to wait.
  private static let tightRead = 4 << 10
  /// The length in bytes of a line that takes some time to read.
  private static let longLine = 16 << 10
}

extension RequestReader: TurnTaker {
  func takeTurn(until end: MonotonicTime) {
    isWaiting = false
    transport.defersEnd = false
    guard !isStopped else { return }
    if isPaused, mayRead {
      isInTurn = true
      let now = MonotonicTime.now
      slice = Slice(start: now, end: end, seen: now)
      goOn()
      isInTurn = false
      sets = 0
      endSlice()
    }
    if transport.isClosed, !isWaiting { writer.observer?.isDone() }
  }
}

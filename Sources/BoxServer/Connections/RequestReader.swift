internal import BoxWire
internal import UVLoop

/// The receiving half of a connection: cuts what arrives into lines, and has each of them carried
/// out, for as long as the client takes its answers and others are not kept waiting.
@LoopActor
final class RequestReader {
  private let transport: any Transport
  private let dispatcher: Dispatcher
  private let writer: Writer
  private let turns: Turns
  @exclusivity(unchecked) private var splitter: LineSplitter
  weak var observer: (any ConnectionObserver)?
  /// Whether it has stopped reading until ``resume()`` or its turn.
  private(set) var isPaused = false
  /// Whether what is left is carried out when its turn comes.
  private(set) var isWaiting = false
  private var isStopped = false
  /// Whether the splitter is in use.
  private var isSplitting = false
  /// Bytes of memory of the splitter, when it was last used.
  private var splitterBytes = 0
  /// Bytes that were read so far.
  private(set) var readBytes = 0
  /// A line that was read and waits for its turn, before all others.
  private var next: [UInt8]?
  /// Whether this is its turn.
  private var isInTurn = false
  /// nil until a request was carried out that may take long.
  private var slice: Slice?
  /// Lines of plain `set` since the clock was last looked at.
  private var sets = 0

  private struct Slice {
    let start: MonotonicTime
    /// When it has to end.
    let end: MonotonicTime
    /// When the clock was last looked at.
    var seen: MonotonicTime
    var isOver = false
    /// Whether all that was carried out costs little.
    var costsLittle = true
  }

  /// - Parameter limit: longest line in bytes, LF not counted.
  init(
    _ transport: any Transport, _ dispatcher: Dispatcher, _ writer: Writer, _ turns: Turns,
    limit: Int
  ) {
    self.transport = transport
    self.dispatcher = dispatcher
    self.writer = writer
    self.turns = turns
    splitter = LineSplitter(limit: limit)
  }

  /// Whether the next request may be read: few bytes wait for the client, and its turn is not over.
  var mayRead: Bool {
    !writer.isEnding && !isWaiting && !isStalled && !isStopped
      && writer.backlog <= ServerLimits.waitingAnswers
      && dispatcher.mayTakeMore
  }

  /// Whether nothing more is read, because too much is held already.
  var isStalled = false {
    didSet {
      if isStalled, !isPaused { pause() }
      if !isStalled { resume() }
    }
  }

  /// Stops reading for good, and frees what it holds.
  func stop() {
    isStopped = true
    next = nil
    if !isSplitting { dropLines() }
    if !isPaused { pause() }
  }

  private func dropLines() {
    splitter = LineSplitter(limit: splitter.limit)
    splitterBytes = 0
  }

  /// How many bytes may be read at a time: few where much has to wait.
  var readLimit: Int { isNew || turns.isTight || turns.isCrowded ? Self.tightRead : .max }

  /// Whether nothing has been read yet: newcomers are read from at once, and may be many.
  private var isNew: Bool { readBytes == 0 }

  /// Bytes of memory for what was read and is not carried out.
  var heldBytes: Int { splitterBytes + (next?.count ?? 0) }

  /// Carries out the lines that end with these bytes.
  func read(_ bytes: UnsafeRawBufferPointer) {
    // The last bytes of a client that is gone, while the ones before wait.
    guard !isStopped else { return }
    let mayTakeLong = bytes.count >= Self.tightRead && (turns.isTight || isNew)
    readBytes += bytes.count
    guard !isPaused else { return keep(bytes) }
    if mayTakeLong {
      // It sends more than it can be given now.
      keep(bytes)
      pause()
      return waitForTurn()
    }
    carryOut(bytes)
    charge()
    endSlice()
  }

  /// Reads on, if it has stopped and may.
  func resume() {
    guard isPaused, mayRead else { return }
    goOn()
    charge()
    endSlice()
  }

  private func goOn() {
    isPaused = false
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
      isSplitting = true
      let outcome = splitter.feed(UnsafeRawBufferPointer(rebasing: rest[..<head])) { receive($0) }
      isSplitting = false
      if isStopped { return dropLines() }
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
  /// - Returns: whether more should be read now.
  private func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    dispatcher.endTurn()
    if turns.isTight, !isInTurn, line.count > Self.longLine { return putOff(line) }
    if let set = SetLine(line) {
      // What comes most, and takes no time; only its answer may be too much.
      dispatcher.perform(set)
      sets += 1
      // A plain `set` changes nothing else that decides whether to read on.
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

  /// Leaves a line to its turn.
  private func putOff(_ line: UnsafeRawBufferPointer, isMuch: Bool = false) -> Bool {
    waitForTurn(isMuch: isMuch)
    next = Array(line)
    return false
  }

  private func refuseLine() {
    let error = RequestError(
      .lineTooLong, "a line has at most \(splitter.limit) bytes", .limit("line"))
    writer.append(Response(id: .null, .failure(error)))
    observer?.end(with: Bye(.limit))
  }

  // MARK: Slices

  private func beginSlice() {
    guard slice == nil else { return }
    let now = MonotonicTime.now
    slice = Slice(start: now, end: now + turns.slice, seen: now)
  }

  /// Whether the slice is over shows here; what it costs to send the changes is part of it.
  private func look() {
    beginSlice()
    sets = 0
    let isMuch = dispatcher.findReaders()
    let now = MonotonicTime.now
    slice?.seen = now
    if let slice, isMuch || now >= slice.end { self.slice?.isOver = true }
  }

  /// Leaves the rest to its turn if the slice is over. A client that sends one small request at a
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

  /// Leaves what comes next to its turn.
  ///
  /// - Parameter isMuch: whether it begins with what costs much.
  private func waitForTurn(isMuch: Bool = false) {
    guard !isWaiting else { return }
    isWaiting = true
    // What a client sent before it left is carried out, but not at once.
    transport.defersEnd = true
    let user = dispatcher.caller.user
    if isMuch { turns.waitWithMuch(self, user) } else { turns.wait(self, user) }
  }

  /// Counts what this took as part of the pass.
  private func charge() {
    let measured = slice.map { $0.seen.nanoseconds - $0.start.nanoseconds } ?? 0
    turns.charge(nanoseconds: measured + sets * Self.setNanoseconds)
    sets = 0
  }

  /// After how many lines of plain `set` the clock is looked at, and about what each takes.
  private static let setsBetweenLooks = 16
  private static let setNanoseconds = 4000
  /// Bytes that are read at a time where much has to wait.
  private static let tightRead = 4 << 10
  /// Bytes of a line that takes some time to be read.
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
    if transport.isClosed, !isWaiting { observer?.isDone() }
  }
}

internal import BoxWire
internal import UVLoop

/// The receiving half of a connection: cuts what arrives into lines, and has each of them carried
/// out, for as long as the client takes its answers and others are not kept waiting.
@LoopActor
final class RequestReader {
  private let transport: any Transport
  private let dispatcher: Dispatcher
  private let writer: Writer
  private var splitter: LineSplitter
  weak var observer: (any ConnectionObserver)?
  /// Whether it has stopped reading until ``resume()``.
  private(set) var isPaused = false
  /// When others are to get their turn; nil until a request was carried out that may take long.
  private var sliceEnd: MonotonicTime?
  /// Until it comes, nothing is read.
  private var nextSlice: Yield?

  /// - Parameter limit: longest line in bytes, LF not counted.
  init(_ transport: any Transport, _ dispatcher: Dispatcher, _ writer: Writer, limit: Int) {
    self.transport = transport
    self.dispatcher = dispatcher
    self.writer = writer
    splitter = LineSplitter(limit: limit)
  }

  /// Whether the next request may be read: little waits for the client, and it has had no more than
  /// its turn.
  var mayRead: Bool {
    !writer.isEnding && nextSlice?.hasCome ?? true
      && writer.backlog <= ServerLimits.waitingAnswers && dispatcher.mayTakeMore
  }

  /// Carries out the lines that end with these bytes.
  func read(_ bytes: UnsafeRawBufferPointer) {
    sliceEnd = nil
    var rest = bytes
    // The rest of a line, or lines that were kept, come first; what follows is read in place.
    if splitter.pendingBytes > 0 {
      let head = LineSplitter.endOfLine(in: rest) ?? rest.count
      let outcome = splitter.feed(UnsafeRawBufferPointer(rebasing: rest[..<head])) { receive($0) }
      rest = UnsafeRawBufferPointer(rebasing: rest[head...])
      if outcome == .tooLong { return refuseLine() }
      if outcome == .stopped || splitter.pendingBytes > 0 {
        splitter.keep(rest)
        return outcome == .stopped ? pause() : ()
      }
    }
    while true {
      switch splitter.next(in: &rest) {
      case .line(let line):
        guard !receive(line) else { continue }
        splitter.keep(rest)
        return pause()
      case .rest: return splitter.keep(rest)
      case .tooLong: return refuseLine()
      }
    }
  }

  /// Reads on, if it has stopped and may.
  func resume() {
    guard isPaused, mayRead else { return }
    isPaused = false
    read(UnsafeRawBufferPointer(start: nil, count: 0))
    if !isPaused { transport.resumeReading() }
  }

  /// Lets go of what it waits for.
  func end() {
    nextSlice = nil
  }

  private func pause() {
    isPaused = true
    transport.pauseReading()
  }

  /// - Returns: whether more should be read now.
  private func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    dispatcher.endTurn()
    if let set = SetLine(line) {
      // What comes most, and takes no time; only its answer may be too much.
      dispatcher.perform(set)
      guard writer.isLarge else { return writer.backlog <= ServerLimits.waitingAnswers }
    } else {
      let sliceEnd = sliceEnd ?? .now + ServerLimits.slice
      self.sliceEnd = sliceEnd
      dispatcher.perform(Result { () throws(RequestError) in try RequestLine(line) })
      if .now >= sliceEnd { nextSlice = Yield { [weak self] in self?.resume() } }
    }
    if writer.isLarge { writer.send() }
    return mayRead
  }

  private func refuseLine() {
    let error = RequestError(
      .lineTooLong, "a line has at most \(splitter.limit) bytes", .limit("line"))
    writer.append(Response(id: .null, .failure(error)))
    observer?.end(with: Bye(.limit))
  }
}

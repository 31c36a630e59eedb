internal import BoxWire
internal import UVLoop

/// The receiving half of a connection: splits what arrives into lines, and keeps what has to wait.
@LoopActor
final class RequestReader {
  /// Whether lines are handed over: each method below is a transition, and there are no others.
  enum State {
    case reading
    /// Until the client has read its answers, its requests are answered, or there is memory again.
    case paused
    /// Until it has its turn.
    case waiting
    /// Nothing more is read.
    case stopped
  }

  /// What follows a line that was handed over.
  enum Next {
    case more
    case pause
    /// The line was not carried out: it has to wait for the client's turn.
    ///
    /// - isMuch: whether it is expensive.
    case putBack(isMuch: Bool)
  }

  /// What is to be done after lines were handed over.
  enum Outcome {
    case nothing
    /// The rest has to wait for the client's turn.
    ///
    /// - isMuch: whether it begins with something expensive.
    case mustWait(isMuch: Bool)
    /// A line is too long. Nothing more can be read.
    case tooLong
  }

  private(set) var state = State.reading
  private let transport: any Transport
  /// nil once nothing more is read.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var splitter: LineSplitter?
  /// A line that waits for its turn, ahead of all others. It is kept as text, which takes the least
  /// memory.
  private var next: [UInt8]?
  /// Whether that line is expensive.
  private var isNextMuch = false
  /// Maximum length of a line in bytes, without its LF.
  let limit: Int
  /// The number of bytes of the splitter's memory when it was last used.
  private var splitterBytes = 0
  /// The number of bytes read so far.
  private(set) var readBytes = 0

  /// Takes a line, valid during the call.
  typealias Receiver = @LoopActor (UnsafeRawBufferPointer) -> Next

  init(_ transport: any Transport, limit: Int) {
    self.transport = transport
    self.limit = limit
    splitter = LineSplitter(limit: limit)
  }

  /// The number of bytes of memory for what was read but not yet taken.
  var heldBytes: Int { splitterBytes + (next?.count ?? 0) }
  /// Whether lines, or a part of one, are kept.
  var holds: Bool { next != nil || pendingBytes > 0 }
  private var pendingBytes: Int { splitter?.pendingBytes ?? 0 }

  /// Whether lines may be handed over now or after a pause.
  var isOpen: Bool { state == .reading || state == .paused }

  /// Maximum number of bytes to read at a time: small when much has to wait.
  func readLimit(isTight: Bool) -> Int { isNew || isTight ? Self.tightRead : .max }

  /// Whether nothing has been read yet: newcomers are read from at once, and there may be many.
  private var isNew: Bool { readBytes == 0 }

  // MARK: Transitions

  func pause() {
    if state == .reading { state = .paused }
    transport.pauseReading()
  }

  /// Reads again after a pause in which nothing was kept.
  func resume() {
    guard state == .paused else { return }
    state = .reading
    transport.resumeReading()
  }

  /// Keeps what comes next for the client's turn.
  ///
  /// - Returns: false if it waits already, or nothing more is read.
  func wait() -> Bool {
    guard isOpen else { return false }
    state = .waiting
    transport.pauseReading()
    // What a client sent before it left is carried out, but not at once.
    transport.defersEnd = true
    return true
  }

  /// To be called when the client has its turn.
  func endWait() {
    if state == .waiting { state = .paused }
    transport.defersEnd = false
  }

  /// What was read but not taken, as it arrived, apart from white space between lines.
  var unread: [UInt8] {
    (next.map { $0 + [UInt8(ascii: "\n")] } ?? []) + (splitter?.held ?? [])
  }

  /// Keeps bytes that another process has read, ahead of all others, until reading resumes.
  func begin(with unread: [UInt8]) {
    pause()
    unread.withUnsafeBytes { hold($0) }
  }

  /// Frees what it keeps. Nothing more is read.
  func stop() {
    state = .stopped
    next = nil
    splitter = nil
    splitterBytes = 0
  }

  // MARK: Reading

  /// Takes bytes that have arrived, and hands over the lines that they complete, as long as more are
  /// wanted.
  ///
  /// - Parameter isTight: whether only little should be handled now.
  func read(_ bytes: UnsafeRawBufferPointer, isTight: Bool, _ receive: Receiver) -> Outcome {
    guard state != .stopped else { return .nothing }
    let mayTakeLong = bytes.count >= Self.tightRead && (isTight || isNew)
    readBytes += bytes.count
    guard state == .reading, !mayTakeLong else {
      hold(bytes)
      return state == .reading ? .mustWait(isMuch: false) : .nothing
    }
    return didHandOver(handOver(bytes, receive))
  }

  /// Hands over the lines that are kept, as long as more are wanted, and then reads again.
  func readOn(_ receive: Receiver) -> Outcome {
    state = .reading
    let outcome = handOver(receive)
    if state == .reading, outcome == .done { transport.resumeReading() }
    return didHandOver(outcome)
  }

  private func didHandOver(_ outcome: LineSplitter.Outcome) -> Outcome {
    switch outcome {
    case .done: return .nothing
    case .tooLong: return .tooLong
    case .stopped:
      pause()
      return next == nil ? .nothing : .mustWait(isMuch: isNextMuch)
    }
  }

  /// - Returns: whether more lines are wanted.
  private func give(_ line: UnsafeRawBufferPointer, to receive: Receiver) -> Bool {
    switch receive(line) {
    case .more: return true
    case .pause: return false
    case .putBack(let isMuch):
      next = Array(line)
      isNextMuch = isMuch
      return false
    }
  }

  /// Adds bytes to what is kept.
  private func hold(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    splitter?.hold(bytes)
    splitterBytes = splitter?.capacity ?? 0
  }

  private func handOver(_ receive: Receiver) -> LineSplitter.Outcome {
    if let line = next {
      next = nil
      guard line.withUnsafeBytes({ give($0, to: receive) }) else { return .stopped }
    }
    return handOver(UnsafeRawBufferPointer(start: nil, count: 0), receive)
  }

  private func handOver(
    _ bytes: UnsafeRawBufferPointer, _ receive: Receiver
  ) -> LineSplitter.Outcome {
    var rest = bytes
    // The rest of a line, or lines that were kept, come first; what follows is read in place.
    if pendingBytes > 0 {
      let head = LineSplitter.endOfLine(in: rest) ?? rest.count
      let outcome = handOverKept(UnsafeRawBufferPointer(rebasing: rest[..<head]), receive)
      rest = UnsafeRawBufferPointer(rebasing: rest[head...])
      if outcome == .tooLong { return outcome }
      if outcome == .stopped || pendingBytes > 0 {
        hold(rest)
        return outcome
      }
    }
    let lines = LineSplitter(limit: limit)
    while splitter != nil {
      switch lines.next(in: &rest) {
      case .line(let line):
        guard !give(line, to: receive) else { continue }
        hold(rest)
        return .stopped
      case .rest:
        hold(rest)
        return .done
      case .tooLong: return .tooLong
      }
    }
    return .stopped
  }

  private func handOverKept(
    _ bytes: UnsafeRawBufferPointer, _ receive: Receiver
  ) -> LineSplitter.Outcome {
    // Moved out, so that nothing that a line does finds it in use.
    var held: LineSplitter? = LineSplitter(limit: limit)
    swap(&held, &splitter)
    let outcome = held?.feed(bytes) { give($0, to: receive) }
    guard splitter != nil, let outcome else { return .stopped }
    swap(&held, &splitter)
    splitterBytes = splitter?.capacity ?? 0
    return outcome
  }

  /// The number of bytes read at a time when much has to wait.
  private static let tightRead = 4 << 10
}

extension RequestError {
  /// - Parameter limit: maximum length of a line in bytes.
  static func lineTooLong(_ limit: Int) -> RequestError {
    RequestError(.lineTooLong, "a line has at most \(limit) bytes", .limit("line"))
  }
}

internal import BoxWire
internal import UVLoop

/// The sending half of a connection: collects lines, and passes them to the transport in one piece.
@LoopActor
final class Writer {
  let transport: any Transport
  private let spare: SpareBuffer
  weak var observer: (any ConnectionObserver)?
  /// The end of what has not yet been passed to the transport.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var output: [UInt8] = []
  /// What precedes it, in pieces.
  private var pieces: [OutputPiece] = []
  /// The number of bytes that the transport held when it was last given some, or was drained.
  private var unsent = 0
  /// Whether much was sent since the last flush, so that other clients come first now.
  private var hasSentMuch = false
  /// Whether a flush before the loop sleeps was requested.
  private var isFlushRequested = false
  /// Whether nothing more is to be sent to the client, because it was sent its last line.
  private(set) var isEnding = false

  init(_ transport: any Transport, _ spare: SpareBuffer) {
    self.transport = transport
    self.spare = spare
  }

  /// The number of bytes collected.
  private var gathered: Int {
    pieces.isEmpty ? output.count : pieces.reduce(output.count) { $0 + $1.bytes.count }
  }

  /// The number of bytes that wait, including those accepted since the transport held some.
  var backlog: Int { gathered + unsent }
  /// The number of bytes that wait for this client only.
  var ownBacklog: Int {
    gathered - pieces.reduce(0) { $0 + ($1.hold == nil ? 0 : $1.bytes.count) }
      + transport.ownUnsentBytes
  }

  func append(_ response: Response) {
    append(response.line)
  }

  /// Appends an answer whose result is shared with other clients.
  func append(id: JSONText, _ result: SharedBytes) {
    let (head, tail) = Response.around(id: id)
    append([OutputPiece(head), result.piece, OutputPiece(tail)])
  }

  /// Appends the answer to a plain `set`, without allocating memory.
  func appendResponse(id: UnsafeRawBufferPointer, revision: Int) {
    willGather()
    output.appendResponse(id: id, revision: revision)
    didGather()
  }

  /// Passes what was collected to the transport.
  func send() {
    guard gathered > 0 else { return }
    if pieces.isEmpty {
      unsent = transport.write(output)
    } else {
      unsent = transport.write(pieces: pieces + [OutputPiece(output)])
      pieces = []
    }
    if unsent > 0 { observer?.isWaiting() }
    spare.takeBack(&output)
  }

  /// To be called before the connection is flushed.
  func beginFlush() {
    isFlushRequested = false
    hasSentMuch = false
  }

  /// To be called when the transport has sent everything that it was given.
  func didDrain() {
    unsent = 0
  }

  /// Sends a last line, and closes the transport once everything is sent.
  func end(with bye: Bye) {
    append(bye.line)
    send()
    isEnding = true
    transport.closeWhenDrained()
  }

  /// Requests a flush before the loop sleeps, although there may be nothing to send.
  func requestFlush() {
    guard !isFlushRequested else { return }
    isFlushRequested = true
    observer?.needsFlush()
  }

  private func willGather() {
    requestFlush()
    if gathered == 0 { spare.lend(&output) }
  }

  /// Sends what was collected before it becomes too much.
  private func didGather() {
    guard gathered > ServerLimits.output else { return }
    send()
    hasSentMuch = true
  }

  private func noteUnsent() {
    unsent = transport.unsentBytes
    if !transport.isDrained { observer?.isWaiting() }
  }
}

extension Writer: SubscriberOutput {
  var isDrained: Bool { gathered == 0 && transport.isDrained }

  var wantsMore: Bool {
    !isEnding && !transport.isClosed && transport.unsentBytes == 0
      && gathered < ServerLimits.output && !hasSentMuch
  }

  var lane: PipeLane? { transport.lane }

  func offer(_ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int) -> Int {
    let end = transport.offer(lines, sent: sent, hold: shared?.piece.hold, end: end)
    noteUnsent()
    return end
  }

  func offer(pieces: [OutputPiece]) -> Bool {
    let isTaken = transport.offer(pieces: pieces)
    noteUnsent()
    return isTaken
  }

  func append(_ pieces: [OutputPiece]) {
    guard !transport.isClosed else { return }
    willGather()
    for piece in pieces {
      if piece.hold == nil {
        output += piece.bytes
      } else {
        self.pieces += [OutputPiece(output), piece]
        output = []
      }
    }
    didGather()
  }

  func append(_ line: [UInt8]) {
    guard !transport.isClosed else { return }
    willGather()
    output += line
    didGather()
  }
}

/// Memory that writers borrow to collect their lines: most connections have nothing to send most of
/// the time.
@LoopActor
final class SpareBuffer {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var memory: [UInt8] = []

  func lend(_ output: inout [UInt8]) {
    swap(&output, &memory)
  }

  /// Empties `output`, and keeps its memory if there is none yet and it is not too large.
  func takeBack(_ output: inout [UInt8]) {
    output.removeAll(keepingCapacity: true)
    if memory.capacity == 0, output.capacity <= ServerLimits.waitingAnswers {
      swap(&output, &memory)
    }
    output = []
  }
}

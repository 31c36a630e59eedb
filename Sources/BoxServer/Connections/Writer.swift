internal import BoxWire
internal import UVLoop

/// The sending half of a connection: collects lines, and passes them to the transport in one piece.
@LoopActor
final class Writer {
  let transport: any Transport
  private let spare: SpareBuffer
  /// The end of what has not yet been passed to the transport.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var output: [UInt8] = []
  /// What precedes it, in pieces.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var pieces: [OutputPiece] = []
  /// The number of bytes that the transport held when it was last given some, or was drained.
  private var unsent = 0
  /// Whether much was sent since the last flush, so that other clients come first now.
  private var hasSentMuch = false

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
  /// Whether the transport has accepted everything.
  var isDrained: Bool { gathered == 0 && transport.isDrained }
  /// Whether so few bytes wait that more should be made.
  var wantsMore: Bool {
    transport.unsentBytes == 0 && gathered < ServerLimits.output && !hasSentMuch
  }

  // MARK: Collecting

  // Each of these returns whether it has sent something of which a part waits for the client.

  func append(_ line: [UInt8]) -> Bool {
    willGather()
    output += line
    return didGather()
  }

  func append(_ pieces: [OutputPiece]) -> Bool {
    willGather()
    for piece in pieces {
      if piece.hold == nil {
        output += piece.bytes
      } else {
        self.pieces += [OutputPiece(output), piece]
        output = []
      }
    }
    return didGather()
  }

  /// Appends the answer to a plain `set`, without allocating memory.
  func appendResponse(id: UnsafeRawBufferPointer, revision: Int) -> Bool {
    willGather()
    output.appendResponse(id: id, revision: revision)
    return didGather()
  }

  private func willGather() {
    if gathered == 0 { spare.lend(&output) }
  }

  /// Sends what was collected before it becomes too much.
  private func didGather() -> Bool {
    guard gathered > ServerLimits.output else { return false }
    hasSentMuch = true
    return send()
  }

  // MARK: Sending

  /// Passes what was collected to the transport.
  ///
  /// - Returns: whether a part of it waits for the client.
  func send() -> Bool {
    guard gathered > 0 else { return false }
    if pieces.isEmpty {
      unsent = transport.write(output)
    } else {
      unsent = transport.write(pieces: pieces + [OutputPiece(output)])
      pieces = []
    }
    spare.takeBack(&output)
    return unsent > 0
  }

  func offer(_ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int) -> Int {
    defer { unsent = transport.unsentBytes }
    return transport.offer(lines, sent: sent, hold: shared?.piece.hold, end: end)
  }

  func offer(pieces: [OutputPiece]) -> Bool {
    defer { unsent = transport.unsentBytes }
    return transport.offer(pieces: pieces)
  }

  /// To be called once per pass, after ``send()``: other clients have had their turn when more is
  /// made.
  func beginPass() {
    hasSentMuch = false
  }

  /// To be called when the transport has sent everything that it was given.
  func didDrain() {
    unsent = 0
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

internal import BoxWire
internal import UVLoop

/// The sending half of a connection: gathers lines, and gives them to the transport in one piece.
@LoopActor
final class Writer {
  private let transport: any Transport
  private let spare: SpareBuffer
  weak var observer: (any ConnectionObserver)?
  /// Lines that the transport was not given yet.
  private var output: [UInt8] = []
  /// Whether nothing more is to be made for the client: it was sent the last word.
  private(set) var isEnding = false

  init(_ transport: any Transport, _ spare: SpareBuffer) {
    self.transport = transport
    self.spare = spare
  }

  /// Bytes that wait to be taken.
  var backlog: Int { output.count + transport.unsentBytes }

  func append(_ response: Response) {
    append(response.line)
  }

  /// Appends the answer to a plain `set`, without any memory of its own.
  func appendResponse(id: UnsafeRawBufferPointer, revision: Int) {
    willGather()
    output.appendResponse(id: id, revision: revision)
  }

  /// Gives the transport what was gathered.
  func send() {
    guard !output.isEmpty else { return }
    transport.write(output)
    if !transport.isDrained { observer?.isWaiting() }
    spare.takeBack(&output)
  }

  /// The same once so much is gathered that it should not become more.
  func sendIfLarge() {
    if output.count > ServerLimits.output { send() }
  }

  /// Sends a last line, and closes the transport once everything is sent.
  func end(with bye: Bye) {
    append(bye.line)
    send()
    isEnding = true
    transport.closeWhenDrained()
  }

  /// Has the connection flushed before the loop sleeps, though there may be nothing to send.
  func requestFlush() {
    observer?.needsFlush()
  }

  private func willGather() {
    observer?.needsFlush()
    if output.isEmpty { spare.lend(&output) }
  }
}

extension Writer: SubscriberOutput {
  var isDrained: Bool { output.isEmpty && transport.isDrained }

  var wantsMore: Bool {
    !isEnding && !transport.isClosed && transport.unsentBytes == 0
      && output.count < ServerLimits.output
  }

  var lane: PipeLane? { transport.lane }

  func offer(_ lines: [UInt8], sent: Int, end: (Int) -> Int) -> Int {
    let end = transport.offer(lines, sent: sent, end: end)
    if !transport.isDrained { observer?.isWaiting() }
    return end
  }

  func append(_ line: [UInt8]) {
    guard !transport.isClosed else { return }
    willGather()
    output += line
  }
}

/// Memory that writers gather their lines in, one after another: most connections have nothing to
/// send most of the time.
@LoopActor
final class SpareBuffer {
  private var memory: [UInt8] = []

  func lend(_ output: inout [UInt8]) {
    swap(&output, &memory)
  }

  /// Empties `output`, and keeps its memory if there is none yet and it is not too much.
  func takeBack(_ output: inout [UInt8]) {
    output.removeAll(keepingCapacity: true)
    if memory.capacity == 0, output.capacity <= ServerLimits.waitingAnswers {
      swap(&output, &memory)
    }
    output = []
  }
}

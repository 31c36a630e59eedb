internal import BoxWire
internal import UVLoop

/// The lines that arrive on one connection, and its end.
@LoopActor
final class LineStream: StreamHandler {
  private let pipe: PipeConnection
  private var splitter: LineSplitter
  private let receive: @LoopActor (UnsafeRawBufferPointer) -> Void
  private let end: @LoopActor (Disconnection) -> Void
  private var isPaused = false
  private var isHandingOver = false
  /// Why the connection ended, while this is still to be reported after the lines received before.
  private var ending: Disconnection?
  private var isOver = false

  /// - Parameters:
  ///   - limit: maximum length of a line in bytes, without its LF.
  ///   - receive: called with each line, without its LF, valid during the call.
  ///   - end: called once with the reason why no more lines will arrive, but not after ``close()``.
  init(
    _ pipe: PipeConnection, limit: Int,
    receive: @escaping @LoopActor (UnsafeRawBufferPointer) -> Void,
    end: @escaping @LoopActor (Disconnection) -> Void
  ) {
    self.pipe = pipe
    splitter = LineSplitter(limit: limit)
    self.receive = receive
    self.end = end
    pipe.readsToEnd = true
    pipe.handler = self
  }

  /// The number of bytes that were read but not yet passed on.
  var heldBytes: Int { splitter.pendingBytes }

  func write(_ line: [UInt8]) {
    pipe.write(line)
  }

  /// Stops passing on lines, and the end, until ``resumeReading()``. One more read is kept here,
  /// because most pauses are short; after that the daemon keeps what it would send.
  func pauseReading() {
    isPaused = true
  }

  /// Passes on what is kept, within this call, and reads again.
  func resumeReading() {
    isPaused = false
    guard !isHandingOver else { return }
    handOver(UnsafeRawBufferPointer(start: nil, count: 0))
    guard !isPaused else { return }
    if let ending { finish(ending) } else { pipe.resumeReading() }
  }

  func close() {
    isOver = true
    pipe.close()
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    guard isPaused else { return handOver(bytes) }
    splitter.hold(bytes)
    pipe.pauseReading()
  }

  func streamDidDrain() {}

  func streamDidReachEnd() {
    finish(.ended)
  }

  func streamDidBreak(_ error: LoopError?) {
    finish(error.map(Disconnection.broken) ?? .ended)
  }

  private func handOver(_ bytes: UnsafeRawBufferPointer) {
    isHandingOver = true
    defer { isHandingOver = false }
    let outcome = splitter.feed(bytes) { line in
      receive(line)
      return !isPaused && !isOver
    }
    if outcome == .tooLong { finish(.lineTooLong) }
  }

  private func finish(_ disconnection: Disconnection) {
    pipe.close()
    guard !isOver else { return }
    if isPaused {
      ending = disconnection
    } else {
      isOver = true
      end(disconnection)
    }
  }
}

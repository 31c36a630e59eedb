internal import BoxWire
internal import UVLoop

/// The lines that come over one connection, and its end.
@LoopActor
final class LineStream: StreamHandler {
  private let pipe: PipeConnection
  private var splitter: LineSplitter
  private let receive: @LoopActor (UnsafeRawBufferPointer) -> Void
  private let end: @LoopActor (Disconnection) -> Void
  private var isPaused = false
  private var isHandingOver = false
  /// Why no more will come, as long as that, and what came before, is not wanted.
  private var ending: Disconnection?
  private var isOver = false

  /// - Parameters:
  ///   - limit: longest line in bytes, LF not counted.
  ///   - receive: is given each line, without its LF, valid during the call.
  ///   - end: is told once why no more lines will come, unless ``close()`` ended it.
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

  /// Bytes that were read and not handed over.
  var heldBytes: Int { splitter.pendingBytes }

  func write(_ line: [UInt8]) {
    pipe.write(line)
  }

  /// Hands over no further line, nor the end, until ``resumeReading()``. One more read may be kept,
  /// since most pauses are over before there is one; after that the daemon must keep what it sends.
  func pauseReading() {
    isPaused = true
  }

  /// Hands over what is kept, within this call, and reads again.
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
    splitter.keep(bytes)
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

  private func finish(_ loss: Disconnection) {
    pipe.close()
    guard !isOver else { return }
    if isPaused {
      ending = loss
    } else {
      isOver = true
      end(loss)
    }
  }
}

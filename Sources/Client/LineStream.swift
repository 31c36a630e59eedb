internal import Loop
internal import Wire

/// The lines that come over one connection, and its end.
@LoopActor
final class LineStream: PipeConnectionHandler {
  private let pipe: PipeConnection
  private var splitter: LineSplitter
  private let receive: @LoopActor (UnsafeRawBufferPointer) -> Void
  private let end: @LoopActor (Loss) -> Void

  /// - Parameters:
  ///   - limit: longest line in bytes, LF not counted.
  ///   - receive: is given each line, without its LF, valid during the call.
  ///   - end: is told once why no more lines will come, unless ``close()`` ended it.
  init(
    _ pipe: PipeConnection, limit: Int,
    receive: @escaping @LoopActor (UnsafeRawBufferPointer) -> Void,
    end: @escaping @LoopActor (Loss) -> Void
  ) {
    self.pipe = pipe
    splitter = LineSplitter(limit: limit)
    self.receive = receive
    self.end = end
    pipe.handler = self
  }

  func write(_ line: [UInt8]) {
    pipe.write(line)
  }

  /// Leaves unread what the daemon sends from now on, so that it must keep it.
  func pauseReading() {
    pipe.pauseReading()
  }

  func resumeReading() {
    pipe.resumeReading()
  }

  func close() {
    pipe.close()
  }

  func connection(_ connection: PipeConnection, didRead bytes: UnsafeRawBufferPointer) {
    let outcome = splitter.feed(bytes) { line in
      receive(line)
      return !pipe.isClosed
    }
    if outcome == .tooLong { finish(.lineTooLong) }
  }

  func connectionDidDrain(_ connection: PipeConnection) {}

  func connectionDidReachEnd(_ connection: PipeConnection) {
    finish(.ended)
  }

  func connectionDidBreak(_ connection: PipeConnection, error: LoopError?) {
    end(error.map(Loss.broken) ?? .ended)
  }

  private func finish(_ loss: Loss) {
    pipe.close()
    end(loss)
  }
}

import SystemTestSupport
import UVLoop

/// Handles one connection and records its events.
@LoopActor
final class ConnectionRecorder: StreamHandler {
  enum Event: Equatable, Sendable {
    case read([UInt8])
    case drained
    case ended
    case broke(LoopError?)
  }

  nonisolated let journal = Journal<Event>()
  /// Called after an event is recorded.
  var onEvent: @LoopActor (PipeConnection, Event) -> Void = { _, _ in }
  var connection: PipeConnection?

  nonisolated init() {}

  func serve(_ connection: PipeConnection) {
    self.connection = connection
    connection.handler = self
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    note(.read(Array(bytes)))
  }

  func streamDidDrain() {
    note(.drained)
  }

  func streamDidReachEnd() {
    note(.ended)
  }

  func streamDidBreak(_ error: LoopError?) {
    note(.broke(error))
  }

  private func note(_ event: Event) {
    journal.note(event)
    if let connection { onEvent(connection, event) }
  }
}

extension [ConnectionRecorder.Event] {
  /// All bytes that were read, in order.
  var bytes: [UInt8] {
    flatMap { event -> [UInt8] in
      if case .read(let bytes) = event { bytes } else { [] }
    }
  }

  var hasBroken: Bool { contains { $0.isBreak } }
}

extension ConnectionRecorder.Event {
  var isBreak: Bool {
    if case .broke = self { true } else { false }
  }
}

extension PipeConnection {
  /// Sends all of `bytes`, or nothing.
  func offer(_ bytes: [UInt8]) -> Bool { offer(pieces: [OutputPiece(bytes)]) }
}

/// A connection on the loop, and its peer.
@LoopActor
func connectedPair() throws -> (ConnectionRecorder, RawSocket) {
  let (peer, descriptor) = RawSocket.pair()
  let recorder = ConnectionRecorder()
  recorder.serve(try PipeConnection(descriptor: descriptor))
  return (recorder, peer)
}

import BoxServer
import BoxWire
import UVLoop

/// A client in memory that receives everything at once.
@LoopActor
final class MemoryTransport: Transport {
  weak var handler: (any StreamHandler)?
  var defersEnd = false
  let unsentBytes = 0
  let ownUnsentBytes = 0
  let holds: [AnyObject] = []
  private(set) var takenBytes = 0
  var isDrained: Bool { !awaitsDrain }
  private(set) var isClosed = false
  let isGone = false
  let lane: PipeLane? = nil
  /// Whether the client leaves the last line unread.
  var isStuck = false
  /// Lines that the client received and the test has not read yet.
  var lines: [JSONText] = []
  /// How often the server looked up who the client is.
  private(set) var lookUps = 0
  private var awaitsDrain = false

  /// Sends a line from the client.
  func receive(_ line: String) {
    Array("\(line)\n".utf8).withUnsafeBytes { handler?.streamDidRead($0) }
  }

  /// Sends the beginning of a line from the client.
  func receivePart(of line: String) {
    Array(line.utf8).withUnsafeBytes { handler?.streamDidRead($0) }
  }

  /// Lets the client receive bytes again.
  func drain() {
    awaitsDrain = false
    handler?.streamDidDrain()
  }

  /// Ends the client's side of the connection.
  func endOfStream() {
    handler?.streamDidReachEnd()
  }

  /// Disconnects the client, and closes the descriptor.
  func breakOff() {
    isClosed = true
    handler?.streamDidBreak(nil)
  }

  func credentials() -> PeerCredentials? {
    lookUps += 1
    return nil
  }

  func groups() -> [UInt32] { [] }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Int {
    guard !isClosed else { return 0 }
    takenBytes += bytes.count
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      lines.append((try? JSONText(parsing: line)) ?? .null)
    }
    return 0
  }

  @discardableResult
  func write(pieces: [OutputPiece]) -> Int {
    write(Array(pieces.map(\.bytes).joined()))
  }

  func offer(pieces: [OutputPiece]) -> Bool {
    write(pieces: pieces)
    return true
  }

  func offer(_ bytes: [UInt8], sent: Int, hold: AnyObject?, end: (Int) -> Int) -> Int {
    write(Array(bytes[sent...]))
    return bytes.count
  }

  func dropLines() -> Int { 0 }
  func awaitDrain() { awaitsDrain = true }
  func pauseReading() {}
  func resumeReading() {}
  func closeWhenDrained() { if !isStuck { close() } }
  func close() { isClosed = true }
}

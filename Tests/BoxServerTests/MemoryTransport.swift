import BoxServer
import BoxWire
import UVLoop

/// A client in memory, which takes everything at once.
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
  /// What the client was sent and has not looked at.
  var lines: [JSONText] = []
  /// How often it was asked who the client is.
  private(set) var lookUps = 0
  private var awaitsDrain = false

  /// The client sends a line.
  func receive(_ line: String) {
    Array("\(line)\n".utf8).withUnsafeBytes { handler?.streamDidRead($0) }
  }

  /// The client takes bytes again.
  func drain() {
    awaitsDrain = false
    handler?.streamDidDrain()
  }

  /// The client sends nothing more.
  func endOfStream() {
    handler?.streamDidReachEnd()
  }

  /// The client is gone, and the descriptor is closed.
  func breakOff() {
    isClosed = true
    handler?.streamDidBreak(nil)
  }

  func credentials() -> PeerCredentials? {
    lookUps += 1
    return nil
  }

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
  func closeWhenDrained() { close() }
  func close() { isClosed = true }
}

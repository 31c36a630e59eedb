internal import UVLoop

/// Bytes that several clients may be sent, held once.
@LoopActor
final class SharedBytes {
  /// Fewer are copied rather than shared.
  static let least = 16 << 10

  let bytes: [UInt8]
  private let memory: MemoryUse
  /// Whether they are there anyway, as the value that a box has now.
  private(set) var isKept: Bool
  /// Lines that hold them, some of which a client has not taken yet.
  private var holds = 0

  init(_ bytes: [UInt8], _ memory: MemoryUse, isKept: Bool = false) {
    self.bytes = bytes
    self.memory = memory
    self.isKept = isKept
  }

  /// To be called once nothing but clients needs them.
  func letGo() {
    guard isKept else { return }
    isKept = false
    if holds > 0 { memory.shared += bytes.count }
  }

  /// They as a piece of a line.
  var piece: OutputPiece { OutputPiece(bytes, hold: SharedBytesHold(self)) }

  fileprivate func hold() {
    holds += 1
    if holds == 1, !isKept { memory.shared += bytes.count }
  }

  fileprivate func release() {
    holds -= 1
    if holds == 0, !isKept { memory.shared -= bytes.count }
  }
}

/// What a line holds shared bytes with: as long as it is there, clients have not taken all of them.
@LoopActor
final class SharedBytesHold {
  let shared: SharedBytes

  fileprivate init(_ shared: SharedBytes) {
    self.shared = shared
    shared.hold()
  }

  isolated deinit {
    shared.release()
  }
}

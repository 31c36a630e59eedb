internal import UVLoop

/// Bytes that may be sent to several clients, held once.
@LoopActor
final class SharedBytes {
  /// Shorter ones are copied rather than shared.
  static let least = 16 << 10

  let bytes: [UInt8]
  private let memory: MemoryUse
  /// Whether they are held anyway, as the current value of a box.
  private(set) var isKept: Bool
  /// The number of lines that hold them and that some client has not yet read completely.
  private var holds = 0

  init(_ bytes: [UInt8], _ memory: MemoryUse, isKept: Bool = false) {
    self.bytes = bytes
    self.memory = memory
    self.isKept = isKept
  }

  /// To be called once only clients need them.
  func letGo() {
    guard isKept else { return }
    isKept = false
    if holds > 0 { memory.shared += bytes.count }
  }

  /// The bytes as a piece of a line.
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

/// A line's hold on shared bytes: while it exists, some client has not yet read them all.
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

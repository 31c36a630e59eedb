internal import OperatingSystem
internal import UVLoop

/// Writes to a file: short pieces are collected, long ones are written from where they are stored.
struct FileOutput {
  private let descriptor: Int32
  private var gathered: [UInt8] = []

  /// Number of bytes that are collected before they are written; longer pieces are not collected.
  private static let most = 64 << 10

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  mutating func write(_ text: String) throws(LoopError) {
    gathered.append(contentsOf: text.utf8)
    if gathered.count >= Self.most { try flush() }
  }

  mutating func write(_ bytes: ArraySlice<UInt8>) throws(LoopError) {
    if gathered.count + bytes.count >= Self.most { try flush() }
    if bytes.count >= Self.most { return try writeNow(bytes) }
    gathered.append(contentsOf: bytes)
  }

  /// Writes what was collected.
  mutating func flush() throws(LoopError) {
    try writeNow(gathered[...])
    gathered.removeAll(keepingCapacity: true)
  }

  private func writeNow(_ bytes: ArraySlice<UInt8>) throws(LoopError) {
    let (_, code) = writeAll(bytes, to: descriptor)
    guard code == 0 else { throw LoopError(operation: "write", code: code) }
  }
}

/// Lines of an input that arrives in pieces.
struct LineBuffer {
  /// Bytes that are not taken yet.
  private var bytes: [UInt8] = []
  /// Whether the input has ended.
  private(set) var hasEnded = false

  /// The number of bytes that are not taken yet.
  var count: Int { bytes.count }

  /// - Parameter piece: empty at the end of the input.
  mutating func append(_ piece: [UInt8]) {
    bytes += piece
    hasEnded = piece.isEmpty
  }

  /// Takes the next line, without its end, LF or CR LF. A last line without an end counts.
  ///
  /// - Returns: nil if there is none yet.
  mutating func next() -> [UInt8]? {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    guard end != nil || (hasEnded && !bytes.isEmpty) else { return nil }
    var line = Array(bytes[..<(end ?? bytes.endIndex)])
    bytes.removeSubrange(..<(end.map { $0 + 1 } ?? bytes.endIndex))
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}

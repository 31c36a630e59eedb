internal import BoxWire

/// The lines of procond, after a connection has subscribed to one box.
///
/// What procond writes is known to the byte; only a line that is none of those is parsed.
struct ProconFraming: Framing {
  private static let change = Array(
    #"{"jsonrpc":"2.0","method":"change","params":{"revision":"#.utf8)
  private static let answer = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let result = Array(#","result":"#.utf8)
  private static let others = ["hello", "snapshot", "synced"].map {
    Array(#"{"jsonrpc":"2.0","method":"\#($0)","#.utf8)
  }

  /// From behind the revision of a `change` up to the value.
  private let middle: [UInt8]

  /// - Parameter box: whose value is told.
  init(box: Path) {
    middle = Array(#","boxes":{"\#(box)":"#.utf8)
  }

  /// Whether the line is a `synced`.
  static func isSynced(_ line: UnsafeRawBufferPointer) -> Bool {
    line.has(others[2])
  }

  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    if line.has(Self.change) { return Frame(length: end + 1, value: try value(in: line)) }
    if line.has(Self.answer), let (_, end) = line.decimal(at: Self.answer.count),
      line.has(Self.result, at: end)
    {
      return Frame(length: line.count + 1)
    }
    if !Self.others.contains(where: { line.has($0) }) { try Self.check(line) }
    return Frame(length: end + 1)
  }

  /// The value is a string that holds no quote.
  private func value(in line: UnsafeRawBufferPointer) throws(Failure) -> Range<Int> {
    guard let (_, revisionEnd) = line.decimal(at: Self.change.count),
      line.has(middle, at: revisionEnd),
      case let start = revisionEnd + middle.count,
      let quote = line.firstIndex(of: UInt8(ascii: "\""), from: start + 1)
    else { throw .malformed(line.excerpt) }
    return start..<quote + 1
  }

  /// Looks at a line that is none of those.
  private static func check(_ line: UnsafeRawBufferPointer) throws(Failure) {
    let message: ServerLine
    do {
      message = try ServerLine(line)
    } catch {
      throw .malformed(line.excerpt)
    }
    switch message {
    case .hello, .snapshot, .synced: return
    case .response(let response):
      if case .failure(let error) = response.outcome { throw .refused(error.message) }
    case .change, .gap, .bye, .unknown: throw .malformed(line.excerpt)
    }
  }
}

/// The protocol of NATS's clients (docs.nats.io, "Client Protocol").
struct NATSFraming: Framing {
  private static let message = Array("MSG ".utf8)
  private static let fault = Array("-ERR".utf8)
  private static let others = ["INFO", "PING", "PONG", "+OK"].map { Array($0.utf8) }

  /// A `PING` of the server's is a frame like others, and left unanswered: it is a few minutes until
  /// that would matter.
  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    guard line.has(Self.message) else {
      if line.has(Self.fault) {
        throw .refused(String(decoding: line.dropFirst(5).dropLast(), as: UTF8.self))
      }
      guard Self.others.contains(where: { line.has($0) }) else { throw .malformed(line.excerpt) }
      return Frame(length: end + 1)
    }
    // `MSG <subject> <sid> <bytes>`, the last word's length in bytes.
    guard let space = line.lastIndex(of: UInt8(ascii: " ")),
      let (size, _) = line.decimal(at: space + 1)
    else { throw .malformed(line.excerpt) }
    let start = end + 1
    guard start + size + 2 <= bytes.count else { return nil }
    return Frame(length: start + size + 2, value: start..<start + size)
  }
}

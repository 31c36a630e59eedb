/// Redis, with PUBLISH and SUBSCRIBE, which writes nothing to disk.
struct Redis: Contender {
  let name = "redis"
  private static let channel = Array("bench".utf8)

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let program = try installed("redis-server", package: "redis-server")
    let socket = directory.file("redis.sock")
    return Launch(
      program: program,
      arguments: [
        "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir",
        directory.path, "--maxclients", "65000",
        // Otherwise it would drop subscribers that lag.
        "--client-output-buffer-limit", "pubsub 0 0 0",
      ], address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let framing = RESPFraming()
    let subscribe = RESPFraming.command([Array("SUBSCRIBE".utf8), Self.channel])
    let ping = RESPFraming.command([Array("PING".utf8)])
    let publish = RESPFraming.command([Array("PUBLISH".utf8), Self.channel, payload.bytes])
    return Dialect(
      subscribing: { _ in [HandshakeStep(request: subscribe, framing: framing)] },
      publishing: [HandshakeStep(request: ping, framing: framing)],
      publication: Template(publish), deliveries: framing, answers: framing)
  }
}

/// The part of Redis's protocol, RESP2 (redis.io, "RESP protocol spec"), that publishing and
/// subscribing need.
struct RESPFraming: Framing {
  private static let message = Array("message".utf8)

  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard let kind = bytes.first else { return nil }
    switch kind {
    case UInt8(ascii: "*"): return try array(bytes)
    case UInt8(ascii: ":"), UInt8(ascii: "+"):
      return bytes.firstIndex(of: 0x0A).map { Frame(length: $0 + 1) }
    case UInt8(ascii: "-"):
      guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
      throw .refused(String(decoding: bytes[1..<max(1, end - 1)], as: UTF8.self))
    default: throw .malformed(bytes.excerpt)
    }
  }

  /// `message`, channel and value; or `subscribe`, channel and a number.
  private func array(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard let (count, start) = try length(in: bytes, at: 0) else { return nil }
    var next = start
    var isMessage = false
    var value: Range<Int>?
    for index in 0..<count {
      guard next < bytes.count else { return nil }
      if bytes[next] == UInt8(ascii: ":") {
        guard let end = bytes.firstIndex(of: 0x0A, from: next) else { return nil }
        next = end + 1
        continue
      }
      guard let (size, start) = try length(in: bytes, at: next), start + size + 2 <= bytes.count
      else { return nil }
      if index == 0 { isMessage = bytes.has(Self.message, at: start) }
      if index == 2, isMessage { value = start..<start + size }
      next = start + size + 2
    }
    return Frame(length: next, value: value)
  }

  /// The number after the byte at `position`, and the end of its line; nil when that is incomplete.
  private func length(
    in bytes: UnsafeRawBufferPointer, at position: Int
  ) throws(Failure) -> (Int, end: Int)? {
    guard let end = bytes.firstIndex(of: 0x0A, from: position) else { return nil }
    guard let (value, _) = bytes.decimal(at: position + 1) else { throw .malformed(bytes.excerpt) }
    return (value, end + 1)
  }

  /// A command with its arguments.
  static func command(_ words: [[UInt8]]) -> [UInt8] {
    var bytes = Array("*\(words.count)\r\n".utf8)
    for word in words {
      bytes += Array("$\(word.count)\r\n".utf8) + word + Array("\r\n".utf8)
    }
    return bytes
  }
}

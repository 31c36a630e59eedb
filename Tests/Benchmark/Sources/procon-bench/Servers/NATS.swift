/// NATS, on a port of the loopback interface, since it cannot listen on a Unix socket.
struct NATS: Contender {
  let name = "nats"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let program = try installed("nats-server", package: "nats-server")
    let port = try Address.freePort()
    let configuration = directory.file("nats.conf")
    // Otherwise it would drop subscribers that lag.
    try TextFile.write("max_pending: 8GB\nwrite_deadline: \"60s\"\n", to: configuration)
    return Launch(
      program: program,
      arguments: ["--addr", "127.0.0.1", "--port", "\(port)", "--config", configuration],
      address: .loopback(port: port))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let framing = NATSFraming()
    let greeting = HandshakeStep(request: [], framing: framing)
    let connect = "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n"
    let pong = Array("PONG".utf8)
    let introduce = { (more: String) in
      HandshakeStep(request: Array("\(connect)\(more)PING\r\n".utf8), framing: framing) {
        $0.has(pong)
      }
    }
    let publish = Array("PUB bench \(payload.size)\r\n".utf8) + payload.bytes + Array("\r\n".utf8)
    return Dialect(
      subscribing: { _ in [greeting, introduce("SUB bench 1\r\n")] },
      publishing: [greeting, introduce("")],
      publication: Template(publish), deliveries: framing, answers: nil)
  }
}

/// The protocol of NATS clients (docs.nats.io, "Client Protocol").
struct NATSFraming: Framing {
  private static let message = Array("MSG ".utf8)
  private static let fault = Array("-ERR".utf8)
  private static let others = ["INFO", "PING", "PONG", "+OK"].map { Array($0.utf8) }

  /// The server's `PING` is not answered: the server allows minutes for this.
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
    // `MSG <subject> <sid> <length>`.
    guard let space = line.lastIndex(of: UInt8(ascii: " ")),
      let (size, _) = line.decimal(at: space + 1)
    else { throw .malformed(line.excerpt) }
    let start = end + 1
    guard start + size + 2 <= bytes.count else { return nil }
    return Frame(length: start + size + 2, value: start..<start + size)
  }
}

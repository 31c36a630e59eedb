/// NATS, on a port of the loopback, as it has no Unix socket.
struct NATS: Contender {
  let name = "nats"
  let answers = false

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
    let greeting = Step(request: [], framing: framing)
    let connect = "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n"
    let pong = Array("PONG".utf8)
    let introduce = { (more: String) in
      Step(request: Array("\(connect)\(more)PING\r\n".utf8), framing: framing) { $0.has(pong) }
    }
    let publish = Array("PUB bench \(payload.size)\r\n".utf8) + payload.bytes + Array("\r\n".utf8)
    return Dialect(
      subscribing: { _ in [greeting, introduce("SUB bench 1\r\n")] },
      publishing: [greeting, introduce("")],
      publication: Template(publish), deliveries: framing, answers: nil)
  }
}

/// Redis: PUBLISH and SUBSCRIBE, nothing written to disk.
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
      subscribing: { _ in [Step(request: subscribe, framing: framing)] },
      publishing: [Step(request: ping, framing: framing)],
      publication: Template(publish), deliveries: framing, answers: framing)
  }
}

import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Clients that vanish at any point cost the daemon nothing.
@Suite(.blocking) struct VanishingTests {
  private let daemon: DaemonProcess
  private let writer: Peer

  init() throws {
    daemon = try DaemonProcess()
    writer = try daemon.connect()
    // More than the kernel buffers for one client.
    try writer.setMany((0..<8).map { ("shared.b\($0)", text(40_000)) })
  }

  @Test func `clients that vanish at any point leave nothing behind`() throws {
    let clients = TestLength.size(250, long: 2000)
    // Even 17 bytes for each of them would be more.
    let most = clients * 16
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    try vanish(500, &generator)
    let descriptors = try daemon.descriptors()
    var readings = [try daemon.memory()]
    var leastAdded = Int.max
    // The allocator keeps memory of clients that are connected at the same time, so that a round
    // may add to it. Memory leaked by every client would be added in every round.
    while readings.count <= 5 || leastAdded > most && readings.count <= 15 {
      try vanish(clients, &generator)
      let memory = try daemon.memory()
      leastAdded = min(leastAdded, memory - readings[readings.count - 1])
      readings.append(memory)
    }
    expect(leastAdded <= most, "seed \(seed): \(readings)")
    try waitUntil("it has closed all") { try daemon.descriptors() == descriptors }
  }

  @Test func `killed processes leave nothing behind`() throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    try waitUntilAlone()
    let descriptors = try daemon.descriptors()
    for _ in 0..<TestLength.size(3, long: 10) {
      let clients = try (0..<10).map { _ in
        try ChildProcess(
          builtProgram("procon-client"), ["subscribe", "shared.**", "--socket", daemon.socket])
      }
      for client in clients {
        for _ in 0..<Int.random(in: 0..<20, using: &generator) { try writer.call("ping") }
        client.signal(SIGKILL)
      }
      for client in clients { expect(try client.waitForEnd(), equals: .killed(signal: SIGKILL)) }
    }
    try waitUntilAlone()
    try waitUntil("it has closed all") { try daemon.descriptors() == descriptors }
  }

  /// Connects `count` clients, each of which disconnects in the middle of something.
  private func vanish(_ count: Int, _ generator: inout SeededGenerator) throws {
    var peers: [Peer] = []
    for number in 0..<count {
      let peer = try Peer(to: daemon.socket)
      try begin(peer, Int.random(in: 0..<8, using: &generator), &generator)
      peers.append(peer)
      // Few enough that what the daemon remembers of them does not matter.
      if number % 100 == 0 { try writer.set("shared.n", number) }
      if Bool.random(using: &generator) { peer.endSending() }
      while peers.count > 15 {
        peers.remove(at: Int.random(in: peers.indices, using: &generator)).close()
      }
    }
    for peer in peers { peer.close() }
    try waitUntilAlone()
  }

  private func begin(_ peer: Peer, _ kind: Int, _ generator: inout SeededGenerator) throws {
    let subscribe = #"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"],"mode":""#
    switch kind {
    case 0: break
    case 1: _ = try peer.next()
    case 2: try peer.send(Array((subscribe + "every").utf8))
    case 3: try peer.send(subscribe + #"every"}}"#)
    case 4:
      try peer.send(subscribe + #"latest","interval":10}}"#)
      for _ in 0..<Int.random(in: 1...5, using: &generator) { _ = try peer.nextLine() }
    case 5:
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        try peer.send(#"{"id":1,"method":"get","params":{"boxes":["shared.b1"]}}"#)
      }
    case 6:
      try peer.send(
        subscribe + #"latest"}}"# + "\n" + #"{"id":2,"method":"unsubscribe"}"# + "\n"
          + #"{"id":3,"method":"ping"}"#)
    default:
      try peer.send(
        #"{"id":1,"method":"set","params":{"box":"shared.t","value":1,"ttl":1000}}"# + "\n{")
    }
  }

  /// Waits until the writer's connection is the only one.
  private func waitUntilAlone() throws {
    // Connections are accepted in order, so earlier ones have been seen once this one is.
    try daemon.connect().close()
    let deadline = Deadline()
    while true {
      let answer = try writer.call("get", #"{"boxes":["daemon.stats"]}"#)
      let stats = answer["result", "boxes", "daemon.stats"]
      if stats?["connections"]?.integer == 1 { return }
      if deadline.hasPassed { throw PeerError.unexpected(answer) }
    }
  }
}

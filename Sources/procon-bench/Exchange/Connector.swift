internal import UVLoop

/// Makes many connections, a few at a time.
struct Connector {
  /// Connections that are made at once: enough that a server need not wait for the next one, few
  /// enough for the shortest backlog.
  private static let concurrency = 8
  /// How long nothing may come, in milliseconds.
  private static let patience = 10_000

  private let address: Address
  private let watch: Watch
  private let buffer: ReadBuffer

  init(to address: Address, _ buffer: ReadBuffer) throws(Failure) {
    self.address = address
    self.buffer = buffer
    watch = try Watch()
  }

  /// - Parameter steps: what is said on each connection, counted from 0.
  func connect(_ count: Int, _ steps: (Int) -> [Step]) throws(Failure) -> Connections {
    let made = Connections()
    var pending: [Int: Handshake] = [:]
    var next = 0
    while made.descriptors.count < count {
      while next < count, pending.count < Self.concurrency, let descriptor = try address.connect() {
        made.open(descriptor)
        pending[next] = Handshake(descriptor, steps(next))
        try watch.add(descriptor, token: next, [.readable, .writable])
        next += 1
      }
      let happened = try watch.wait(milliseconds: pending.isEmpty ? 1 : Self.patience) {
        token, _ throws(Failure) in
        guard var handshake = pending.removeValue(forKey: token) else { return }
        try handshake.advance(buffer.bytes)
        if handshake.isDone {
          try watch.remove(handshake.descriptor)
          made.finish(handshake.descriptor)
        } else {
          try watch.change(handshake.descriptor, token: token, handshake.awaited)
          pending[token] = handshake
        }
      }
      guard happened || pending.isEmpty else {
        throw .stalled(seconds: Self.patience / 1000, "\(pending.count) connections are half-made")
      }
    }
    return made
  }
}

/// Connections to the server, closed on release.
final class Connections {
  /// In the order in which they were opened.
  fileprivate(set) var descriptors: [Int32] = []

  deinit {
    for descriptor in descriptors { Descriptor.close(descriptor) }
  }
}

/// Makes many connections, a few at a time.
struct Connector {
  /// Number of connections made at once: enough that a server need not wait for the next one, and
  /// few enough for the shortest backlog.
  private static let concurrency = 8
  /// The longest time without any progress, in milliseconds.
  private static let patience = 10_000

  private let address: Address
  private let poller: Poller
  private let buffer: ReadBuffer

  init(to address: Address, _ buffer: ReadBuffer) throws(Failure) {
    self.address = address
    self.buffer = buffer
    poller = try Poller()
  }

  /// - Parameter steps: the handshake of each connection, numbered from 0.
  func connect(_ count: Int, _ steps: (Int) -> [HandshakeStep]) throws(Failure) -> Connections {
    let made = Connections()
    var pending: [Int: Handshake] = [:]
    while made.descriptors.count < count || !pending.isEmpty {
      while made.descriptors.count < count, pending.count < Self.concurrency,
        let descriptor = try address.connect()
      {
        let number = made.descriptors.count
        made.descriptors.append(descriptor)
        pending[number] = Handshake(descriptor, steps(number))
        try poller.add(descriptor, token: number, [.readable, .writable])
      }
      let happened = try poller.wait(milliseconds: pending.isEmpty ? 1 : Self.patience) {
        token, _ throws(Failure) in
        guard var handshake = pending.removeValue(forKey: token) else { return }
        try handshake.advance(buffer)
        if handshake.isDone {
          try poller.remove(handshake.descriptor)
        } else {
          try poller.change(handshake.descriptor, token: token, handshake.awaited)
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

/// The progress of one connection's handshake.
private struct Handshake {
  private let steps: [HandshakeStep]
  private var index = 0
  private var unsent: [UInt8]
  private var reader: MessageReader

  /// - Parameter steps: at least one.
  init(_ descriptor: Int32, _ steps: [HandshakeStep]) {
    self.steps = steps
    unsent = steps[0].request
    reader = MessageReader(descriptor)
  }

  var descriptor: Int32 { reader.descriptor }
  var isDone: Bool { index == steps.count }

  /// The events that it waits for.
  var awaited: EventSet.Events { unsent.isEmpty ? .readable : [.readable, .writable] }

  /// Sends and receives what is possible without waiting.
  mutating func advance(_ buffer: ReadBuffer) throws(Failure) {
    try send()
    let steps = steps
    var index = index
    try reader.read(steps[index].framing, buffer) { frame, bytes throws(Failure) in
      let message = UnsafeRawBufferPointer(rebasing: bytes[..<frame.length])
      if index < steps.count, steps[index].isLast(message) { index += 1 }
    }
    for step in steps.dropFirst(self.index + 1).prefix(index - self.index) {
      unsent += step.request
    }
    self.index = index
    try send()
  }

  private mutating func send() throws(Failure) {
    guard !unsent.isEmpty else { return }
    unsent.removeFirst(try Descriptor.send(descriptor, unsent[...]))
  }
}

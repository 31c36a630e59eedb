internal import UVLoop

/// The one connection that publishes.
final class Publisher {
  /// Values that were published.
  private(set) var published = 0
  /// Values whose answer came; as many as were published where no answers come.
  var accepted: Int { isAnswered ? answered : published }

  private let connections: Connections
  private let dialect: Dialect
  private let buffer: ReadBuffer
  private var inlet: Inlet
  private var answered = 0
  private var unsent: [UInt8] = []
  /// How many bytes of `unsent` the kernel took.
  private var sent = 0

  /// - Parameter connections: one.
  init(_ connections: Connections, _ dialect: Dialect, _ buffer: ReadBuffer) {
    self.connections = connections
    self.dialect = dialect
    self.buffer = buffer
    inlet = Inlet(connections.descriptors[0])
  }

  /// Whether the server answers each change.
  var isAnswered: Bool { dialect.answers != nil }

  var descriptor: Int32 { inlet.descriptor }

  /// What has to happen before it can go on.
  var awaited: EventSet.Events { unsent.isEmpty ? .readable : [.readable, .writable] }

  /// Publishes as many values in one write, or as many as the kernel takes.
  func publish(_ count: Int) throws(Failure) {
    for number in published + 1...published + count {
      dialect.publication.append(number, to: &unsent)
    }
    published += count
    try send()
  }

  /// Sends what the kernel did not take before.
  func send() throws(Failure) {
    guard !unsent.isEmpty else { return }
    let result = unsent.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try Descriptor.send(descriptor, bytes.dropping(sent)) }
    }
    sent += try result.get()
    guard sent == unsent.count else { return }
    unsent.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Reads the answers that came.
  ///
  /// - Throws: `Failure.refused` when one is an error, `Failure.malformed` for one too many.
  func read() throws(Failure) {
    guard let framing = dialect.answers else {
      // Nothing that matters: a signal or a PING of the server's own.
      _ = try Descriptor.receive(descriptor, into: buffer.bytes)
      return
    }
    try inlet.read(framing, buffer) { _, _ throws(Failure) in answered += 1 }
    guard answered <= published else { throw .malformed("an answer to nothing") }
  }
}

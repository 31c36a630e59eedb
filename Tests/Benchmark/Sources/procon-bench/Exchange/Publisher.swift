/// The connection that publishes.
final class Publisher {
  /// The number of published values.
  private(set) var published = 0
  /// The number of answered values, or of all published ones if there are no answers.
  var accepted: Int { isAnswered ? answered : published }

  private let connections: Connections
  private let dialect: Dialect
  private let buffer: ReadBuffer
  private var reader: MessageReader
  private var answered = 0
  private var unsent: [UInt8] = []
  /// The number of bytes of `unsent` that the kernel has accepted.
  private var sent = 0

  /// - Parameter connections: one.
  init(_ connections: Connections, _ dialect: Dialect, _ buffer: ReadBuffer) {
    self.connections = connections
    self.dialect = dialect
    self.buffer = buffer
    reader = MessageReader(connections.descriptors[0])
  }

  /// Whether the server answers each change.
  var isAnswered: Bool { dialect.answers != nil }

  var descriptor: Int32 { reader.descriptor }

  /// The events that it waits for.
  var awaited: EventSet.Events { unsent.isEmpty ? .readable : [.readable, .writable] }

  /// Publishes a number of values in one write, or as many as the kernel accepts.
  func publish(_ count: Int) throws(Failure) {
    for number in published + 1...published + count {
      dialect.publication.append(number, to: &unsent)
    }
    published += count
    try send()
  }

  /// Sends what the kernel has not accepted yet.
  func send() throws(Failure) {
    guard !unsent.isEmpty else { return }
    sent += try Descriptor.send(descriptor, unsent[sent...])
    guard sent == unsent.count else { return }
    unsent.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Reads answers.
  ///
  /// - Throws: `Failure.refused` when one is an error, `Failure.malformed` when there are too many.
  func read() throws(Failure) {
    guard let framing = dialect.answers else {
      // Only signals and the server's own PINGs, which do not matter.
      _ = try Descriptor.receive(descriptor, into: buffer.bytes)
      return
    }
    try reader.read(framing, buffer) { _, _ throws(Failure) in answered += 1 }
    guard answered <= published else { throw .malformed("an answer to nothing") }
  }
}

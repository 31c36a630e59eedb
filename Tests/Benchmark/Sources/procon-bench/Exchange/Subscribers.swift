/// The subscribers of a measurement, which check the values that they receive.
final class Subscribers {
  /// The number of values received, by all of them together.
  private(set) var deliveries = 0

  private struct Subscriber {
    var reader: MessageReader
    /// The number of its newest value.
    var newest: Int
  }

  private var members: [Subscriber]
  private let connections: Connections
  private let payload: Payload
  private let framing: any Framing
  private let mode: Mode
  private let buffer: ReadBuffer

  /// - Parameter newest: the number of the value that all have already received.
  init(
    _ connections: Connections, _ payload: Payload, _ framing: any Framing, _ mode: Mode,
    having newest: Int, _ buffer: ReadBuffer
  ) {
    self.connections = connections
    self.payload = payload
    self.framing = framing
    self.mode = mode
    self.buffer = buffer
    members = connections.descriptors.map { Subscriber(reader: MessageReader($0), newest: newest) }
  }

  var count: Int { members.count }
  var descriptors: [Int32] { connections.descriptors }

  /// The subscriber with the oldest value, from 0, and the number of that value.
  var slowest: (subscriber: Int, newest: Int) {
    let index = members.indices.min { members[$0].newest < members[$1].newest } ?? 0
    return (index, members.isEmpty ? 0 : members[index].newest)
  }

  /// Reads the values that arrived for one of them.
  ///
  /// - Parameter published: the number of the newest published value.
  /// - Returns: the numbers of its newest value before and now.
  /// - Throws: `Failure.wrong` when a value was not published, or arrived twice, late or changed;
  ///   in `every` mode also when one is missing.
  func read(_ index: Int, published: Int) throws(Failure) -> ClosedRange<Int> {
    let before = members[index].newest
    var newest = before
    var values = 0
    try members[index].reader.read(framing, buffer) { frame, bytes throws(Failure) in
      guard let value = frame.value else { return }
      guard let number = payload.number(of: UnsafeRawBufferPointer(rebasing: bytes[value])) else {
        throw .wrong(subscriber: index, "got what was not published: \(bytes.excerpt)")
      }
      guard number > newest, number <= published, number == newest + 1 || mode == .latest else {
        throw .wrong(subscriber: index, "got value \(number) after \(newest) of \(published)")
      }
      newest = number
      values += 1
    }
    members[index].newest = newest
    deliveries += values
    return before...newest
  }
}

internal import BoxWire
internal import Glibc
internal import UVLoop

/// Copies what its publisher writes to each subscriber, one write each, and answers each line as
/// procond would. It looks for line ends and for nothing else.
///
/// Its sockets block: a subscriber that does not read holds everybody up, which costs no time of
/// the processor.
final class FloorServer {
  /// The line that makes a connection a subscriber; it is answered by a line.
  static let subscribe = Array("S\n".utf8)
  /// The line that makes a connection the publisher; it is answered by a line.
  static let publish = Array("P\n".utf8)
  /// Of what is read at once, in bytes: as procond does.
  private static let bufferSize = 64 << 10

  private let listener: Int32
  private let events: EventSet
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: bufferSize, alignment: 16)
  /// As many equal answers as lines can be read at once.
  private let answers: [UInt8]
  private let answerSize: Int
  private var subscribers: [Int32] = []
  private var publisher: Int32 = -1

  init(path: String) throws(Failure) {
    let result = JSONText(members: [("revision", JSONText(Payload.firstNumber / 1000))])
    let answer = Response(id: JSONText(Payload.firstNumber), .success(result)).line
    answerSize = answer.count
    let most = Self.bufferSize / Payload.smallest
    answers = [[UInt8]](repeating: answer, count: most).flatMap(\.self)
    listener = try Address.unix(path).listen()
    events = try attempt { () throws(LoopError) in try EventSet() }
    try watch(listener)
  }

  deinit {
    buffer.deallocate()
  }

  func serve() throws(Failure) -> Never {
    while true {
      for index in 0..<events.wait(milliseconds: -1) {
        let descriptor = Int32(events[index].token)
        if descriptor == listener { try accept() } else { try read(descriptor) }
      }
    }
  }

  private func watch(_ descriptor: Int32) throws(Failure) {
    try attempt { () throws(LoopError) in try events.add(descriptor, token: Int(descriptor)) }
  }

  private func accept() throws(Failure) {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { throw .system("accept") }
    try watch(descriptor)
  }

  private func read(_ descriptor: Int32) throws(Failure) {
    let count = recv(descriptor, buffer, Self.bufferSize, 0)
    if count <= 0 {
      try lose(descriptor)
    } else if descriptor == publisher {
      publish(UnsafeRawBufferPointer(start: buffer, count: count))
    } else {
      adopt(descriptor)
    }
  }

  private func publish(_ bytes: UnsafeRawBufferPointer) {
    for subscriber in subscribers { send(subscriber, bytes) }
    var lines = 0
    var start = 0
    while let end = bytes.firstIndex(of: 0x0A, from: start) {
      lines += 1
      start = end + 1
    }
    answers.withUnsafeBytes {
      send(publisher, UnsafeRawBufferPointer(rebasing: $0[..<(lines * answerSize)]))
    }
  }

  /// The first byte says what the connection is to be.
  private func adopt(_ descriptor: Int32) {
    let word = buffer.load(as: UInt8.self)
    if word == Self.publish[0] { publisher = descriptor } else { subscribers.append(descriptor) }
    Self.publish.withUnsafeBytes { send(descriptor, $0) }
  }

  private func lose(_ descriptor: Int32) throws(Failure) {
    subscribers.removeAll { $0 == descriptor }
    if publisher == descriptor { publisher = -1 }
    try attempt { () throws(LoopError) in try events.remove(descriptor) }
    close(descriptor)
  }

  private func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    _ = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

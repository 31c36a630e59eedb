internal import ArgumentParser
internal import BoxWire
internal import Glibc

/// A server within this program that only copies the `change` lines of procond, written by its
/// publisher, to each subscriber.
struct Floor: Contender {
  let name = "floor"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let socket = directory.file("floor.sock")
    return Launch(
      program: Executable.own, arguments: [FloorCommand.name, socket], address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let values = BoxValues(revision: Template.revision, values: [(Procond.box.text, payload.json)])
    let line = #"{"jsonrpc":"2.0","method":"change","params":\#(values.json)}"# + "\n"
    return Dialect(
      subscribing: { _ in [HandshakeStep(request: FloorServer.subscribe, framing: LineFraming())] },
      publishing: [HandshakeStep(request: FloorServer.publish, framing: LineFraming())],
      publication: Template(Array(line.utf8)), deliveries: ProconFraming(box: Procond.box),
      answers: LineFraming())
  }
}

/// Copies the bytes of its publisher to each subscriber, with one write each, and answers each line
/// as procond would. It looks for line ends and nothing else.
///
/// Its sockets block: a subscriber that does not read delays the others, which costs no processor
/// time.
final class FloorServer {
  /// Makes a connection a subscriber; answered by a line.
  static let subscribe = Array("S\n".utf8)
  /// Makes a connection the publisher; answered by a line.
  static let publish = Array("P\n".utf8)
  /// The number of bytes read at once, the same as procond's.
  private static let bufferSize = 64 << 10

  private let listener: Int32
  private let events: EventSet
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: bufferSize, alignment: 16)
  /// As many answers as lines that can be read at once.
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
    events = try attempt { () throws(SystemError) in try EventSet() }
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
    try attempt { () throws(SystemError) in try events.add(descriptor, token: Int(descriptor)) }
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

  /// Makes a connection what its first byte requests.
  private func adopt(_ descriptor: Int32) {
    let word = buffer.load(as: UInt8.self)
    if word == Self.publish[0] { publisher = descriptor } else { subscribers.append(descriptor) }
    Self.publish.withUnsafeBytes { send(descriptor, $0) }
  }

  private func lose(_ descriptor: Int32) throws(Failure) {
    subscribers.removeAll { $0 == descriptor }
    if publisher == descriptor { publisher = -1 }
    try attempt { () throws(SystemError) in try events.remove(descriptor) }
    close(descriptor)
  }

  private func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    _ = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

/// Runs the server of ``Floor``.
struct FloorCommand: ParsableCommand {
  static let name = "floor"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Copy what a publisher writes to subscribers.",
    shouldDisplay: false)

  @Argument(help: "Where to listen.")
  var socket: String

  func run() throws {
    try FloorServer(path: socket).serve()
  }
}

internal import BoxWire
internal import Glibc

/// The daemon of this package.
struct Procond: Contender {
  /// The published box.
  static let box = Path("shared.bench")!

  /// The name of the other daemon with which procond is compared.
  static let baseline = "baseline"

  /// The directory of the repository that this program was built in.
  static let repository = #filePath.split(separator: "/").dropLast(6).map { "/\($0)" }.joined()

  /// The path of the daemon's program in the repository's release build.
  static let released = "\(repository)/.build/release/procond"

  /// The path of its program.
  let path: String
  var name = "procond"
  let modes = Mode.allCases

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    guard access(path, X_OK) == 0 else { throw .noDaemon(path: path) }
    let socket = directory.file("procon.sock")
    return Launch(
      program: path,
      arguments: [
        "--socket", socket, "--state-dir", directory.file("state"), "--log-level", "error",
      ],
      address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let lines = ProconFraming(box: Self.box)
    let greeting = HandshakeStep(request: [], framing: lines)
    let publication = Template(Self.set(Self.box, payload))
    return Dialect(
      subscribing: { _ in [greeting, Self.subscribe(to: Self.box, mode)] },
      publishing: [greeting, HandshakeStep(request: publication.message(0), framing: lines)],
      publication: publication, deliveries: lines, answers: lines)
  }

  /// Subscribes to one box, after the greeting.
  static func subscribe(to box: Path, _ mode: Mode) -> HandshakeStep {
    let subscribe = Subscribe(
      patterns: [Pattern(box.text)!], mode: mode == .every ? .every : .latest)
    let request = Request(
      id: JSONText(1), method: Subscribe.method, parameters: subscribe.parameters)
    return HandshakeStep(
      request: request.line, framing: ProconFraming(box: box), isLast: ProconFraming.isSynced)
  }

  /// Returns a request that sets a box, for a ``Template``.
  static func set(_ box: Path, _ payload: Payload) -> [UInt8] {
    let set = SetBox(box: box, value: payload.json)
    let id = JSONText(Int(Payload.placeholder)!)
    return Request(id: id, method: SetBox.method, parameters: set.parameters).line
  }
}

/// The lines of procond to a subscriber of one box.
///
/// They are compared with the bytes that procond writes; only other lines are parsed.
struct ProconFraming: Framing {
  private static let change = Array(
    #"{"jsonrpc":"2.0","method":"change","params":{"revision":"#.utf8)
  private static let answer = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let result = Array(#","result":"#.utf8)
  private static let others = ["hello", "snapshot", "synced"].map {
    Array(#"{"jsonrpc":"2.0","method":"\#($0)","#.utf8)
  }

  /// The bytes between the revision of a `change` and the value.
  private let middle: [UInt8]

  /// - Parameter box: the subscribed box.
  init(box: Path) {
    middle = Array(#","boxes":{"\#(box)":"#.utf8)
  }

  /// Whether the line is the answer to a request.
  static func isAnswer(to id: Int, _ line: UnsafeRawBufferPointer) -> Bool {
    line.has(answer) && line.decimal(at: answer.count)?.value == id
  }

  /// Whether the line is a `synced`.
  static func isSynced(_ line: UnsafeRawBufferPointer) -> Bool {
    line.has(others[2])
  }

  func first(in bytes: UnsafeRawBufferPointer) throws(Failure) -> Frame? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    if line.has(Self.change) { return Frame(length: end + 1, value: try value(in: line)) }
    if line.has(Self.answer), let (_, end) = line.decimal(at: Self.answer.count),
      line.has(Self.result, at: end)
    {
      return Frame(length: line.count + 1)
    }
    if !Self.others.contains(where: { line.has($0) }) { try Self.check(line) }
    return Frame(length: end + 1)
  }

  /// Returns the position of the value, which is a string without quotes in it.
  private func value(in line: UnsafeRawBufferPointer) throws(Failure) -> Range<Int> {
    guard let (_, revisionEnd) = line.decimal(at: Self.change.count),
      line.has(middle, at: revisionEnd),
      case let start = revisionEnd + middle.count,
      let quote = line.firstIndex(of: UInt8(ascii: "\""), from: start + 1)
    else { throw .malformed(line.excerpt) }
    return start..<quote + 1
  }

  /// Parses any other line.
  private static func check(_ line: UnsafeRawBufferPointer) throws(Failure) {
    let message: ServerLine
    do {
      message = try ServerLine(line)
    } catch {
      throw .malformed(line.excerpt)
    }
    switch message {
    case .hello, .snapshot, .synced: return
    case .response(let response):
      if case .failure(let error) = response.outcome { throw .refused(error.message) }
    case .batch, .change, .gap, .bye, .unknown: throw .malformed(line.excerpt)
    }
  }
}

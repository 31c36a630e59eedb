internal import BoxWire
internal import Glibc

/// The daemon of this package.
struct Procond: Contender {
  /// The box that is set.
  static let box = Path("shared.bench")!

  let name = "procond"
  let modes = Mode.allCases
  /// Its program's path.
  let path: String

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    guard access(path, X_OK) == 0 else { throw .noDaemon(path: path) }
    let socket = directory.file("procon.sock")
    return Launch(
      program: path, arguments: ["--socket", socket, "--log-level", "error"],
      address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let lines = ProconFraming(box: Self.box)
    let greeting = Step(request: [], framing: lines)
    let publication = Template(Self.set(Self.box, payload))
    return Dialect(
      subscribing: { _ in [greeting, Self.subscribe(to: Self.box, mode)] },
      publishing: [greeting, Step(request: publication.message(0), framing: lines)],
      publication: publication, deliveries: lines, answers: lines)
  }

  /// The step of a greeted connection that subscribes to one box.
  static func subscribe(to box: Path, _ mode: Mode) -> Step {
    let subscribe = Subscribe(
      patterns: [Pattern(box.text)!], mode: mode == .every ? .every : .latest)
    let request = Request(
      id: JSONText(1), method: Subscribe.method, parameters: subscribe.parameters)
    return Step(
      request: request.line, framing: ProconFraming(box: box), isLast: ProconFraming.isSynced)
  }

  /// The request that sets a box, for a ``Template``.
  static func set(_ box: Path, _ payload: Payload) -> [UInt8] {
    let value = JSONText(valid: payload.bytes)
    let id = JSONText(valid: Array(Payload.placeholder.utf8))
    return Request(
      id: id, method: SetBox.method, parameters: SetBox(box: box, value: value).parameters
    ).line
  }
}

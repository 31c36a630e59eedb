internal import BoxWire

/// This program's own server: what it costs to carry procond's bytes when nothing else is done.
///
/// Its publisher writes the `change` lines that procond would, and it copies them to each
/// subscriber.
struct Floor: Contender {
  let name = "floor"

  func launch(in directory: ServerDirectory) throws(Failure) -> Launch {
    let socket = directory.file("floor.sock")
    return Launch(
      program: Executable.own, arguments: [FloorCommand.name, socket], address: .unix(socket))
  }

  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect {
    let value = JSONText(valid: payload.bytes)
    var line = BoxesLine(.change, revision: Template.revision, capacity: payload.size)
    line.append(member: BoxesLine.member(path: Procond.box, value: value))
    return Dialect(
      subscribing: { _ in [Step(request: FloorServer.subscribe, framing: LineFraming())] },
      publishing: [Step(request: FloorServer.publish, framing: LineFraming())],
      publication: Template(line.finish()), deliveries: ProconFraming(box: Procond.box),
      answers: LineFraming())
  }
}

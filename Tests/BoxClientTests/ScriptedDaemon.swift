import BoxClient
import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport
import UVLoop

/// A daemon that follows a test's script, on its own socket.
@LoopActor
final class ScriptedDaemon {
  /// The received requests, in order, as `method params`.
  let requests = Journal<String>()
  /// One event for each accepted connection.
  let connections = Journal<Void>()
  /// One event for each connection that the client closed.
  let ends = Journal<Void>()
  let path: String

  private let directory = TemporaryDirectory()
  private var listener: PipeListener?
  private var peers: [Peer] = []
  /// The first line sent to each connection; nil for none.
  var greeting: Hello?
  /// Sent to each connection instead of a greeting; nil for a daemon.
  var words: String?
  private var ids: [JSONText] = []

  /// - Parameter greeting: the first line sent to each connection; nil for none.
  init(greeting: Hello? = Hello(server: "scripted", epoch: "e", revision: 1)) throws {
    path = directory.file("s")
    self.greeting = greeting
    try listen()
  }

  func listen() throws {
    listener = try PipeListener(
      path: path, mode: 0o600, accepted: { [unowned self] in accept($0) }, refused: { _ in })
  }

  /// Stops listening and removes the socket file. Connections stay open.
  func stop() {
    listener?.close()
    listener = nil
    unlink(path)
  }

  /// Writes a line to the newest connection.
  func send(_ line: [UInt8]) {
    peers.last?.pipe.write(line)
  }

  /// Answers the last request, or the one `back` requests before it.
  func answer(_ outcome: Result<JSONText, RequestError>, back: Int = 0) {
    send(Response(id: ids[ids.count - 1 - back], outcome).line)
  }

  /// Answers the last two requests, which were sent in a batch.
  func answer(_ outcomes: (Result<JSONText, RequestError>, Result<JSONText, RequestError>)) {
    let responses = zip(ids.suffix(2), [outcomes.0, outcomes.1]).map { Response(id: $0, $1) }
    Response.line(batch: responses).map(send)
  }

  /// Answers `subscribe`, which is the last request.
  func answer(resumed: Bool, epoch: String = "e", revision: Int) {
    let members = [
      (name: "epoch", value: JSONText(epoch)), ("revision", JSONText(revision)),
      ("resumed", JSONText(resumed)),
    ]
    answer(.success(JSONText(members: members)))
  }

  /// Sends boxes as a snapshot, then `synced`.
  func synchronise(_ boxes: BoxValues, epoch: String = "e") {
    var line = BoxesLine(.snapshot, revision: boxes.revision, capacity: 0)
    for (path, value) in boxes.values {
      line.append(member: BoxesLine.member(path: Path(path)!, value: value))
    }
    send(line.finish())
    send(Synced(epoch: epoch, revision: boxes.revision).line)
  }

  func change(_ boxes: BoxValues) {
    var line = BoxesLine(.change, revision: boxes.revision, capacity: 0)
    for (path, value) in boxes.values {
      line.append(member: BoxesLine.member(path: Path(path)!, value: value))
    }
    send(line.finish(removed: boxes.removed.compactMap { Path($0) }, merged: boxes.merged))
  }

  /// What the newest connection has not received yet, in bytes.
  var unsentBytes: Int { peers.last?.pipe.unsentBytes ?? 0 }

  /// Closes all connections after sending what is pending.
  func hangUp() {
    for peer in peers { peer.pipe.closeWhenDrained() }
    peers = []
  }

  private func accept(_ pipe: PipeConnection) {
    let peer = Peer(pipe, { [unowned self] in receive($0) }, { [ends] in ends.note(()) })
    peers.append(peer)
    if let words {
      pipe.write(Array(words.utf8))
    } else if let greeting {
      pipe.write(greeting.line)
    }
    connections.note(())
  }

  private func receive(_ request: Request) {
    if let id = request.id { ids.append(id) }
    let parameters = (try? request.parameters().json.description) ?? ""
    requests.note("\(request.method) \(parameters)")
  }
}

/// One client of a scripted daemon.
@LoopActor
private final class Peer: StreamHandler {
  let pipe: PipeConnection
  private var splitter = LineSplitter(limit: 4 * ProtocolLimits.line)
  private let receive: @LoopActor (Request) -> Void
  private let end: @LoopActor () -> Void

  init(
    _ pipe: PipeConnection, _ receive: @escaping @LoopActor (Request) -> Void,
    _ end: @escaping @LoopActor () -> Void
  ) {
    self.pipe = pipe
    self.receive = receive
    self.end = end
    pipe.handler = self
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    _ = splitter.feed(bytes) { line in
      switch try? RequestLine(line) {
      case .single(.success(let request)): receive(request)
      case .batch(let members): for member in members { _ = member.map(receive) }
      default: break
      }
      return true
    }
  }

  func streamDidDrain() {}

  func streamDidReachEnd() {
    pipe.close()
    end()
  }

  func streamDidBreak(_ error: LoopError?) {
    end()
  }
}

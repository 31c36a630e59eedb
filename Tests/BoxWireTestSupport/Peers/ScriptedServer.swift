package import BoxWire
internal import Glibc
internal import SystemTestSupport

/// A server that sends what a test specifies, and nothing else.
package final class ScriptedServer {
  package let path: String
  private var listener: Int32?

  /// Starts listening, and replaces a file at the path.
  package init(at path: String) throws {
    self.path = path
    try listen()
  }

  deinit {
    stop()
  }

  /// Listens again after `stop`.
  package func listen() throws {
    unlink(path)
    let descriptor = try boundSocket(at: path)
    listener = descriptor
    try check("listen", Glibc.listen(descriptor, 16))
  }

  /// Stops listening and removes the socket file.
  package func stop() {
    guard let listener else { return }
    close(listener)
    unlink(path)
    self.listener = nil
  }

  /// The next client, before anything is sent to it.
  package func accept(within time: Duration = .patience) throws -> ScriptedConnection {
    ScriptedConnection(try acceptSocket(within: time))
  }

  func acceptSocket(within time: Duration = .patience) throws -> RawSocket {
    guard let listener, Deadline(after: time).wait(for: POLLIN, on: listener) else {
      throw DeadlinePassed(soFar: "no client connected")
    }
    let descriptor = Glibc.accept(listener, nil, nil)
    try check("accept", descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return RawSocket(descriptor: descriptor)
  }

  /// Answers the next client, which asks which topics there are: only `ai`.
  package func showTopic() throws {
    let connection = try accept()
    try connection.greet()
    try showTopic(try connection.next(), over: connection)
  }

  /// Answers a request that asks which topics there are: only `ai`.
  package func showTopic(_ request: JSONText, over connection: ScriptedConnection) throws {
    guard request["method"]?.string == "get", let id = request["id"] else {
      throw PeerError.unexpected(request)
    }
    try connection.send(
      #"{"id":\#(id),"result":{"revision":1,"boxes":{"topics.ai.summary":{"title":"AI"}}}}"#)
  }

  /// The next client, after a greeting, its subscription, these boxes and `synced`.
  ///
  /// - Parameter boxes: a JSON object.
  package func acceptSubscriber(
    _ boxes: String, epoch: String = "e1", revision: Int = 1
  ) throws -> ScriptedConnection {
    let (connection, _) = try acceptSubscriber(epoch: epoch, revision: revision, resumed: false)
    try connection.notify("snapshot", #"{"revision":\#(revision),"boxes":\#(boxes)}"#)
    try connection.notify("synced", #"{"epoch":"\#(epoch)","revision":\#(revision)}"#)
    return connection
  }

  /// The next client, after a greeting, its subscription and the answer.
  ///
  /// - Returns: also the parameters of its subscription.
  package func acceptSubscriber(
    epoch: String = "e1", revision: Int, resumed: Bool
  ) throws -> (ScriptedConnection, parameters: String) {
    let connection = try accept()
    try connection.greet(epoch: epoch)
    let request = try connection.next()
    guard request["method"]?.string == "subscribe", let id = request["id"] else {
      throw PeerError.unexpected(request)
    }
    try connection.send(
      #"{"id":\#(id),"result":{"epoch":"\#(epoch)","revision":\#(revision),"#
        + #""resumed":\#(resumed)}}"#)
    return (connection, request["params"]?.description ?? "")
  }
}

/// A client from the point of view of a `ScriptedServer`.
package final class ScriptedConnection {
  private let socket: RawSocket
  private var received: [UInt8] = []

  init(_ socket: RawSocket) {
    self.socket = socket
  }

  package func greet(epoch: String = "e1", version: Int = 1) throws {
    let limits = #"{"line":1048576,"value":1048576,"patterns":64}"#
    try notify(
      "hello",
      #"{"protocol":\#(version),"server":"scripted 1","epoch":"\#(epoch)","#
        + #""revision":1,"limits":\#(limits)}"#)
  }

  package func notify(_ method: String, _ parameters: String) throws {
    try send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  /// Sends a line.
  package func send(_ line: String) throws {
    try socket.send(Array("\(line)\n".utf8))
  }

  /// The next request.
  package func next() throws -> JSONText {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return try JSONText(parsing: received[..<end])
      }
      let part = try socket.receive()
      if part.isEmpty { throw PeerError.ended(rest: String(decoding: received, as: UTF8.self)) }
      received += part
    }
  }

  package func close() {
    socket.close()
  }
}

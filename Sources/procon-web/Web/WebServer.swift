internal import CMicrohttpd
internal import Glibc
internal import UVLoop

/// An HTTP server on the loop: GNU libmicrohttpd reads and writes, and this passes requests on and
/// answers back.
///
/// libmicrohttpd has no thread. It works in `MHD_run`, which is called when its epoll descriptor can be
/// read or its next timeout has passed.
@LoopActor
final class WebServer {
  /// Answers a request, or returns nil for one that is passed on.
  typealias Check = @LoopActor (WebRequest) -> WebAnswer?
  typealias Handler = @LoopActor (WebRequest) async -> WebAnswer

  fileprivate let check: Check
  fileprivate let handler: Handler
  fileprivate let watch: ConnectionWatch
  /// Returns the network of the sender of a request.
  fileprivate let sender: @LoopActor (WebRequest) -> String
  /// The requests in progress of each.
  fileprivate var inProgress: [String: Int] = [:]
  /// The bytes of the bodies that are in memory, also of those that have not arrived, of each sender.
  fileprivate var bodies: [String: Int] = [:]
  /// Whether it serves TLS.
  fileprivate let isEncrypted: Bool
  private var daemon: OpaquePointer?
  private var poll: Poll?
  private var timer: Timer?
  private var isWaking = false
  private var suspended: Set<OpaquePointer> = []

  /// - Parameters:
  ///   - socket: a socket that listens, which the server closes.
  ///   - certificate: for TLS; nil to serve in the clear.
  ///   - limitsNetworks: whether one network may have some of the connections only. A proxy has those of
  ///     many people.
  ///   - sender: returns the network of the sender of a request.
  ///   - check: looks at the head of each request, before its body is read.
  ///   - handler: answers those that pass.
  /// - Throws: `LoopError` if it cannot be served.
  init(
    socket: Int32, certificate: Certificate? = nil, limitsNetworks: Bool,
    sender: @escaping @LoopActor (WebRequest) -> String, check: @escaping Check,
    handler: @escaping Handler
  ) throws(LoopError) {
    self.check = check
    self.handler = handler
    self.sender = sender
    watch = ConnectionWatch(limitsNetworks: limitsNetworks)
    isEncrypted = certificate != nil
    let owner = Unmanaged.passUnretained(self).toOpaque()
    guard
      let daemon = mhd_start(
        socket, onAccess, onCompleted, onConnection, owner, WebLimits.connectionMemory,
        WebLimits.connections, WebLimits.idleSeconds, certificate?.chain, certificate?.key)
    else { throw LoopError(operation: "serve", code: certificate == nil ? ENOMEM : EINVAL) }
    self.daemon = daemon
    poll = try Poll(
      mhd_epoll_descriptor(daemon), .readable
    ) { [weak self] _ in self?.run() }
    run()
  }

  isolated deinit {
    stop()
  }

  /// Closes all connections.
  func stop() {
    poll?.close()
    poll = nil
    timer?.cancel()
    timer = nil
    guard let daemon else { return }
    self.daemon = nil
    // libmicrohttpd does not close suspended connections.
    for connection in suspended { MHD_resume_connection(connection) }
    suspended = []
    MHD_stop_daemon(daemon)
  }

  /// Leaves a connection alone until it is resumed. To be called while it is being served.
  func suspend(_ connection: OpaquePointer) {
    suspended.insert(connection)
    MHD_suspend_connection(connection)
  }

  /// Continues a suspended connection. Those of the same turn are served together.
  func resume(_ connection: OpaquePointer) {
    guard suspended.remove(connection) != nil else { return }
    MHD_resume_connection(connection)
    guard !isWaking else { return }
    isWaking = true
    // Without a thread of its own, libmicrohttpd is not woken.
    LoopActor.task { [weak self] in
      self?.isWaking = false
      self?.run()
    }
  }

  private func run() {
    guard let daemon else { return }
    MHD_run(daemon)
    var milliseconds: UInt64 = 0
    timer?.cancel()
    timer =
      MHD_get_timeout(daemon, &milliseconds) == .NO
      ? nil
      : Timer(after: .milliseconds(Int64(clamping: milliseconds))) { [weak self] in self?.run() }
  }
}

/// One request and its answer.
@LoopActor
final class WebExchange {
  private let server: WebServer
  private let connection: OpaquePointer
  private let sender: String
  /// nil when it is being answered: a stream outlives it by far.
  private var request: WebRequest?
  private var answer: WebAnswer?
  private var task: Task<Void, Never>?
  /// Runs while the answer is made.
  private var patience: Timer?
  private var isSuspended = false
  private var isSent = false
  private var hasEnded = false
  /// Of the bytes that all bodies may have.
  private var reserved = 0

  init(_ server: WebServer, _ connection: OpaquePointer, _ request: WebRequest) {
    self.server = server
    self.connection = connection
    sender = server.sender(request)
    server.inProgress[sender, default: 0] += 1
    self.request = request
    self.request?.inProgress = server.inProgress[sender] ?? 0
  }

  /// Answers the request at once if its head is refused.
  func begin() -> MHD_Result {
    guard let request, let refusal = tooLong ?? server.check(request) ?? reserve() else {
      server.watch.awaitRequest(on: connection, within: WebLimits.bodyTime)
      return .YES
    }
    answer = refusal
    return send(refusal)
  }

  /// A request that says how long it is is refused before it is read.
  private var tooLong: WebAnswer? {
    // One without a length has something, at least.
    guard (request?.declaredLength ?? 1) > most else { return nil }
    return WebAnswer(
      .tooLarge,
      text: most == 0
        ? "This request has no body." : "The request has more than \(most >> 10) KiB.")
  }

  /// The bytes that its body may have: only forms have one.
  private var most: Int {
    guard let request, request.method == .post else { return 0 }
    return WebLimits.body(of: request.path)
  }

  /// Keeps room for the body; refuses the request if there is none.
  private func reserve() -> WebAnswer? {
    let length = request?.declaredLength ?? most
    guard length > 0 else { return nil }
    let own = server.bodies[sender, default: 0]
    guard own + length <= WebLimits.bodiesOfNetwork,
      server.bodies.values.reduce(length, +) <= WebLimits.bodies
    else {
      return WebAnswer(.unavailable, text: "Too much is being sent to this server. Try again.")
    }
    server.bodies[sender] = own + length
    reserved = length
    return nil
  }

  /// Gives back the room of the body, which is not in memory any longer.
  private func release() {
    guard reserved > 0 else { return }
    let rest = server.bodies[sender, default: 0] - reserved
    server.bodies[sender] = rest > 0 ? rest : nil
    reserved = 0
  }

  /// - Returns: false for one that is too long, whose connection is to be closed.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let count = request?.body.count, count + bytes.count <= most else { return false }
    request?.body += bytes
    return true
  }

  /// Answers the request, which has arrived, or waits for the answer.
  func proceed() -> MHD_Result {
    server.watch.received(on: connection)
    if let answer { return send(answer) }
    guard let request, !isSent else { return .YES }
    self.request = nil
    isSuspended = true
    server.suspend(connection)
    task = LoopActor.task { [self] in give(await server.handler(request)) }
    patience = Timer(after: WebLimits.answerTime) { [weak self] in self?.hurry() }
    return .YES
  }

  /// Ends what takes too long. Usually that leads to an answer with what was typed; if it does not, there
  /// is another one.
  private func hurry() {
    task?.cancel()
    patience = Timer(after: WebLimits.cancelTime) { [weak self] in
      self?.give(WebAnswer(.unavailable, .failure(PageError.late)))
    }
  }

  private func give(_ answer: WebAnswer) {
    release()
    guard isSuspended, !hasEnded else { return answer.drop() }
    patience?.cancel()
    self.answer = answer
    isSuspended = false
    server.resume(connection)
  }

  func end() {
    hasEnded = true
    release()
    patience?.cancel()
    // The browser may have gone before it was sent.
    answer?.drop()
    server.inProgress[sender, default: 1] -= 1
    if server.inProgress[sender] == 0 { server.inProgress[sender] = nil }
    server.watch.awaitRequest(on: connection, within: WebLimits.nextHeadTime)
    task?.cancel()
  }

  private func send(_ answer: WebAnswer) -> MHD_Result {
    let response: OpaquePointer?
    self.answer = nil
    isSent = true
    let type: WebAnswer.ContentType
    switch answer.body {
    case .bytes(let bytes, let kind):
      type = kind
      server.watch.awaitRequest(on: connection, within: WebLimits.readTime)
      response = bytes.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      type = .events
      let reader = Unmanaged.passRetained(StreamReader(stream, connection))
      stream.server = server
      response = MHD_create_response_from_callback(
        UInt64.max, 1 << 10, onRead, reader.toOpaque(), onFree)
      if response == nil { reader.release() }
    }
    guard let response else {
      answer.drop()
      return .NO
    }
    defer { MHD_destroy_response(response) }
    let headers = WebAnswer.security + answer.headers + [("Content-Type", type.rawValue)]
    for (name, value) in headers {
      guard MHD_add_response_header(response, name, value) == .YES else { return .NO }
    }
    return MHD_queue_response(connection, answer.status.rawValue, response)
  }
}

/// Feeds a stream to its connection.
@LoopActor
private final class StreamReader {
  let stream: EventStream
  let connection: OpaquePointer

  init(_ stream: EventStream, _ connection: OpaquePointer) {
    self.stream = stream
    self.connection = connection
  }
}

// MARK: Callbacks, which run in MHD_run

private let onAccess: MHD_AccessHandlerCallback = {
  owner, connection, path, method, _, bytes, count, state in
  guard let owner, let connection, let path, let method, let count, let state else { return .NO }
  let call = (owner, connection, path, method, bytes, count, state)
  return LoopActor.assumeIsolated(call) { owner, connection, path, method, bytes, count, state in
    if let known = state.pointee {
      let exchange = Unmanaged<WebExchange>.fromOpaque(known).takeUnretainedValue()
      guard count.pointee > 0 else { return exchange.proceed() }
      let isTaken = exchange.receive(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
      count.pointee = 0
      return isTaken ? .YES : .NO
    }
    let server = Unmanaged<WebServer>.fromOpaque(owner).takeUnretainedValue()
    let address = address(of: connection)
    let network = NetworkAddress.network(of: address)
    let request = WebRequest(
      address: address, connections: server.watch.count(from: network),
      isEncrypted: server.isEncrypted,
      method: WebRequest.Method(rawValue: String(cString: method)), path: String(cString: path),
      query: fields(of: connection, .GET_ARGUMENT_KIND),
      headers: fields(of: connection, .HEADER_KIND))
    let exchange = WebExchange(server, connection, request)
    state.pointee = Unmanaged.passRetained(exchange).toOpaque()
    return exchange.begin()
  }
}

private let onConnection: MHD_NotifyConnectionCallback = { owner, connection, _, event in
  guard let owner, let connection else { return }
  LoopActor.assumeIsolated((owner, connection, event)) { owner, connection, event in
    let watch = Unmanaged<WebServer>.fromOpaque(owner).takeUnretainedValue().watch
    guard event == .CONNECTION_NOTIFY_STARTED else { return watch.closed(connection) }
    watch.opened(
      connection, socket: mhd_connection_socket(connection),
      network: NetworkAddress.network(of: address(of: connection)))
  }
}

private func address(of connection: OpaquePointer) -> String {
  mhd_client_address(connection).map { NetworkAddress.text(of: $0) } ?? ""
}

private let onCompleted: MHD_RequestCompletedCallback = { _, _, state, _ in
  guard let state, let known = state.pointee else { return }
  state.pointee = nil
  let exchange = Unmanaged<WebExchange>.fromOpaque(known)
  LoopActor.assumeIsolated { exchange.takeUnretainedValue().end() }
  exchange.release()
}

private let onRead: MHD_ContentReaderCallback = { reader, _, buffer, size in
  guard let reader, let buffer else { return -1 }
  return LoopActor.assumeIsolated((reader, buffer, size)) { reader, buffer, size in
    let reader = Unmanaged<StreamReader>.fromOpaque(reader).takeUnretainedValue()
    return reader.stream.read(
      into: UnsafeMutableRawBufferPointer(start: buffer, count: size), reader.connection)
  }
}

private let onFree: MHD_ContentReaderFreeCallback = { reader in
  guard let reader else { return }
  let known = Unmanaged<StreamReader>.fromOpaque(reader)
  LoopActor.assumeIsolated { known.takeUnretainedValue().stream.released() }
  known.release()
}

/// Returns the headers or the parameters of a request.
private func fields(of connection: OpaquePointer, _ kind: MHD_ValueKind) -> [WebRequest.Field] {
  var found: [WebRequest.Field] = []
  withUnsafeMutablePointer(to: &found) { found in
    _ = MHD_get_connection_values(
      connection, kind,
      { found, _, name, value in
        guard let found, let name else { return .NO }
        found.assumingMemoryBound(to: [WebRequest.Field].self).pointee.append(
          WebRequest.Field(
            name: String(cString: name), value: value.map { String(cString: $0) } ?? ""))
        return .YES
      }, found)
  }
  return found
}

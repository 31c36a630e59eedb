internal import BoxWire
internal import Logging
internal import UVLoop

/// What serves connections: flushes each before the loop sleeps, and lets go of those that ended.
@LoopActor
protocol ConnectionHost: AnyObject {
  /// A client that takes nothing of what waits for it for this long, or at most twice as long, is
  /// sent `bye` with reason `slow` and closed; nil: never.
  var clientTimeout: Duration? { get }
  /// Memory that its connections share.
  var spare: SpareBuffer { get }
  /// The connection is to be flushed before the loop sleeps.
  func willFlush(_ connection: ClientConnection)
  /// The connection is closed.
  func end(_ connection: ClientConnection)
}

/// What the parts of a connection report to it.
@LoopActor
protocol ConnectionObserver: AnyObject {
  /// Something is to be sent, or looked at, before the loop sleeps. Until then nothing may be sent
  /// past the writer.
  func needsFlush()
  /// Something waits for the client to take it.
  func isWaiting()
  /// The client is to be sent a last line.
  func end(with bye: Bye)
}

/// One client's connection, from greeting to last word: what the transport brings goes to the
/// ``RequestReader``, from there to the ``Dispatcher``, and by way of the ``Writer`` back.
@LoopActor
final class ClientConnection {
  private let registry: Registry
  private let transport: any Transport
  private let writer: Writer
  private let dispatcher: Dispatcher
  private let reader: RequestReader
  private weak let host: (any ConnectionHost)?
  /// Whether changes may have passed by while the transport took no bytes.
  private var isBehind = false
  /// While something waits for the client to take it, if that is limited.
  private var stall: StallWatch?
  /// Runs while a last word waits for a client that takes nothing.
  private var grace: Timer?

  /// - Parameters:
  ///   - transport: a connected one; it is closed with this connection.
  ///   - host: is called once something is to be sent before the loop sleeps, by ``flush()``, and
  ///     once the connection is closed.
  init(_ transport: any Transport, registry: Registry, host: any ConnectionHost) {
    self.registry = registry
    self.transport = transport
    self.host = host
    writer = Writer(transport, host.spare)
    dispatcher = Dispatcher(registry, writer, transport)
    reader = RequestReader(transport, dispatcher, writer, limit: registry.limits.line)
    writer.observer = self
    reader.observer = self
    transport.handler = self
    writer.append(registry.greeting)
  }

  /// Sends what waits, then what is due. To be called before the loop sleeps.
  func flush() {
    let delivery = registry.delivery
    let subscriber = dispatcher.subscriber
    if let subscriber, isBehind || delivery.hasMore(for: subscriber) { delivery.resume(subscriber) }
    isBehind = false
    writer.send()
    writer.beginFlush()
    // What is left is done when the transport takes bytes, after others had their turn.
    if hasMore || reader.isPaused && reader.mayRead { transport.awaitDrain() }
    if let subscriber { delivery.setDrained(writer.isDrained, subscriber) }
    closeIfDone()
  }

  private var hasMore: Bool {
    guard let subscriber = dispatcher.subscriber else { return false }
    return registry.delivery.hasMore(for: subscriber)
  }

  // MARK: Closing

  /// Closes whether everything is sent or not.
  func abort() {
    transport.close()
    finish()
  }

  /// A client that sends nothing more gets what it asked for, and nothing else.
  private func closeIfDone() {
    guard transport.isAtEnd, !reader.isPaused, !dispatcher.hasEnded else { return }
    guard dispatcher.isIdle, writer.backlog == 0, !hasMore else { return }
    abort()
  }

  private func endSlow() {
    stall = nil
    end(with: Bye(.slow))
    // The rest of a line that was partly sent comes first, if there is time for it.
    grace = Timer(after: ServerLimits.shutdown) { [weak self] in self?.abort() }
  }

  private func finish() {
    stall = nil
    grace = nil
    reader.end()
    if let subscriber = dispatcher.subscriber { registry.delivery.end(subscriber) }
    host?.end(self)
  }
}

extension ClientConnection: ConnectionObserver {
  func needsFlush() {
    if let subscriber = dispatcher.subscriber { registry.delivery.setDrained(false, subscriber) }
    host?.willFlush(self)
  }

  func isWaiting() {
    guard stall == nil, let limit = host?.clientTimeout else { return }
    stall = StallWatch(transport, limit: limit) { [weak self] in self?.endSlow() }
  }

  /// Says goodbye, and closes when everything is sent.
  func end(with bye: Bye) {
    guard !writer.isEnding else { return }
    if let subscriber = dispatcher.subscriber { registry.delivery.end(subscriber) }
    writer.end(with: bye)
    if transport.isClosed { finish() }
  }
}

extension ClientConnection: StreamHandler {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    reader.read(bytes)
  }

  func streamDidDrain() {
    isBehind = true
    stall = nil
    writer.didDrain()
    reader.resume()
    writer.requestFlush()
  }

  func streamDidReachEnd() {
    writer.requestFlush()
  }

  func streamDidBreak(_ error: LoopError?) {
    if let error { registry.logger.debug("connection lost: \(error)") }
    abort()
  }
}

/// A started server with a publisher, for one measurement.
final class TestBed {
  let server: RunningServer
  let publisher: Publisher
  private let dialect: Dialect
  private let payload: Payload
  private let mode: Mode
  private let buffer = ReadBuffer()
  private let connector: Connector

  /// - Parameter size: the size of a value in bytes.
  init(_ subject: Subject, size: Int) throws(Failure) {
    payload = Payload(size: size)
    mode = subject.mode
    dialect = subject.contender.dialect(payload, mode)
    server = try RunningServer(subject.contender, on: subject.processors)
    connector = try Connector(to: server.address, buffer)
    let publishing = dialect.publishing
    publisher = Publisher(try connector.connect(1) { _ in publishing }, dialect, buffer)
  }

  /// Connects subscribers.
  func connect(_ count: Int) throws(Failure) -> Connections {
    try connector.connect(count, dialect.subscribing)
  }

  /// Makes connections with a handshake other than that of subscribers.
  func connect(_ count: Int, _ steps: (Int) -> [HandshakeStep]) throws(Failure) -> Connections {
    try connector.connect(count, steps)
  }

  /// Returns the subscribers that read what is published. All connections must be new, without a
  /// value.
  func subscribers(_ connections: Connections) -> Subscribers {
    Subscribers(
      connections, payload, dialect.deliveries, mode, having: publisher.published, buffer)
  }

  func exchange(_ subscribers: Subscribers, _ flow: FlowControl) throws(Failure) -> Exchange {
    try Exchange(publisher, subscribers, flow, on: server)
  }
}

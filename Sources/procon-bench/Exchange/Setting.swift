/// A started server with a publisher: what every measurement begins with.
final class Setting {
  let server: RunningServer
  let publisher: Publisher
  let dialect: Dialect
  let payload: Payload
  let mode: Mode
  let buffer = ReadBuffer()
  private let connector: Connector

  init(_ subject: Subject, size: Int) throws(Failure) {
    payload = Payload(size: size)
    mode = subject.mode
    dialect = subject.contender.dialect(payload, mode)
    server = try RunningServer(subject.contender, on: subject.processors)
    connector = try Connector(to: server.address, buffer)
    let publishing = dialect.publishing
    let connection = try connector.connect(1) { _ in publishing }
    publisher = Publisher(connection, dialect, buffer)
  }

  /// Connections that are subscribed.
  func connect(_ count: Int) throws(Failure) -> Connections {
    try connector.connect(count, dialect.subscribing)
  }

  /// Connections of which something else is said.
  func connect(_ count: Int, _ steps: (Int) -> [Step]) throws(Failure) -> Connections {
    try connector.connect(count, steps)
  }

  /// Makes them the ones to whom is published. All must be new: they know no value yet.
  func subscribers(_ connections: Connections) -> Subscribers {
    Subscribers(
      connections, payload, dialect.deliveries, mode, having: publisher.published, buffer)
  }

  func exchange(_ subscribers: Subscribers, _ pace: Pace) throws(Failure) -> Exchange {
    try Exchange(publisher, subscribers, pace, on: server)
  }
}

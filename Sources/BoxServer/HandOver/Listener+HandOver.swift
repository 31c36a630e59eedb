internal import BoxWire
internal import UVLoop

/// Connections outlive the process: it hands them over to the next one.
extension Listener {
  /// Stops accepting, answers the requests in progress, and takes the connections out of the server with
  /// which another process can go on. The others remain: those that are ending, have unanswered requests,
  /// or have too much waiting.
  ///
  /// - Returns: the connections; their descriptors are the caller's to close.
  package func handOver() async -> [HandedClient] {
    await answerAll(within: ServerLimits.handOver)
    registry.log.endTurn()
    var bytes = 0
    var clients: [HandedClient] = []
    for connection in Array(open.values) {
      guard bytes < ServerLimits.handedBytes, let (state, descriptor) = connection.handOver() else {
        continue
      }
      bytes += state.unsent.count + state.unread.count
      clients.append(HandedClient(state: state, descriptor: descriptor))
    }
    return clients
  }

  /// Goes on with clients that no other process has taken.
  package func goOn(with clients: [HandedClient]) {
    let clients = clients.map { client in
      (HandOverText.Connection(state: client.state, unsent: client.state.unsent), client.descriptor)
    }
    goOn(with: clients, epoch: registry.epoch)
  }

  /// Goes on with the clients of another process of this daemon. Those with which it cannot go on are sent
  /// `bye`.
  ///
  /// - Parameters:
  ///   - clients: their descriptors are closed with the connections.
  ///   - epoch: the stream of changes to which their revisions belong.
  /// - Returns: how many go on.
  @discardableResult
  package func goOn(
    with clients: [(client: HandOverText.Connection, descriptor: Int32)], epoch: String
  ) -> Int {
    var count = 0
    for (client, descriptor) in clients {
      guard let transport = try? PipeConnection(descriptor: descriptor) else { continue }
      let isKept = epoch == registry.epoch && connections < maximumConnections
      let connection = ClientConnection(
        transport, socket: client.state?.socket.map(socketName), registry: registry, greets: false,
        host: self)
      add(connection)
      if isKept, let state = client.state {
        connection.goOn(with: state)
        count += 1
      } else {
        connection.refuse(
          after: client.unsent, Bye(.shutdown, retryAfter: ServerLimits.retryAfterShutdown))
      }
    }
    return count
  }
}

/// A client that a process hands over.
package struct HandedClient {
  package let state: HandedConnection
  /// Of the socket to the client.
  package let descriptor: Int32
}

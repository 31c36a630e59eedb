internal import Glibc
internal import SystemTestSupport

/// Forwards between a client and a server, so that a test can cut their connection anywhere. It
/// does nothing unless one of its functions runs.
package final class CuttingProxy {
  package let path: String
  private let server: String
  private let listener: ScriptedServer
  private var ends: (client: RawSocket, server: RawSocket)?

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - path: for clients.
  ///   - server: the path where the server listens.
  package init(at path: String, to server: String) throws {
    self.path = path
    self.server = server
    listener = try ScriptedServer(at: path)
  }

  /// Waits for the next client and connects it.
  package func accept() throws {
    cut()
    ends = (client: try listener.acceptSocket(), server: try RawSocket.connect(to: server))
  }

  /// Forwards all that the client has sent, and up to `limit` bytes from the server. Waits until
  /// there is something to forward.
  ///
  /// - Returns: the server's bytes; empty if only the client has sent some.
  package func pass(atMost limit: Int = 65536) throws -> [UInt8] {
    guard let (client, server) = ends else { throw DeadlinePassed(soFar: "nobody is connected") }
    let descriptors = [client.descriptor, server.descriptor]
    guard let ready = Deadline().wait(forAnyOf: descriptors) else {
      throw DeadlinePassed(soFar: "there is nothing to pass on")
    }
    if ready[0] { try server.send(try client.receive()) }
    guard ready[1] else { return [] }
    let bytes = try server.receive(upTo: limit)
    try client.send(bytes)
    return bytes
  }

  /// Forwards until the server has sent this text.
  package func pass(until text: String) throws {
    var passed: [UInt8] = []
    while !String(decoding: passed, as: UTF8.self).contains(text) { passed += try pass() }
  }

  /// Waits for a client, and forwards until it closes its connection.
  ///
  /// - Returns: the lines that it has sent, those of one write together.
  package func passToEnd() throws -> [[String]] {
    try accept()
    guard let (client, server) = ends else { return [] }
    var writes: [[String]] = []
    while true {
      let descriptors = [client.descriptor, server.descriptor]
      guard let ready = Deadline().wait(forAnyOf: descriptors) else {
        throw DeadlinePassed(soFar: "\(writes)")
      }
      if ready[0] {
        let bytes = try client.receive()
        if bytes.isEmpty { return writes }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        writes.append(lines.map(String.init))
        try server.send(bytes)
      } else {
        try client.send(try server.receive())
      }
    }
  }

  /// Waits for a subscriber to `shared.**`, and cuts its connection 100 times, at arbitrary bytes,
  /// while boxes are set and deleted. The last change is `shared.end`.
  package func cutOften(while setter: SharedSetter) throws {
    try accept()
    try pass(until: #""synced""#)
    for _ in 1...100 {
      var left = setter.random(0...6000)
      while left > 0 {
        try setter.setNext()
        left -= try pass(atMost: left).count
      }
      cut()
      for _ in 0..<setter.random(0...4) { try setter.setNext() }
      try accept()
    }
    try setter.set("shared.end", "true")
    try pass(until: #""shared.end":true"#)
  }

  /// Cuts the connection, if there is one.
  package func cut() {
    ends?.client.close()
    ends?.server.close()
    ends = nil
  }
}

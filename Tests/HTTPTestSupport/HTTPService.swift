internal import SystemTestSupport

/// An HTTP service on loopback that can fail in many ways: `server.py`, in a process of its own. It
/// ends when this object is released, at the latest.
package final class HTTPService: Sendable {
  /// What it speaks.
  package enum Kind: Sendable {
    case http
    /// HTTP. It keeps topics and posts: `board.py`.
    case board
    case https(TestCertificate)
    /// HTTP/2 over TLS. It answers every request with the body `http2`.
    case http2(TestCertificate)
  }

  package let port: Int
  private let scheme: String
  private let directory: TemporaryDirectory
  private let starter: ServiceStarter
  private let connection: RawSocket

  /// Starts the service and waits until it listens.
  ///
  /// - Parameter port: that of a service that has ended; nil for any.
  package init(_ kind: Kind = .http, port wanted: Int? = nil) async throws {
    let directory = TemporaryDirectory()
    let script = if case .board = kind { "board.py" } else { "server.py" }
    var arguments = [script, directory.path]
    switch kind {
    case .http, .board: scheme = "http"
    case .https(let certificate):
      scheme = "https"
      arguments += ["--tls", certificate.file, certificate.key]
    case .http2(let certificate):
      scheme = "https"
      arguments += ["--tls", certificate.file, certificate.key, "--http2"]
    }
    if let wanted { arguments += ["--port", String(wanted)] }
    self.directory = directory
    let words = arguments
    (starter, port, connection) = try await onOwnThread {
      let starter = try ServiceStarter.running()
      let (port, connection) = try starter.start(words)
      return (starter, port, connection)
    }
  }

  deinit {
    connection.endBoth()
  }

  /// The URL of a path on it, by its address.
  package func url(_ path: String) -> String { "\(scheme)://127.0.0.1:\(port)\(path)" }

  /// A line for each connection (`accept`, `close`) and each request, such as `GET /list`.
  package var log: [String] {
    (contents(of: directory.file("log")) ?? "").split(separator: "\n").map(String.init)
  }

  /// The number of lines of the log that start with a word.
  package func count(_ word: String) -> Int {
    log.count { $0.hasPrefix(word) }
  }

  /// Waits until there are this many lines that start with a word.
  ///
  /// - Throws: `DeadlinePassed`.
  package func wait(for word: String, count: Int = 1) async throws {
    try await onOwnThread {
      try waitUntil("\(count) times \(word) in \(self.log)") { self.count(word) >= count }
    }
  }

  /// Answers the requests that are held, and later ones.
  package func release() throws {
    try write("", to: directory.file("release"))
  }

  /// Changes how a board behaves, as `board.py` describes it.
  ///
  /// - Parameter settings: a JSON object.
  package func control(_ settings: String) throws {
    try connection.send(Array("\(settings.replacing("\n", with: " "))\n".utf8))
    let fault = try connection.receiveLine()
    if !fault.isEmpty { throw ServiceFailure(description: fault) }
  }

  /// Ends the service and all its connections.
  package func kill() async throws {
    connection.endSending()
    _ = try await onOwnThread { [connection] in try connection.receiveAll() }
  }
}

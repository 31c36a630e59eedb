internal import Glibc
internal import SystemTestSupport

/// An HTTP service on loopback that can fail in many ways: `server.py`, in a process of its own. It
/// is killed when this object is released, at the latest.
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
  private let process: ChildProcess

  /// Starts the service and waits until it listens.
  ///
  /// - Parameter port: that of a service that has ended; nil for any.
  package init(_ kind: Kind = .http, port wanted: Int? = nil) async throws {
    let directory = TemporaryDirectory()
    let script = if case .board = kind { "board.py" } else { "server.py" }
    var arguments = ["\(SourceTree.root)/Tests/HTTPTestSupport/\(script)", directory.path]
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
    (process, port) = try await onOwnThread {
      let process = try ChildProcess("/usr/bin/python3", words)
      var port: Int?
      try waitUntil("the service listens: \(process.standardError)") {
        port = contents(of: directory.file("port")).flatMap { Int($0) }
        return port != nil
      }
      return (process, port ?? 0)
    }
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
    let script =
      "import sys, urllib.request as r;"
      + " r.urlopen(r.Request(sys.argv[1], sys.argv[2].encode(), method='PUT'))"
    let client = try ChildProcess("/usr/bin/python3", ["-c", script, url("/control"), settings])
    guard try client.waitForEnd() == .exited(0) else {
      throw ControlFailure(description: client.standardError)
    }
  }

  /// Ends the service and all its connections.
  package func kill() async throws {
    process.signal(SIGKILL)
    _ = try await onOwnThread { [process] in try process.waitForEnd() }
  }
}

/// The service did not accept how it should behave.
struct ControlFailure: Error, CustomStringConvertible {
  let description: String
}

import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A browser without a window, which keeps a cookie. Each request has a connection of its own.
final class WebBrowser {
  let port: UInt16
  private(set) var cookie: String?

  struct Answer {
    let status: Int
    let head: String
    let body: String

    /// The first header with this name in lower case.
    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("\(name): ") }
        .map { String($0.dropFirst(name.utf8.count + 2)) }
    }
  }

  init(port: UInt16) {
    self.port = port
  }

  /// Sends bytes as they are, and returns the answer.
  func exchange(_ text: String) throws -> Answer { try answer(try reply(to: text)) }

  private func reply(to text: String) throws -> [UInt8] {
    let socket = try connected()
    defer { close(socket) }
    try send(text, socket)
    return try everything(from: socket)
  }

  /// Reads until the server closes the connection.
  private func everything(from socket: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try require(try receive(socket), "it neither answers nor closes")
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Sends bytes as they are, and returns the status of the answer; 0 if the connection is closed without
  /// one.
  func status(of text: String) throws -> Int {
    let bytes = try reply(to: text)
    return bytes.isEmpty ? 0 : try answer(bytes).status
  }

  func get(_ path: String, headers: String = "") throws -> Answer {
    try exchange(head("GET", path, headers) + "\r\n")
  }

  /// Sends a form as a page of the server does.
  func post(
    _ path: String, _ fields: [(String, String)], headers: String? = nil
  ) throws -> Answer {
    try exchange(request(path, fields, headers: headers))
  }

  private func request(_ path: String, _ fields: [(String, String)], headers: String?) -> String {
    let body = fields.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
    let own = headers ?? "Origin: http://127.0.0.1:\(port)\r\nSec-Fetch-Site: same-origin\r\n"
    let length =
      "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
    return head("POST", path, own + length) + "\r\n" + body
  }

  /// Sends the same form on several connections, before the first answer is read.
  func postAtOnce(
    _ count: Int, _ path: String, _ fields: [(String, String)]
  ) throws -> [Answer] {
    let sockets = try (0..<count).map { _ in try connected() }
    defer { for socket in sockets { close(socket) } }
    for socket in sockets { try send(request(path, fields, headers: nil), socket) }
    return try sockets.map { try answer(try everything(from: $0)) }
  }

  /// Logs in by the form.
  ///
  /// - Parameters:
  ///   - place: the page after it.
  ///   - origin: that of the page with the form; nil for a page of the server without TLS.
  func logIn(
    _ name: String, _ password: String, to place: String = "/", headers: String = "",
    origin: String? = nil
  ) throws -> Answer {
    let answer = try post(
      "/login", [("name", name), ("password", password), ("return", place)],
      headers: "Origin: \(origin ?? "http://127.0.0.1:\(port)")\r\n\(headers)")
    if let cookie = answer.header("set-cookie") {
      self.cookie = String(cookie.prefix { $0 != ";" })
    }
    return answer
  }

  /// Follows a link that lets it in.
  func enter(_ link: String) throws {
    let path = link.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
    let answer = try get(String(path))
    try require(answer.status == 303, "\(answer)")
    let cookie = try require(answer.header("set-cookie"))
    self.cookie = String(cookie.prefix { $0 != ";" })
  }

  /// Opens a stream, and returns what it sends until `isEnough` is true of it.
  func stream(
    _ path: String, headers: [(String, String)] = [], until isEnough: (String) throws -> Bool
  ) throws -> String {
    let socket = try connected()
    defer { close(socket) }
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    try send(head("GET", path, lines) + "\r\n", socket)
    // Comments keep it from being silent.
    let end = ContinuousClock.now + .seconds(30)
    var bytes: [UInt8] = []
    while try !isEnough(String(decoding: bytes, as: UTF8.self)) {
      let more = try require(try receive(socket), "it is silent: \(bytes.count) bytes")
      try require(!more.isEmpty, "it has ended: \(String(decoding: bytes, as: UTF8.self))")
      try require(.now < end, "it does not say that: \(String(decoding: bytes, as: UTF8.self))")
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func head(_ method: String, _ path: String, _ headers: String) -> String {
    let cookie = cookie.map { "Cookie: \($0)\r\n" } ?? ""
    return
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(cookie)\(headers)"
  }

  private func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }

  private func answer(_ bytes: [UInt8]) throws -> Answer {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    try require(parts.count == 2, "\(text)")
    let status = try require(Int(parts[0].dropFirst(9).prefix(3)), "\(text)")
    return Answer(status: status, head: String(parts[0]), body: String(parts[1]))
  }

  // MARK: The connection

  /// A port at which nobody listens.
  static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try require(isBound == true)
    return UInt16(bigEndian: address.sin_port)
  }

  /// - Parameter host: the last byte of the client's address, 127.0.0.1 to 127.0.0.254.
  func connected(from host: UInt8 = 1) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (INADDR_LOOPBACK - 1 + in_addr_t(host)).bigEndian
    _ = withUnsafeBytes(of: &address) { bytes in
      bind(
        descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(bytes.count))
    }
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let status = withUnsafeBytes(of: &address) { bytes in
      connect(
        descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(bytes.count))
    }
    try require(status == 0, "cannot connect: \(errno)")
    return descriptor
  }

  private func send(_ text: String, _ socket: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A server that refuses a request need not read all of it.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// nil after a long silence; empty at the end.
  private func receive(_ socket: Int32) throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count < 0 { return errno == EAGAIN ? nil : [] }
    return Array(buffer.prefix(count))
  }
}

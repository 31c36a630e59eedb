internal import Glibc
internal import UVLoop

/// Where a server listens.
enum Address: Equatable {
  /// A Unix stream socket, by its path of at most 107 bytes.
  case unix(String)
  /// A port of 127.0.0.1.
  case loopback(port: UInt16)

  /// A port that was free just now.
  static func freePort() throws(Failure) -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw .system("socket") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = Address.loopback(port: 0).withPointer { bind(descriptor, $0, $1) }
    guard status == 0 else { throw .system("bind") }
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// - Returns: the descriptor of a connection that does not block; nil when the server's backlog
  ///   is full.
  func connect() throws(Failure) -> Int32? {
    let descriptor = try makeSocket()
    // A port answers at once or not at all; only a Unix socket can say that its backlog is full.
    if case .unix = self { Self.makeNonBlocking(descriptor) }
    guard withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      close(descriptor)
      if code == EAGAIN { return nil }
      throw .system(LoopError(operation: "connect", code: code))
    }
    Self.makeNonBlocking(descriptor)
    if case .loopback = self {
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
    }
    return descriptor
  }

  /// - Returns: the descriptor of a listener; whoever it accepts may block.
  func listen() throws(Failure) -> Int32 {
    let descriptor = try makeSocket()
    guard withPointer({ bind(descriptor, $0, $1) }) == 0 else { throw .system("bind") }
    guard Glibc.listen(descriptor, SOMAXCONN) == 0 else { throw .system("listen") }
    return descriptor
  }

  private func makeSocket() throws(Failure) -> Int32 {
    let family = if case .unix = self { AF_UNIX } else { AF_INET }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .system("socket") }
    return descriptor
  }

  private static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  private func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    switch self {
    case .unix(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
      return rebound(address, body)
    case .loopback(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return rebound(address, body)
    }
  }

  private func rebound<Kind, Result>(
    _ address: Kind, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Kind>.size))
      }
    }
  }
}

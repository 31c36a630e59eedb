internal import Glibc

/// Where a server listens.
enum Address: Equatable {
  /// A Unix stream socket, by its path of at most 107 bytes.
  case unix(String)
  /// A port of 127.0.0.1.
  case loopback(port: UInt16)

  /// Returns a port that is currently free.
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

  /// - Returns: the descriptor of a non-blocking connection; nil when the server's backlog is full.
  func connect() throws(Failure) -> Int32? {
    let descriptor = try makeSocket()
    // A port accepts or refuses at once; only a Unix socket reports a full backlog.
    if case .unix = self { Self.makeNonBlocking(descriptor) }
    guard withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      close(descriptor)
      if code == EAGAIN { return nil }
      throw .system(SystemError(operation: "connect", code: code))
    }
    Self.makeNonBlocking(descriptor)
    if case .loopback = self {
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
    }
    return descriptor
  }

  /// - Returns: the descriptor of a listener; the connections that it accepts block.
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

/// Non-blocking sockets, by their descriptors.
enum Descriptor {
  static func close(_ descriptor: Int32) {
    Glibc.close(descriptor)
  }

  /// - Returns: the number of bytes that the kernel accepted; 0 when it accepts none now.
  static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    return try checked(count, "send")
  }

  /// - Returns: the number of bytes received; 0 when there are none now.
  static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    guard count != 0 else { throw .closed }
    return try checked(count, "recv")
  }

  private static func checked(_ count: Int, _ operation: String) throws(Failure) -> Int {
    if count >= 0 { return count }
    switch errno {
    case EAGAIN, EINTR: return 0
    case EPIPE, ECONNRESET: throw .closed
    default: throw .system(operation)
    }
  }

  /// Raises this process's limit of open files, which servers inherit, to its maximum.
  ///
  /// - Returns: the number of subscribers that the limit allows.
  static func raiseLimit() -> Int {
    let keptForOthers = 64
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limits = rlimit()
    guard getrlimit(resource, &limits) == 0 else { return 0 }
    limits.rlim_cur = limits.rlim_max
    guard setrlimit(resource, &limits) == 0 else { return 0 }
    return max(0, Int(clamping: limits.rlim_cur) - keptForOthers)
  }
}

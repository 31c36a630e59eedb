internal import CLibuv
internal import Glibc

/// Listens on a Unix domain socket and hands over each new connection.
///
/// One descriptor is kept in reserve. When descriptors have run out, it is closed for a moment to
/// accept and refuse waiting clients, so that the loop does not spin and no client is left hanging.
@LoopActor
public final class PipeListener {
  private let descriptor: Int32
  private var poll: Poll?
  private var reserve: Int32
  private var retry: Timer?
  private let accepted: @LoopActor (PipeConnection) -> Void
  private let refused: @LoopActor (PipeConnection) -> Void

  /// Creates the socket file, with its mode set before anyone can connect, and listens.
  ///
  /// - Parameters:
  ///   - path: the path of the file, which must not exist yet.
  ///   - mode: the file's permissions, such as 0o600.
  ///   - accepted: receives each new connection.
  ///   - refused: receives a connection for which there is no descriptor; it must be closed at
  ///     once, after a last line that fits into the kernel's buffer.
  /// - Throws: `LoopError`, such as EADDRINUSE when `path` exists, or ENAMETOOLONG.
  public convenience init(
    path: String, mode: UInt32,
    accepted: @escaping @LoopActor (PipeConnection) -> Void,
    refused: @escaping @LoopActor (PipeConnection) -> Void
  ) throws(LoopError) {
    let descriptor = try listeningSocket(path: path, mode: mode, backlog: Self.backlog)
    do throws(LoopError) {
      try self.init(listening: descriptor, accepted: accepted, refused: refused)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Serves a socket that was already listening before this process started, such as a service
  /// manager's. It is made non-blocking, and is no longer passed on to child processes.
  ///
  /// - Parameters:
  ///   - descriptor: closed with the listener; it stays open when it is not such a socket.
  ///   - accepted: receives each new connection.
  ///   - refused: receives a connection for which there is no descriptor, as above.
  /// - Throws: `LoopError`: EBADF or ENOTSOCK when it is not a socket, EAFNOSUPPORT when it is not
  ///   a Unix domain socket, EPROTOTYPE when it is not a stream socket, EINVAL when it is not
  ///   listening.
  public convenience init(
    inherited descriptor: Int32,
    accepted: @escaping @LoopActor (PipeConnection) -> Void,
    refused: @escaping @LoopActor (PipeConnection) -> Void
  ) throws(LoopError) {
    try checkListeningSocket(descriptor)
    let flags = fcntl(descriptor, F_GETFL)
    try check("fcntl", flags)
    try check("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
    try check("fcntl", fcntl(descriptor, F_SETFD, FD_CLOEXEC))
    try self.init(listening: descriptor, accepted: accepted, refused: refused)
  }

  /// - Parameter descriptor: closed when this throws.
  private init(
    listening descriptor: Int32,
    accepted: @escaping @LoopActor (PipeConnection) -> Void,
    refused: @escaping @LoopActor (PipeConnection) -> Void
  ) throws(LoopError) {
    self.descriptor = descriptor
    self.accepted = accepted
    self.refused = refused
    reserve = openReserve()
    do throws(LoopError) {
      poll = try Poll(descriptor, .readable) { [weak self] _ in self?.accept() }
    } catch {
      Glibc.close(descriptor)
      Glibc.close(reserve)
      throw error
    }
  }

  /// The address: a path, or a name in the abstract namespace after an `@`.
  public var name: String { Self.name(of: descriptor) }

  /// The address of a listening socket.
  public static func name(of descriptor: Int32) -> String { UnixAddress.name(of: descriptor) }

  isolated deinit {
    close()
  }

  /// Returns another descriptor of the socket, which still listens after this object is closed.
  ///
  /// - Throws: `LoopError`, such as EMFILE.
  public func duplicate() throws(LoopError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    try check("fcntl", copy)
    return copy
  }

  /// Stops listening. The socket file stays; connections that were handed over continue.
  public func close() {
    guard let poll else { return }
    poll.close()
    self.poll = nil
    retry = nil
    Glibc.close(descriptor)
    if reserve >= 0 { Glibc.close(reserve) }
  }

  /// Maximum number of connections that wait to be accepted; the kernel's own maximum is usually
  /// 4096.
  private static let backlog: Int32 = 4096

  /// How long connections are accepted before other work gets its turn: of many that arrive
  /// together, the last should not be kept waiting by the requests of the first.
  private static let slice = Duration.milliseconds(20)
  /// The number of connections after which the clock is read.
  private static let batch = 16

  private func accept() {
    let end = MonotonicTime.now + Self.slice
    repeat {
      guard acceptBatch() else { return }
    } while MonotonicTime.now < end
  }

  /// - Returns: whether more may be waiting.
  private func acceptBatch() -> Bool {
    for _ in 0..<Self.batch {
      guard poll != nil else { return false }
      switch acceptOne() {
      case .success(let connection): accepted(connection)
      case .failure(let error) where error.code == EMFILE || error.code == ENFILE:
        guard refuseOne() else { return false }
      case .failure(let error) where error.code == EAGAIN: return false
      case .failure(let error) where error.code == ECONNABORTED || error.code == EINTR: continue
      case .failure:
        pause()
        return false
      }
    }
    return true
  }

  private func acceptOne() -> Result<PipeConnection, LoopError> {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let accepted = accept4(descriptor, nil, nil, flags)
    guard accepted >= 0 else { return .failure(LoopError(operation: "accept", code: errno)) }
    return Result { () throws(LoopError) in try PipeConnection(descriptor: accepted) }
  }

  /// - Returns: false when no client waits, or none can be refused now.
  private func refuseOne() -> Bool {
    guard reserve >= 0 else {
      pause()
      return false
    }
    Glibc.close(reserve)
    defer { reserve = openReserve() }
    guard case .success(let connection) = acceptOne() else { return false }
    refused(connection)
    connection.close()
    return true
  }

  /// Leaves waiting clients in the backlog for a moment, since accepting cannot succeed now.
  private func pause() {
    poll?.watch([])
    retry = Timer(after: .milliseconds(100)) { [weak self] in self?.resume() }
  }

  private func resume() {
    if reserve < 0 { reserve = openReserve() }
    poll?.watch(.readable)
  }
}

private func openReserve() -> Int32 {
  open("/dev/null", O_RDONLY | O_CLOEXEC)
}

/// Returns a socket that was just created at the path, and listens.
private func listeningSocket(
  path: String, mode: UInt32, backlog: Int32
) throws(LoopError) -> Int32 {
  let address = try UnixAddress(path: path)
  let descriptor = try makeUnixSocket()
  do throws(LoopError) {
    try check("bind", address.withPointer { bind(descriptor, $0, $1) })
    do throws(LoopError) {
      try check("chmod", chmod(path, mode))
      try check("listen", listen(descriptor, backlog))
    } catch {
      unlink(path)
      throw error
    }
  } catch {
    close(descriptor)
    throw error
  }
  return descriptor
}

/// Checks that a descriptor is a listening Unix stream socket.
private func checkListeningSocket(_ descriptor: Int32) throws(LoopError) {
  for (name, wanted, code) in [
    (SO_DOMAIN, AF_UNIX, EAFNOSUPPORT), (SO_TYPE, Int32(SOCK_STREAM.rawValue), EPROTOTYPE),
    (SO_ACCEPTCONN, 1, EINVAL),
  ] {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    try check("inherited socket", getsockopt(descriptor, SOL_SOCKET, name, &value, &size))
    guard value == wanted else { throw LoopError(operation: "inherited socket", code: code) }
  }
}

private func check(_ operation: String, _ status: Int32) throws(LoopError) {
  guard status >= 0 else { throw LoopError(operation: operation, code: errno) }
}

internal import CLibuv
internal import Glibc

/// Listens on a Unix domain socket and hands over each connection that comes.
///
/// One descriptor is kept back. When descriptors have run out, it is given up for a moment to
/// accept and refuse whoever waits, so that the loop neither spins nor leaves anybody hanging.
@LoopActor
public final class PipeListener {
  private let descriptor: Int32
  private var poll: Poll?
  private var reserve: Int32
  private var retry: Timer?
  private let accepted: @LoopActor (PipeConnection) -> Void
  private let refused: @LoopActor (PipeConnection) -> Void

  /// Makes the socket file, with its mode set before anyone can connect, and listens.
  ///
  /// - Parameters:
  ///   - path: where the file is made; nothing may be there yet.
  ///   - mode: the file's permissions, such as 0o600.
  ///   - accepted: is given each new connection.
  ///   - refused: is given a connection for which there is no descriptor; it is to be closed at
  ///     once, after a last word that fits into the kernel's buffer.
  /// - Throws: `LoopError`, among others EADDRINUSE when something is at `path`, ENAMETOOLONG.
  public init(
    path: String, mode: UInt32,
    accepted: @escaping @LoopActor (PipeConnection) -> Void,
    refused: @escaping @LoopActor (PipeConnection) -> Void
  ) throws(LoopError) {
    let address = try UnixAddress(path: path)
    descriptor = try makeUnixSocket()
    self.accepted = accepted
    self.refused = refused
    reserve = openReserve()
    do throws(LoopError) {
      try check("bind", address.withPointer { bind(descriptor, $0, $1) })
      do throws(LoopError) {
        try check("chmod", chmod(path, mode))
        try check("listen", listen(descriptor, Self.backlog))
        poll = try Poll(descriptor) { [weak self] _ in self?.accept() }
      } catch {
        unlink(path)
        throw error
      }
    } catch {
      Glibc.close(descriptor)
      Glibc.close(reserve)
      throw error
    }
    poll?.watch(.readable)
  }

  isolated deinit {
    close()
  }

  /// Stops listening. The socket file stays; connections that were handed over go on.
  public func close() {
    guard let poll else { return }
    poll.close()
    self.poll = nil
    retry = nil
    Glibc.close(descriptor)
    if reserve >= 0 { Glibc.close(reserve) }
  }

  /// How many connections may wait to be accepted; the kernel's own maximum is usually 4096.
  private static let backlog: Int32 = 4096

  /// How many connections are accepted before others get their turn.
  private static let batch = 64

  private func accept() {
    for _ in 0..<Self.batch where poll != nil {
      switch acceptOne() {
      case .success(let connection): accepted(connection)
      case .failure(let error) where error.code == EMFILE || error.code == ENFILE:
        guard refuseOne() else { return }
      case .failure(let error) where error.code == EAGAIN: return
      case .failure(let error) where error.code == ECONNABORTED || error.code == EINTR: continue
      case .failure: return pause()
      }
    }
  }

  private func acceptOne() -> Result<PipeConnection, LoopError> {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let accepted = accept4(descriptor, nil, nil, flags)
    guard accepted >= 0 else { return .failure(LoopError(operation: "accept", code: errno)) }
    return Result { () throws(LoopError) in try PipeConnection(descriptor: accepted) }
  }

  /// - Returns: false when nobody waits, or nobody can be refused now.
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

  /// Leaves those who wait in the backlog for a moment, since accepting cannot succeed now.
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

private func check(_ operation: String, _ status: Int32) throws(LoopError) {
  guard status == 0 else { throw LoopError(operation: operation, code: errno) }
}

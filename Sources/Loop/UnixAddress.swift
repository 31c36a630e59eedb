internal import CLibuv
internal import Glibc

/// The address of a Unix domain socket: a path of 1 to 107 bytes.
struct UnixAddress {
  /// Longest path in bytes; the rest of `sun_path` is the closing NUL (unix(7)).
  static let longestPath = 107

  private var address = sockaddr_un()

  /// - Throws: `LoopError` with ENAMETOOLONG, or EINVAL when the path is empty or holds a NUL.
  init(path: String) throws(LoopError) {
    let bytes = path.utf8
    guard bytes.count <= Self.longestPath else {
      throw LoopError(operation: "socket address", code: ENAMETOOLONG)
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw LoopError(operation: "socket address", code: EINVAL)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A new Unix stream socket that does not block and is not passed on to child processes.
///
/// - Throws: `LoopError`, with EMFILE or ENFILE when descriptors have run out.
func makeUnixSocket() throws(LoopError) -> Int32 {
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = socket(AF_UNIX, kind, 0)
  guard descriptor >= 0 else { throw LoopError(operation: "socket", code: errno) }
  return descriptor
}

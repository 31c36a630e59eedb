internal import CLibuv
internal import Glibc

/// The address of a Unix domain socket: a path of 1 to 107 bytes, or a name of the same length in
/// the abstract namespace.
struct UnixAddress {
  /// Maximum length of a path in bytes; the rest of `sun_path` is the closing NUL (unix(7)).
  static let longestPath = 107

  private var address = sockaddr_un()
  private var size = socklen_t(MemoryLayout<sockaddr_un>.size)

  /// - Throws: `LoopError` with ENAMETOOLONG, or EINVAL when the path is empty or contains a NUL.
  init(path: String) throws(LoopError) {
    try self.init(bytes: Array(path.utf8), offset: 0)
  }

  /// - Parameter name: a path, or an `@` followed by a name in the abstract namespace.
  /// - Throws: `LoopError` with ENAMETOOLONG, or EINVAL when it is empty or contains a NUL.
  init(name: String) throws(LoopError) {
    let isAbstract = name.hasPrefix("@")
    let bytes = Array(isAbstract ? name.utf8.dropFirst() : name.utf8[...])
    try self.init(bytes: bytes, offset: isAbstract ? 1 : 0)
    // An abstract name has a NUL before it, and none after it.
    if isAbstract { size = socklen_t(pathOffset + 1 + bytes.count) }
  }

  private init(bytes: [UInt8], offset: Int) throws(LoopError) {
    guard bytes.count <= Self.longestPath else {
      throw LoopError(operation: "socket address", code: ENAMETOOLONG)
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw LoopError(operation: "socket address", code: EINVAL)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      UnsafeMutableRawBufferPointer(rebasing: path[offset...]).copyBytes(from: bytes)
    }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  /// Returns the address of a socket: a path, or a name after an `@`; "unnamed" when it is not
  /// bound.
  static func name(of descriptor: Int32) -> String {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0, Int(size) > pathOffset else { return "unnamed" }
    return withUnsafeBytes(of: address.sun_path) { path in
      let bytes = path.prefix(Int(size) - pathOffset)
      guard bytes.first == 0 else {
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return "@" + String(decoding: bytes.dropFirst(), as: UTF8.self)
    }
  }
}

/// The offset of the path in a `sockaddr_un`.
private let pathOffset = MemoryLayout<sa_family_t>.size

/// Returns a new non-blocking Unix stream socket that is not passed on to child processes.
///
/// - Throws: `LoopError`, with EMFILE or ENFILE when descriptors have run out.
func makeUnixSocket() throws(LoopError) -> Int32 {
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = socket(AF_UNIX, kind, 0)
  guard descriptor >= 0 else { throw LoopError(operation: "socket", code: errno) }
  return descriptor
}

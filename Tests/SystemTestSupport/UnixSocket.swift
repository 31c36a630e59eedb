internal import Glibc

/// A new Unix stream socket connected to the listener at a path. Child processes do not inherit it.
package func connectedSocket(to path: String) throws -> Int32 {
  try openSocket { try connect($0, to: path) }
}

/// A new Unix stream socket at a path, which does not listen yet. Child processes do not inherit
/// it.
package func boundSocket(at path: String) throws -> Int32 {
  try openSocket { descriptor in
    try withAddress(path) { try check("bind", bind(descriptor, $0, $1)) }
  }
}

/// Waits until a client connects to a path, and closes the connection at once. Nobody listens there
/// before or after that.
///
/// - Throws: `DeadlinePassed`.
package func hangUp(at path: String) throws {
  let listener = try boundSocket(at: path)
  defer {
    close(listener)
    unlink(path)
  }
  try check("listen", listen(listener, 1))
  guard Deadline().wait(for: POLLIN, on: listener) else {
    throw DeadlinePassed(soFar: "no client connected")
  }
  let client = accept(listener, nil, nil)
  try check("accept", client)
  close(client)
}

/// - Throws: `SystemError` when no process listens at the path.
func connect(_ descriptor: Int32, to path: String) throws {
  try withAddress(path) { try check("connect", Glibc.connect(descriptor, $0, $1)) }
}

private func openSocket(_ prepare: (Int32) throws -> Void) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  try check("socket", descriptor)
  do {
    try prepare(descriptor)
  } catch {
    close(descriptor)
    throw error
  }
  return descriptor
}

private func withAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
) throws {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  try withUnsafePointer(to: address) { pointer in
    try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

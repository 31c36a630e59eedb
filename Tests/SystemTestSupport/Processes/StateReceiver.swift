import Glibc

/// A service manager's end of sd_notify(3): receives the states that a daemon sends.
package final class StateReceiver: Sendable {
  /// The daemon's value of NOTIFY_SOCKET.
  package let name: String
  private let descriptor: Int32

  /// - Parameter name: a path, or `@` and a name in the abstract namespace.
  package init(at name: String) throws {
    self.name = name
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try check("socket", descriptor)
    let (address, size) = address(of: name)
    try withUnsafePointer(to: address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try check("bind", bind(descriptor, $0, size))
      }
    }
  }

  deinit {
    close(descriptor)
  }

  /// The states of the next message.
  ///
  /// - Throws: `DeadlinePassed`.
  package func next(within time: Duration = .patience) throws -> [String] {
    guard Deadline(after: time).wait(for: POLLIN, on: descriptor) else {
      throw DeadlinePassed(soFar: "no message arrived")
    }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    try check("recv", Int32(count))
    return bytes[..<count].split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Waits for a message with this state.
  ///
  /// - Returns: all messages until then, in order; the last one contains the state.
  @discardableResult
  package func wait(for state: String) throws -> [[String]] {
    var received: [[String]] = []
    let deadline = Deadline()
    while received.last?.contains(state) != true {
      if deadline.hasPassed { throw DeadlinePassed(soFar: "no \(state) in \(received)") }
      received.append(try next())
    }
    return received
  }

  /// Sends messages until the receive buffer is full, so that nobody can send more.
  ///
  /// - Returns: how many messages it sent.
  package func fill() throws -> Int {
    let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(sender) }
    let (address, size) = address(of: name)
    var count = 0
    while true {
      let sent = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(sender, "X=1", 3, Int32(MSG_DONTWAIT), $0, size)
        }
      }
      guard sent >= 0 else { break }
      count += 1
    }
    guard errno == EAGAIN else { throw SystemError("sendto", errno) }
    return count
  }
}

private func address(of name: String) -> (sockaddr_un, socklen_t) {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { path in
    path.copyBytes(from: name.utf8)
    if name.hasPrefix("@") { path[0] = 0 }
  }
  return (address, socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count))
}

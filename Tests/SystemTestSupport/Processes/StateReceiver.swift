import Glibc
import Synchronization

/// A service manager's end of sd_notify(3): receives the states that a daemon sends, and keeps the
/// descriptors that it stores.
package final class StateReceiver: Sendable {
  /// A descriptor that a daemon has stored (FDSTORE=1).
  package struct Stored: Sendable {
    /// FDNAME.
    package let name: String
    package let descriptor: Int32
  }

  /// The daemon's value of NOTIFY_SOCKET.
  package let name: String
  private let descriptor: Int32
  private let store = Mutex<[Stored]>([])

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
    for stored in stored { close(stored.descriptor) }
  }

  /// What the daemons have stored and not removed, oldest first.
  package var stored: [Stored] { store.withLock { $0 } }

  /// The states of the next message.
  ///
  /// - Throws: `DeadlinePassed`.
  package func next(within time: Duration = .patience) throws -> [String] {
    guard Deadline(after: time).wait(for: POLLIN, on: descriptor) else {
      throw DeadlinePassed(soFar: "no message arrived")
    }
    let (bytes, passed) = try receive()
    let states = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    try keep(passed, states)
    return states
  }

  /// - Returns: the next message, and the descriptor that came with it.
  private func receive() throws -> ([UInt8], Int32?) {
    var bytes = [UInt8](repeating: 0, count: 65536)
    // A header, as in cmsg(3), and one descriptor.
    let size = MemoryLayout<cmsghdr>.size
    var control = [UInt8](repeating: 0, count: size + 8)
    let (count, controlCount) = bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          let count = recvmsg(descriptor, &message, Int32(MSG_CMSG_CLOEXEC))
          return (count, message.msg_controllen)
        }
      }
    }
    try check("recvmsg", Int32(count))
    let passed = control.withUnsafeBytes {
      controlCount > size ? $0.load(fromByteOffset: size, as: Int32.self) : nil
    }
    return (Array(bytes[..<count]), passed)
  }

  /// Stores a copy of a descriptor.
  package func keep(_ descriptor: Int32, as name: String) throws {
    // Above those that the next daemon gets.
    let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 200)
    try check("fcntl", high)
    store.withLock { $0.append(Stored(name: name, descriptor: high)) }
  }

  /// Stores copies of what was stored before.
  package func keep(_ stored: [Stored]) throws {
    for stored in stored { try keep(stored.descriptor, as: stored.name) }
  }

  /// Copies of what is stored, for the caller to close.
  package func copies() throws -> [Stored] {
    try stored.map { stored in
      let copy = fcntl(stored.descriptor, F_DUPFD_CLOEXEC, 200)
      try check("fcntl", copy)
      return Stored(name: stored.name, descriptor: copy)
    }
  }

  /// Drops the messages that have arrived.
  package func dropAll() throws {
    while Deadline(after: .zero).wait(for: POLLIN, on: descriptor) {
      if let passed = try receive().1 { close(passed) }
    }
  }

  private func keep(_ passed: Int32?, _ states: [String]) throws {
    let name = states.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) }
    if let passed {
      defer { close(passed) }
      // Closing it says that all earlier messages were received.
      guard !states.contains("BARRIER=1") else { return }
      try keep(passed, as: name ?? "stored")
    } else if states.contains("FDSTOREREMOVE=1") {
      store.withLock { store in
        for stored in store where stored.name == name { close(stored.descriptor) }
        store.removeAll { $0.name == name }
      }
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

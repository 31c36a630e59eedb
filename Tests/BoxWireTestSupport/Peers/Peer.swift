package import BoxWire
internal import Glibc
internal import SystemTestSupport

/// A client that knows only that the protocol is JSON in lines. Its calls block, but never longer
/// than its patience.
package final class Peer {
  private let descriptor: Int32
  private let patience: Duration
  /// An object to keep as long as this one, such as the daemon at the other end.
  private let daemon: AnyObject?
  private var isOpen = true
  /// Bytes from `start` on are received and not returned yet.
  private var received: [UInt8] = []
  private var start = 0
  /// Lines that were read while waiting for an answer, oldest first.
  private var kept: [JSONText] = []
  private var lastID = 0

  /// Connects without reading.
  package init(
    to path: String, of daemon: AnyObject? = nil, patience: Duration = .patience
  ) throws {
    self.patience = patience
    self.daemon = daemon
    descriptor = try connectedSocket(to: path)
  }

  /// Connects and reads the greeting.
  package static func connect(to path: String, of daemon: AnyObject? = nil) throws -> Peer {
    let peer = try Peer(to: path, of: daemon)
    let greeting = try peer.next()
    guard greeting["method"]?.string == "hello" else { throw PeerError.unexpected(greeting) }
    return peer
  }

  /// Connects as soon as the socket has a listener, and reads the greeting.
  ///
  /// - Throws: `DeadlinePassed` if there is no listener in time.
  package static func connect(to path: String, waiting time: Duration) throws -> Peer {
    let deadline = Deadline(after: time)
    while !deadline.hasPassed {
      do {
        return try connect(to: path)
      } catch let error as SystemError where error.code == ENOENT || error.code == ECONNREFUSED {
        // There is no event to wait for, so try again.
        poll(nil, 0, 1)
      }
    }
    throw DeadlinePassed(soFar: "nobody listens at \(path)")
  }

  deinit {
    close()
  }

  package func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  // MARK: Sending

  /// Sends a line.
  package func send(_ line: String) throws {
    try send(Array(line.utf8) + [UInt8(ascii: "\n")])
  }

  package func send(_ bytes: [UInt8]) throws {
    let deadline = Deadline(after: patience)
    var sent = 0
    while sent < bytes.count {
      sent += try sendWhatFits(bytes[sent...])
      guard sent == bytes.count || deadline.wait(for: POLLOUT, on: descriptor) else {
        throw DeadlinePassed(soFar: "\(sent) of \(bytes.count) bytes are sent")
      }
    }
  }

  /// Sends a line, and receives what arrives until the kernel has taken all of it. A server does not
  /// read from a client that leaves too many answers unread, and then ``send(_:)`` never returns.
  package func sendWhileReceiving(_ line: String) throws {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    let deadline = Deadline(after: patience)
    var sent = try sendWhatFits(bytes[...])
    while sent < bytes.count {
      guard deadline.wait(for: POLLIN | POLLOUT, on: descriptor) else {
        throw DeadlinePassed(soFar: "\(sent) of \(bytes.count) bytes are sent")
      }
      if Deadline(after: .zero).wait(for: POLLIN, on: descriptor), try !receive(deadline) {
        throw PeerError.ended(rest: "")
      }
      sent += try sendWhatFits(bytes[sent...])
    }
  }

  /// - Returns: the number of bytes that the kernel took at once; 0 if its buffer is full.
  package func sendWhatFits(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let sent = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
    if sent >= 0 { return sent }
    guard errno == EAGAIN || errno == EINTR else { throw SystemError("send", errno) }
    return 0
  }

  /// Whether the kernel's buffer has room.
  package var canSend: Bool {
    Deadline(after: .zero).wait(for: POLLOUT, on: descriptor)
  }

  package func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  // MARK: Receiving

  /// The next raw line, without its LF.
  ///
  /// - Throws: `DeadlinePassed`, `PeerError.ended`, or `SystemError`.
  package func nextLine() throws -> [UInt8] {
    let deadline = Deadline(after: patience)
    var searched = start
    while true {
      if let end = endOfLine(from: searched) {
        defer { start = end + 1 }
        return Array(received[start..<end])
      }
      received.removeSubrange(..<start)
      start = 0
      searched = received.count
      guard try receive(deadline) else {
        throw PeerError.ended(rest: String(decoding: received.prefix(200), as: UTF8.self))
      }
    }
  }

  /// The next raw line, without its LF; nil if it has not arrived completely yet.
  package func nextLineIfThere() throws -> [UInt8]? {
    while endOfLine(from: start) == nil {
      let now = Deadline(after: .zero)
      guard now.wait(for: POLLIN, on: descriptor), try receive(now) else { return nil }
    }
    return try nextLine()
  }

  /// The next line, starting with kept ones.
  package func next() throws -> JSONText {
    if !kept.isEmpty { return kept.removeFirst() }
    return try JSONText(parsing: try nextLine(), depth: ProtocolLimits.serverDepth)
  }

  /// The next notification of this method. Lines before it are dropped.
  package func next(_ method: String) throws -> JSONText {
    while true {
      let line = try next()
      if line["method"]?.string == method { return line }
    }
  }

  /// The next response. Other lines are kept.
  package func nextResponse() throws -> JSONText {
    if let index = kept.firstIndex(where: \.isResponse) { return kept.remove(at: index) }
    while true {
      let line = try JSONText(parsing: try nextLine(), depth: ProtocolLimits.serverDepth)
      if line.isResponse { return line }
      kept.append(line)
    }
  }

  /// Sends a request with the next number as its `id`, and waits for its response.
  @discardableResult
  package func call(_ method: String, _ parameters: String = "{}") throws -> JSONText {
    lastID += 1
    try send(#"{"id":\#(lastID),"method":"\#(method)","params":\#(parameters)}"#)
    let response = try nextResponse()
    guard response["id"]?.integer == lastID else { throw PeerError.unexpected(response) }
    return response
  }

  /// The daemon's current revision.
  package func revision() throws -> Int {
    let response = try call("ping")
    guard let revision = response["result", "revision"]?.integer else {
      throw PeerError.unexpected(response)
    }
    return revision
  }

  /// Checks that the daemon has closed the connection and that nothing was left to read.
  ///
  /// - Throws: `PeerError.unexpected` with what arrived instead, or `DeadlinePassed`.
  package func expectEnd() throws {
    if let line = kept.first { throw PeerError.unexpected(line) }
    do {
      let line = try nextLine()
      throw PeerError.unexpected(JSONText(String(decoding: line, as: UTF8.self)))
    } catch PeerError.ended(let rest) where rest.isEmpty {
      return
    } catch let error as SystemError where error.code == ECONNRESET {
      // The daemon closed without having read everything.
      return
    }
  }

  private func endOfLine(from index: Int) -> Int? {
    received.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, index < bytes.count,
        let found = memchr(base + index, 0x0A, bytes.count - index)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// - Returns: false at the end of the stream.
  private func receive(_ deadline: Deadline) throws -> Bool {
    guard deadline.wait(for: POLLIN, on: descriptor) else {
      throw DeadlinePassed(soFar: String(decoding: received.prefix(200), as: UTF8.self))
    }
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      let size = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      failure = size < 0 ? errno : 0
      count = max(0, size)
    }
    if failure == EINTR { return true }
    guard failure == 0 else { throw SystemError("recv", failure) }
    received += part
    return !part.isEmpty
  }
}

/// What a peer met instead of what it waited for.
package enum PeerError: Error {
  /// The daemon closed the connection. `rest` is the start of an incomplete line, at most 200
  /// bytes.
  case ended(rest: String)
  case unexpected(JSONText)
}

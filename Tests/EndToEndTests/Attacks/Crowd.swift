import Glibc
import SystemTestSupport

/// Many clients that send as fast as the daemon receives, and read only on demand.
final class Crowd {
  private struct Member {
    var descriptor: Int32
    var rest: ArraySlice<UInt8>
  }

  private var members: [Member] = []

  /// Connects `count` clients. ``send(within:)`` sends their lines.
  init(_ count: Int, to path: String, sending bytes: (Int) -> [UInt8] = { _ in [] }) throws {
    for number in 0..<count {
      members.append(Member(descriptor: try patientlyConnected(to: path), rest: bytes(number)[...]))
    }
  }

  deinit {
    for member in members where member.descriptor >= 0 { close(member.descriptor) }
  }

  /// Sends until everything is sent or the time is over.
  ///
  /// - Parameter closing: whether each client disconnects after sending everything.
  func send(within time: Duration, closing: Bool = false) {
    let deadline = Deadline(after: time)
    while !deadline.hasPassed {
      var polls = members.map { member in
        pollfd(
          fd: member.rest.isEmpty ? -1 : member.descriptor, events: Int16(POLLOUT), revents: 0)
      }
      guard polls.contains(where: { $0.fd >= 0 }) else { return }
      poll(&polls, nfds_t(polls.count), 100)
      for index in polls.indices where polls[index].revents != 0 {
        sendSome(index)
        if closing, members[index].rest.isEmpty { leave(index) }
      }
    }
  }

  private func sendSome(_ index: Int) {
    let sent = members[index].rest.withUnsafeBytes {
      Glibc.send(
        members[index].descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    if sent >= 0 {
      members[index].rest.removeFirst(sent)
    } else if errno != EAGAIN {
      members[index].rest = []
    }
  }

  private func leave(_ index: Int) {
    close(members[index].descriptor)
    members[index].descriptor = -1
  }

  /// Reads up to `count` bytes from each connection.
  func read(upTo count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    for member in members { recv(member.descriptor, &buffer, count, Int32(MSG_DONTWAIT)) }
  }

  /// The last lines of clients that the daemon disconnected, after they have read everything.
  func lastLines() -> [String] {
    var lines: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    for member in members {
      var last: [UInt8] = []
      while true {
        let count = recv(member.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0 { break }
        if count == 0 {
          let line = last.dropLast().split(separator: UInt8(ascii: "\n")).last ?? []
          lines.append(String(decoding: line, as: UTF8.self))
          break
        }
        last = (last + buffer[max(0, count - 400)..<count]).suffix(400)
      }
    }
    return lines
  }
}

/// Connects to a listener whose backlog may be full at the moment.
private func patientlyConnected(to path: String) throws -> Int32 {
  let deadline = Deadline()
  while true {
    do {
      return try connectedSocket(to: path)
    } catch let error as SystemError where error.code == EAGAIN && !deadline.hasPassed {
      poll(nil, 0, 1)
    }
  }
}

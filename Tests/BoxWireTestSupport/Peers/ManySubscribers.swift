internal import BoxWire
internal import Glibc
internal import SystemTestSupport

/// Many connections that subscribe to everything, read by one thread, each with its state according
/// to the lines it received.
///
/// Equal lines of several subscribers are parsed once, so that a million of them take a second.
package final class ManySubscribers {
  /// The effect of lines: values by path, nil for a removed box.
  private typealias Change = [String: String?]

  /// The boxes of each subscriber, as JSON text by path.
  package private(set) var states: [[String: String]]

  private var descriptors: [pollfd]
  /// The start of an incomplete line, for each subscriber.
  private var rests: [[UInt8]]
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// The effects of the lines received so far, by their text.
  private var known: [String: Change] = [:]

  /// Connects and subscribes.
  package init(_ count: Int, to path: String) throws {
    states = [[String: String]](repeating: [:], count: count)
    rests = [[UInt8]](repeating: [], count: count)
    descriptors = []
    raiseDescriptorLimit()
    let request = Array("{\"method\":\"subscribe\",\"params\":{\"boxes\":[\"**\"]}}\n".utf8)
    for _ in 0..<count {
      let descriptor = try connectedSocket(to: path)
      descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      try check("send", Int32(send(descriptor, request, request.count, 0)))
    }
  }

  deinit {
    for entry in descriptors { close(entry.fd) }
  }

  /// Reads until this box has this value for all subscribers.
  package func read(
    until path: String, is value: String, within time: Duration = .patience
  ) throws {
    let deadline = Deadline(after: time)
    while !states.allSatisfy({ $0[path] == value }) {
      if deadline.hasPassed { throw DeadlinePassed(soFar: "\(states.first ?? [:])") }
      try readWhatComes(within: 100)
    }
  }

  /// Reads what has arrived.
  package func readWhatIsThere() throws {
    try readWhatComes(within: 0)
  }

  private func readWhatComes(within milliseconds: Int32) throws {
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    for index in descriptors.indices where descriptors[index].revents != 0 {
      try receive(index)
    }
  }

  private func receive(_ index: Int) throws {
    let count = buffer.withUnsafeMutableBytes {
      recv(descriptors[index].fd, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if count < 0, errno == EAGAIN { return }
    guard count > 0 else { throw SystemError("recv", count == 0 ? ECONNRESET : errno) }
    rests[index] += buffer[..<count]
    let end = rests[index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let text = String(decoding: rests[index][..<end], as: UTF8.self)
    rests[index].removeFirst(text.utf8.count)
    for (path, value) in try change(by: text) { states[index][path] = value }
  }

  private func change(by text: String) throws -> Change {
    if let change = known[text] { return change }
    var change: Change = [:]
    for line in text.split(separator: "\n") {
      let message = try JSONText(parsing: line.utf8, depth: ProtocolLimits.serverDepth)
      for (path, value) in message["params", "boxes"]?.members ?? [] {
        change[path] = .some(value.description)
      }
      for path in message["params", "removed"]?.elements ?? [] {
        change[path.string ?? ""] = .some(nil)
      }
    }
    known[text] = change
    return change
  }
}

/// Raises this process's limit of open files to its maximum.
package func raiseDescriptorLimit() {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
}

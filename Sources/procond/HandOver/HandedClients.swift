internal import BoxServer
internal import BoxWire
internal import Glibc
internal import Logging
internal import OperatingSystem
internal import UVLoop

/// The clients that one process of the daemon leaves to the next one in the service manager's descriptor
/// store: their state in memory, and their sockets in the queue of a pair of sockets. A stored descriptor
/// for each client would take the manager too long.
@LoopActor
final class HandedClients {
  /// The names of all stored descriptors begin with it.
  nonisolated static let prefix = "procon-clients-"

  /// The names under which they are stored.
  enum Name: String, CaseIterable {
    case state = "procon-clients-state"
    case queue = "procon-clients-queue"
  }

  /// By name.
  let descriptors: [(name: String, descriptor: Int32)]
  private let memory: SharedMemory

  /// - Throws: `SystemCallError`; the clients' descriptors stay open.
  init(
    _ clients: [HandedClient], epoch: String, state: JSONText
  ) throws(SystemCallError) {
    let text = HandOverText.bytes(of: clients.map(\.state), epoch: epoch, state: state)
    memory = try SharedMemory(name: Name.state.rawValue, size: text.count)
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw SystemCallError(call: "socketpair", code: errno)
    }
    descriptors = [
      (Name.state.rawValue, memory.descriptor), (Name.queue.rawValue, ends[0]),
    ]
    defer { close(ends[1]) }
    for start in stride(from: 0, to: clients.count, by: DescriptorMessage.most) {
      let part = clients[start..<min(start + DescriptorMessage.most, clients.count)]
      let sent = DescriptorMessage.send(
        Array("\(start)".utf8), part.map(\.descriptor), through: ends[1])
      guard sent > 0 else { throw SystemCallError(call: "sendmsg", code: errno) }
    }
    // Last, since the next process reads it only if it is complete.
    memory.bytes.copyBytes(from: text)
  }

  deinit {
    for (name, descriptor) in descriptors where name != Name.state.rawValue { close(descriptor) }
  }

  /// To be called if the manager has not kept them.
  func void() {
    Self.void(memory)
  }

  /// From now on, no process takes them over.
  private static func void(_ memory: SharedMemory) {
    memory.bytes[0] = 0
  }

  // MARK: The next process

  /// Clients of an earlier process.
  struct Taken {
    var clients: [(client: HandOverText.Connection, descriptor: Int32)] = []
    var epoch = ""
    /// What the daemon needs beside them.
    var state: JSONText?
  }

  /// Receives what an earlier process has left; this can be done once.
  ///
  /// - Parameter passed: what it has stored; the descriptors are closed.
  static func take(_ passed: [PassedSocket], _ logger: Logger) -> Taken {
    var taken = Taken()
    var sockets: [Int: Int32] = [:]
    for socket in passed where socket.name != Name.state.rawValue {
      while let (bytes, descriptors) = DescriptorMessage.receive(from: socket.descriptor, most: 32)
      {
        let start = Int(String(decoding: bytes, as: UTF8.self)) ?? 0
        for (index, descriptor) in descriptors.enumerated() {
          if let other = sockets.updateValue(descriptor, forKey: start &+ index) { close(other) }
        }
      }
      close(socket.descriptor)
    }
    for state in passed where state.name == Name.state.rawValue {
      guard let memory = try? SharedMemory(descriptor: state.descriptor), memory.bytes[0] != 0
      else {
        continue
      }
      defer { void(memory) }
      do throws(HandOverText.Invalid) {
        let text = try HandOverText(UnsafeRawBufferPointer(memory.bytes))
        (taken.epoch, taken.state) = (text.epoch, text.state)
        for (index, connection) in text.connections.enumerated() {
          guard let socket = sockets.removeValue(forKey: index) else { continue }
          taken.clients.append((connection, socket))
        }
      } catch {
        logger.notice("the clients of an earlier process are not kept: \(error.description)")
      }
    }
    for socket in sockets.values { close(socket) }
    return taken
  }
}

internal import Synchronization
internal import SystemTestSupport

/// Starts HTTP services: a process of `services.py`. Services that run at the same time share it,
/// since Python takes longer to start than most tests take.
final class ServiceStarter: Sendable {
  private let directory = TemporaryDirectory()
  private let process: ChildProcess

  private struct Shared {
    weak var starter: ServiceStarter?
  }

  private static let shared = Mutex(Shared())

  /// The one that runs, or a new one.
  static func running() throws -> ServiceStarter {
    try shared.withLock {
      if let starter = $0.starter { return starter }
      let starter = try ServiceStarter()
      $0.starter = starter
      return starter
    }
  }

  private init() throws {
    process = try ChildProcess(
      "/usr/bin/python3",
      ["\(SourceTree.root)/Tests/HTTPTestSupport/services.py", directory.file("socket")])
  }

  /// Starts a service. Blocks until it listens.
  ///
  /// - Parameter words: a script and its arguments.
  /// - Returns: its port, and the connection with which it ends.
  func start(_ words: [String]) throws -> (port: Int, connection: RawSocket) {
    var connection: RawSocket?
    try waitUntil("services can be started: \(process.standardError)") {
      connection = try? RawSocket.connect(to: directory.file("socket"))
      return connection != nil
    }
    guard let connection else { throw ServiceFailure(description: process.standardError) }
    try connection.send(Array("\(words.joined(separator: "\0"))\n".utf8))
    guard let port = Int(try connection.receiveLine()) else {
      throw ServiceFailure(description: process.standardError)
    }
    return (port, connection)
  }
}

extension RawSocket {
  /// Waits for a line, without its LF; an empty one at the end of the stream.
  func receiveLine() throws -> String {
    var line: [UInt8] = []
    while let byte = try receive(exactly: 1).first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// A service did not start, or did not accept how it should behave.
struct ServiceFailure: Error, CustomStringConvertible {
  let description: String
}

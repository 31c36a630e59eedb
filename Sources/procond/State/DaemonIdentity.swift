internal import BoxWire
internal import Logging
internal import UVLoop

/// The identity that a state directory keeps. By it, clients recognize the daemon after a restart,
/// and notice another one at its socket.
enum DaemonIdentity {
  static let name = "identity.json"

  /// Returns the identity in the directory; creates it if there is none. May block.
  ///
  /// - Returns: nil when it cannot be stored: after a restart, clients would take the daemon for
  ///   another one.
  static func kept(in directory: StateDirectory, _ logger: Logger) -> String? {
    let file = ReplacedFile(path: "\(directory.path)/\(name)")
    do throws(StateFileError) {
      if let identity = try read(file.path) { return identity }
    } catch {
      logger.error("\(error.description(of: file.path)); clients see a new daemon")
    }
    let identity = String(UInt64.random(in: .min ... .max), radix: 16)
    do throws(LoopError) {
      try file.replace { output throws(LoopError) in
        try output.write("{\"version\":1,\"identity\":\"\(identity)\"}\n")
      }
      return identity
    } catch {
      logger.error(
        "\(file.path) cannot be written: \(error.reason); clients cannot recognize this daemon")
      return nil
    }
  }

  /// - Returns: nil when there is no file, or it is empty.
  private static func read(_ path: String) throws(StateFileError) -> String? {
    var identity: String?
    _ = try StateFile.read(path, longest: 1024) { (number, members) throws(StateFileError) in
      guard number == 1, members.map(\.name) == ["version", "identity"],
        members[0].value.integer == 1, let text = members[1].value.string, !text.isEmpty
      else { throw StateFileError(line: number, message: "it does not contain an identity") }
      identity = text
    }
    return identity
  }
}

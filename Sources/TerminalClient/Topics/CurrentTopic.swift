package import BoxClient
internal import Glibc
internal import OperatingSystem
package import UVLoop

/// The topic that the user has chosen on this terminal, in a file that only the user can read.
///
/// It belongs to a session of processes, so it ends with the shell, and other terminals do not see it.
/// It also belongs to a daemon: another one may have a topic with the same id.
package enum CurrentTopic {
  /// Returns the topic; nil if none was chosen on this terminal, or there is no terminal.
  package static func read(at place: DaemonPlace) -> TopicName? {
    guard let session = TerminalSession(), let path = path(for: session.leader),
      let bytes = try? ShortFile.read(path, limit: 65_536)
    else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count == 3, lines[0] == session.identity, lines[1] == place.path else { return nil }
    return TopicName(argument: lines[2])
  }

  /// Chooses a topic; nil for none.
  ///
  /// - Returns: whether there is a terminal to choose it for.
  /// - Throws: `LoopError` if the file cannot be written.
  package static func choose(
    _ topic: TopicName?, at place: DaemonPlace
  ) throws(LoopError) -> Bool {
    guard let session = TerminalSession(), let path = path(for: session.leader) else {
      return false
    }
    removeEnded(beside: path)
    guard let topic else {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw LoopError(operation: "unlink", code: errno)
      }
      return true
    }
    let text = Array("\(session.identity)\n\(place.path)\n\(topic.path)\n".utf8)
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw LoopError(operation: "open", code: errno) }
    defer { close(file) }
    guard write(file, text, text.count) == text.count else {
      throw LoopError(operation: "write", code: errno)
    }
    return true
  }

  private static let prefix = "current-topic-"

  private static func path(for leader: pid_t) -> String? {
    ClientState.path(of: "\(prefix)\(leader)")
  }

  /// Removes the files of sessions that have ended.
  private static func removeEnded(beside path: String) {
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard let entries = opendir(directory) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), let leader = pid_t(name.dropFirst(prefix.count)),
        kill(leader, 0) != 0, errno == ESRCH
      else { continue }
      unlink("\(directory)/\(name)")
    }
  }
}

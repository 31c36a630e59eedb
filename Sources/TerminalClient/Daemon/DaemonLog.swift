internal import Glibc
internal import UVLoop

/// The log file of a daemon that the client starts: `procon/procond.log` in the user's state
/// directory, else `/dev/null`.
struct DaemonLog {
  /// nil when the file cannot be written.
  let path: String?
  /// Open for appending, not passed on to child processes.
  let descriptor: Int32

  init() {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    if let directory = Self.directory {
      Self.make(directory)
      let path = "\(directory)/procond.log"
      let descriptor = open(path, flags, 0o600)
      if descriptor >= 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
    }
    path = nil
    descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
  }

  func close() {
    Glibc.close(descriptor)
  }

  /// As in the XDG Base Directory Specification, which ignores paths that are not absolute.
  private static var directory: String? {
    if let state = Environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/procon" }
    guard let home = Environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/procon"
  }

  private static func make(_ directory: String) {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }
}

internal import Glibc

/// The log file of a daemon that the client starts: `procon/procond.log` in the user's state
/// directory, else `/dev/null`.
struct DaemonLog {
  /// nil when the file cannot be written.
  let path: String?
  /// Open for appending, not passed on to child processes.
  let descriptor: Int32

  init() {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    if let path = ClientState.path(of: "procond.log") {
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
}

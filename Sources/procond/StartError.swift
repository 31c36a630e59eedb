/// Why the daemon cannot start or apply a new configuration, or cannot be asked to reload.
struct StartError: Error, CustomStringConvertible {
  let status: ExitStatus
  /// A sentence for people.
  let description: String
}

/// The program's exit status when it fails, as in sysexits(3head).
enum ExitStatus: Int32 {
  /// An option, or the environment variable for it, is wrong.
  case usage = 64
  /// The secret on standard input is empty or too long, or was not repeated.
  case data = 65
  /// The daemon to reload does not exist or does not answer, or another daemon uses the state
  /// directory.
  case unavailable = 69
  /// A system call failed.
  case system = 71
  /// A file or directory cannot be created.
  case cannotCreate = 73
  /// Another daemon listens on the socket.
  case inUse = 75
  /// A file or directory belongs to another user, or others can change it, or read secrets in it.
  case notAllowed = 77
  /// The configuration, or a file that it names, cannot be read or has a mistake.
  case configuration = 78
}

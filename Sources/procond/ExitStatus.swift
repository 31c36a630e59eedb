/// The program's exit status when it cannot do what it was asked to do, as in sysexits(3head).
enum ExitStatus: Int32 {
  /// An option, or the environment variable for it, is wrong.
  case usage = 64
  /// There is no daemon to reload, or it does not answer.
  case noDaemon = 69
  /// Another daemon uses the state directory.
  static let stateInUse = noDaemon
  /// A system call failed.
  case system = 71
  /// A file or directory cannot be created.
  case cannotCreate = 73
  /// Another daemon listens on the socket.
  case inUse = 75
  /// A file or directory belongs to another user.
  case notAllowed = 77
  /// The configuration file cannot be read, or has a mistake.
  case configuration = 78
}

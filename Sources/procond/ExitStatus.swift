/// How the daemon ends when it cannot begin, as sysexits(3head) numbers it.
enum ExitStatus: Int32 {
  /// An option, or a variable that stands for it, is wrong.
  case usage = 64
  /// Something of the operating system's failed.
  case system = 71
  /// A file or directory cannot be made.
  case cannotCreate = 73
  /// Another daemon listens there.
  case inUse = 75
  /// A file or directory belongs to somebody else.
  case notAllowed = 77
  /// The configuration file cannot be read, or something in it is wrong.
  case configuration = 78
}

internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The file of a program, as execvp(3) finds it.
enum ProgramFile {
  /// Why a program cannot be run; nil if it can, as far as its file shows.
  ///
  /// - Parameter name: a path if it has a slash, else searched for in `PATH`.
  static func error(_ name: String) -> LoopError? {
    guard !name.contains("/") else { return error(at: name) }
    var found: LoopError?
    for directory in (Environment["PATH"] ?? "/bin:/usr/bin").split(
      separator: ":", omittingEmptySubsequences: false)
    {
      guard let error = error(at: "\(directory.isEmpty ? "." : directory)/\(name)") else {
        return nil
      }
      // A file that exists but may not be run explains more than missing ones.
      if found == nil || error.code == EACCES { found = error }
    }
    return found
  }

  private static func error(at path: String) -> LoopError? {
    var status = stat()
    guard stat(path, &status) == 0 else { return LoopError(operation: "run", code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else {
      return LoopError(operation: "run", code: EACCES)
    }
    return nil
  }
}

internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The program that replaces this one in the same process, by execve(2).
///
/// Descriptors stay open across it, and an environment variable names them. (A service manager, which keeps
/// descriptors for another process, passes them like sockets instead.)
enum Successor {
  /// The names of the descriptors, apart from those of the stream and the clients.
  enum Name: String {
    case listener = "procon-listener"
    case socketLock = "procon-socket-lock"
    case stateLock = "procon-state-lock"
  }

  /// Its value is the process id, then NAME=NUMBER for each descriptor.
  private static let variable = "PROCON_DESCRIPTORS"

  /// Returns the descriptors of the previous program of this process, and unsets the variable.
  static func take() -> [PassedSocket] {
    defer { unsetenv(variable) }
    let words = Environment[variable]?.split(separator: " ") ?? []
    guard words.first == "\(getpid())" else { return [] }
    return words.dropFirst().compactMap { word in
      let parts = word.split(separator: "=")
      guard parts.count == 2, let number = Int32(parts[1]), number > STDERR_FILENO,
        fcntl(number, F_SETFD, FD_CLOEXEC) == 0
      else { return nil }
      return PassedSocket(descriptor: number, name: String(parts[0]))
    }
  }

  /// Replaces this program by another one, with the same arguments and environment. If that fails, restarts this
  /// program.
  ///
  /// - Parameters:
  ///   - program: an absolute path.
  ///   - descriptors: stay open for it.
  /// - Returns: the reason why neither could be started.
  static func start(_ program: String, with descriptors: [PassedSocket]) -> SystemCallError {
    for left in descriptors { _ = fcntl(left.descriptor, F_SETFD, 0) }
    let words = ["\(getpid())"] + descriptors.map { "\($0.name)=\($0.descriptor)" }
    setenv(variable, words.joined(separator: " "), 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + CommandLine.arguments.dropFirst())
      .map { strdup($0) }
    arguments.append(nil)
    execv(program, arguments)
    let code = errno
    execv("/proc/self/exe", arguments)
    return SystemCallError(call: "execve", code: code)
  }

  /// - Returns: the version that a program prints; nil if it is not a procond.
  @LoopActor
  static func version(of program: String) async -> String? {
    let output = await CommandOutput.read(program, ["--version"], within: .seconds(5))
    guard let output, output.hasPrefix("procond ") else { return nil }
    return String(output.dropFirst("procond ".count).prefix { !$0.isNewline })
  }
}

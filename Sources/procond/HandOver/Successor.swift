internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The program that goes on in this process: it takes over the descriptors that the process leaves to it.
///
/// A service manager keeps descriptors for the next process and passes them as sockets; here, the process stays
/// the same, so they stay open where they are, and a variable has their names.
enum Successor {
  /// The names of what is left beside the stream and the clients.
  enum Name: String {
    case listener = "procon-listener"
    case socketLock = "procon-socket-lock"
    case stateLock = "procon-state-lock"
  }

  /// The process id, and then the name and the number of each descriptor.
  private static let variable = "PROCON_DESCRIPTORS"

  /// Takes what an earlier program of this process has left. The variable is for this process alone.
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

  /// Goes on as another program, with the same arguments and environment; as this one, if that cannot be
  /// started.
  ///
  /// - Parameters:
  ///   - program: an absolute path.
  ///   - descriptors: what is left to it.
  /// - Returns: the reason, if neither can be started.
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

  /// - Returns: the version that a program says it has; nil if it is no procond.
  @LoopActor
  static func version(of program: String) async -> String? {
    let output = await CommandOutput.read(program, ["--version"], within: .seconds(5))
    guard let output, output.hasPrefix("procond ") else { return nil }
    return String(output.dropFirst("procond ".count).prefix { !$0.isNewline })
  }
}

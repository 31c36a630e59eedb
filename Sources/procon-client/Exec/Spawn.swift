// The C library declares `environ` as a variable that anybody may set; nobody here does.
@preconcurrency internal import Glibc
internal import UVLoop

/// How a process is started: with default signals, and no descriptor of ours but the standard ones.
struct Spawn {
  enum Kind: Sendable {
    /// In the background: in a session of its own, in the root directory, with nothing to read.
    /// `output` becomes standard output and standard error.
    case daemon(output: Int32)
    /// For us: in a process group of its own, with our output and these variables beside ours; nil
    /// takes one of ours away. `input` becomes standard input.
    case job(input: Int32, environment: [String: String?])
  }

  /// Of a job: looked for in `PATH` unless it has a slash.
  let executable: String
  /// Those after the program's name.
  var arguments: [String] = []
  var kind = Kind.daemon(output: 2)

  /// What a service manager says to this process alone (sd_notify(3), sd_listen_fds(3)).
  private static let privateVariables = [
    "NOTIFY_SOCKET=", "WATCHDOG_USEC=", "WATCHDOG_PID=", "LISTEN_PID=", "LISTEN_FDS=",
    "LISTEN_FDNAMES=",
  ]

  /// POSIX_SPAWN_SETSID of spawn.h, which shows it only under _GNU_SOURCE.
  private static let newSession = 0x80

  init(executable: String) {
    self.executable = executable
  }

  /// - Returns: the process's id.
  func start() throws(LoopError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    addDescriptors(&actions)
    var attributes = attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    Self.keepDescriptors()
    let directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    // A background process must not keep a file system busy.
    if case .daemon = kind { chdir("/") }
    var processID: pid_t = 0
    let code = withCStrings([executable] + arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawnp(&processID, executable, &actions, &attributes, arguments, environment)
      }
    }
    if directory >= 0 { fchdir(directory) }
    guard code == 0 else { throw LoopError(operation: "spawn", code: code) }
    return processID
  }

  private func addDescriptors(_ actions: inout posix_spawn_file_actions_t) {
    switch kind {
    case .daemon(let output):
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_adddup2(&actions, output, 2)
    case .job(let input, _): posix_spawn_file_actions_adddup2(&actions, input, 0)
    }
  }

  private func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // Ignored signals would stay ignored, such as SIGPIPE.
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Of the process group that it leads, as 0 says.
    posix_spawnattr_setpgroup(&attributes, 0)
    let place = if case .daemon = kind { Self.newSession } else { Int(POSIX_SPAWN_SETPGROUP) }
    let flags = place | Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  /// Marks each descriptor but the standard ones, whoever opened it, as not to be passed on.
  private static func keepDescriptors() {
    guard let directory = opendir("/proc/self/fd") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let descriptor = Int32(name), descriptor > 2 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      }
    }
  }

  private var environment: [String] {
    var more: [String: String?] = [:]
    if case .job(_, let environment) = kind { more = environment }
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    let replaced = Self.privateVariables + more.keys.map { "\($0)=" }
    return variables.filter { variable in !replaced.contains { variable.hasPrefix($0) } }
      + more.compactMap { name, value in value.map { "\(name)=\($0)" } }
  }
}

/// Gives `strings` as C has them: an array of pointers that ends with NULL.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

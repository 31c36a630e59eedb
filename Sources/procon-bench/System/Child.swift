// The C library declares `environ` as a variable that anybody may set; nobody here does.
@preconcurrency internal import Glibc
internal import UVLoop

/// A server that this program started. It ends when this is released, and when this program ends,
/// however that comes about.
final class Child {
  let processID: pid_t
  private var isReaped = false

  /// Starts a program in a process group of its own, so that Ctrl-C is for this one alone, with
  /// default signals and no descriptor of ours but its output.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - processors: what it may run on; any when empty.
  ///   - log: the file that its output goes to.
  init(
    _ program: String, _ arguments: [String], on processors: [Int], log: String
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = Self.attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    // The launcher has the kernel end it when this process is gone; that cannot be said from here.
    let own = Executable.own
    let list = processors.isEmpty ? "-" : processors.map(String.init).joined(separator: ",")
    let words = [own, LaunchCommand.name, "\(getpid())", list, program] + arguments
    let pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, own, &actions, &attributes, pointers + [nil], environ)
    guard code == 0 else { throw .system(LoopError(operation: "spawn \(own)", code: code)) }
    self.processID = processID
  }

  deinit {
    end()
  }

  var account: ProcessAccount { ProcessAccount(processID: processID) }

  /// Whether it has not ended by itself.
  var isRunning: Bool {
    if !isReaped, waitpid(processID, nil, WNOHANG) == processID { isReaped = true }
    return !isReaped
  }

  /// Ends it at once: it has nothing to save. A second call does nothing.
  func end() {
    guard isRunning else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
    isReaped = true
  }

  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }
}

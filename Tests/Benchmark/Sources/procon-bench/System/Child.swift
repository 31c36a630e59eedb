internal import ArgumentParser
// The C library declares `environ` as a variable that any code may set; none here does.
@preconcurrency internal import Glibc

/// A server started by this program. It is killed on release, and when this program ends, even by
/// SIGKILL.
final class Child {
  let processID: pid_t
  private var isReaped = false

  /// Starts a program through ``LaunchCommand``.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - processors: the processors on which it may run; any when empty.
  ///   - log: the path of the file for its output.
  init(
    _ program: String, _ arguments: [String], on processors: [Int], log: String
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let own = Executable.own
    let list = processors.isEmpty ? "-" : processors.map(String.init).joined(separator: ",")
    let words = [own, LaunchCommand.name, "\(getpid())", list, program] + arguments
    let pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, own, &actions, nil, pointers + [nil], environ)
    guard code == 0 else { throw .system(SystemError(operation: "spawn \(own)", code: code)) }
    self.processID = processID
  }

  deinit {
    end()
  }

  /// Whether the process is still running.
  var isRunning: Bool {
    if !isReaped, waitpid(processID, nil, WNOHANG) == processID { isReaped = true }
    return !isReaped
  }

  /// Kills it, as it has nothing to save. A second call does nothing.
  func end() {
    guard isRunning else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
    isReaped = true
  }

  /// The processor time of its threads in nanoseconds, as counted by the scheduler: the first
  /// number of schedstat (proc(5), sched-stats). Threads that have ended are not included.
  func processorTime() throws(Failure) -> Int {
    let tasks = "/proc/\(processID)/task"
    var sum = 0
    for task in TextFile.names(in: tasks) {
      let fields = TextFile.contents(of: "\(tasks)/\(task)/schedstat")?.split(separator: " ")
      sum += fields?.first.flatMap { Int($0) } ?? 0
    }
    guard sum > 0 else { throw .beyond("the kernel keeps no schedstat of process \(processID)") }
    return sum
  }

  /// Its resident memory in bytes, counted page by page: the number in `status` lags behind.
  func residentMemory() throws(Failure) -> Int {
    let lines = TextFile.contents(of: "/proc/\(processID)/smaps_rollup")?.split(separator: "\n")
    let line = lines?.first { $0.hasPrefix("Rss:") }
    guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw .beyond("the kernel keeps no smaps_rollup of process \(processID)")
    }
    return kilobytes << 10
  }
}

/// Executes a server so that the kernel kills it when the bench ends, in a separate process group,
/// so that Ctrl-C reaches only the bench.
struct LaunchCommand: ParsableCommand {
  static let name = "launch"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Execute a program that ends with its parent.",
    shouldDisplay: false)

  @Argument(help: "The parent's process id.")
  var parent: Int32

  @Argument(help: "The processors to run on; - for any.")
  var processors: String

  @Argument(parsing: .captureForPassthrough, help: "A program's path and its arguments.")
  var words: [String]

  func run() throws {
    guard let program = words.first else { throw Failure.usage("launch needs a program") }
    // The parent may already have ended.
    guard Self.endWithParent() == 0, getppid() == parent else { throw Failure.system("prctl") }
    let processors = processors.split(separator: ",").compactMap { Int($0) }
    if !processors.isEmpty { Processors.keep(to: processors) }
    setpgid(0, 0)
    // The bench blocks and ignores signals, which would be inherited.
    signal(SIGPIPE, SIG_DFL)
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    let pointers = words.map { strdup($0) }
    execv(program, pointers + [nil])
    throw Failure.system("exec \(program)")
  }

  /// prctl(2) with PR_SET_PDEATHSIG, which remains in force after exec.
  private static func endWithParent() -> Int32 {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    // Swift does not import functions with a variable number of arguments.
    guard let symbol = dlsym(nil, "prctl") else { return -1 }
    return unsafeBitCast(symbol, to: Control.self)(1, UInt(SIGKILL), 0, 0, 0)
  }
}

internal import Glibc

/// How a program is started: with no descriptors and no environment but those that are given.
struct ProcessStart {
  /// What one of its descriptors is.
  enum Descriptor {
    case open(Int32)
    case path(String, Int32)
  }

  let program: String
  let arguments: [String]
  let environment: [String: String]
  var descriptors: [Int32: Descriptor] = [:]
  /// Whether it leads a session of its own. The first terminal that it opens then controls it.
  var isSessionLeader = false

  init(_ program: String, _ arguments: [String], environment: [String: String]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// - Returns: the process's id.
  func begin() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
      switch descriptor {
      case .open(let other): posix_spawn_file_actions_adddup2(&actions, other, number)
      case .path(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      }
    }
    // A pipe of another test's can be open here that is not yet marked to be closed.
    closeFrom(3, &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    // The thread of a test may block signals.
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isSessionLeader ? newSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = ([program] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0)=\($1)") }
    defer { for text in words + variables { free(text) } }
    var started: pid_t = 0
    let status = posix_spawn(
      &started, program, &actions, &attributes, words + [nil], variables + [nil])
    guard status == 0 else { throw SystemError("posix_spawn \(program)", status) }
    return started
  }
}

private func closeFrom(_ first: Int32, _ actions: inout posix_spawn_file_actions_t) {
  typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
  // The C library shows it only under _GNU_SOURCE.
  guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
  _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
}

/// POSIX_SPAWN_SETSID of spawn.h, which shows it only under _GNU_SOURCE.
private let newSession: Int32 = 0x80

/// Both ends of a pipe; no child gets them unless it is given them.
struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try check("pipe", pipe(&ends))
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}

/// A descriptor that becomes readable when the process ends (pidfd_open(2)).
func openProcess(_ processID: pid_t) throws -> Int32 {
  typealias PidfdOpen = @convention(c) (pid_t, UInt32) -> Int32
  // In a header of its own, which the C library's module leaves out.
  guard let symbol = dlsym(nil, "pidfd_open") else { throw SystemError("pidfd_open", ENOSYS) }
  let descriptor = unsafeBitCast(symbol, to: PidfdOpen.self)(processID, 0)
  try check("pidfd_open", descriptor)
  return descriptor
}

extension Deadline {
  /// Waits until one of the descriptors has something to read, or is at its end. Those below 0 are
  /// left out.
  ///
  /// - Returns: for each whether it has; nil when the deadline passed before.
  package func wait(forAnyOf descriptors: [Int32]) -> [Bool]? {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    repeat {
      // Short enough to see the deadline pass, which tells nobody its time.
      if poll(&entries, nfds_t(entries.count), hasPassed ? 0 : 50) > 0 {
        return entries.map { $0.revents != 0 }
      }
    } while !hasPassed
    return nil
  }
}

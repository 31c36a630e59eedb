internal import Glibc

/// Starts a program with only the given descriptors and environment.
struct ProcessStart {
  /// What to connect a descriptor to.
  enum Descriptor {
    case open(Int32)
    case path(String, Int32)
  }

  let program: String
  let arguments: [String]
  let environment: [String: String]
  var descriptors: [Int32: Descriptor] = [:]
  /// Whether the program leads its own session. It is then controlled by the first terminal that it
  /// opens.
  var isSessionLeader = false

  init(_ program: String, _ arguments: [String], environment: [String: String]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  func begin() throws -> RunningProcess {
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
    // Another test may have a pipe open that is not marked close-on-exec yet.
    closeFrom((descriptors.keys.max() ?? 2) + 1, &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    // A test's thread may have signals blocked.
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
    return try RunningProcess(started)
  }
}

private func closeFrom(_ first: Int32, _ actions: inout posix_spawn_file_actions_t) {
  typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
  // The C library declares it only with _GNU_SOURCE.
  guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
  _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
}

/// POSIX_SPAWN_SETSID from spawn.h, which declares it only with _GNU_SOURCE.
private let newSession: Int32 = 0x80

/// Both ends of a pipe. A child process inherits them only on request.
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

extension Deadline {
  /// Waits until one of the descriptors is readable or at its end. Negative descriptors are
  /// skipped.
  ///
  /// - Returns: which descriptors are; nil if the deadline passes first.
  package func wait(forAnyOf descriptors: [Int32]) -> [Bool]? {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    repeat {
      // Short enough to notice the deadline, which sends no event.
      if poll(&entries, nfds_t(entries.count), hasPassed ? 0 : 50) > 0 {
        return entries.map { $0.revents != 0 }
      }
    } while !hasPassed
    return nil
  }
}

internal import ArgumentParser
internal import BoxWire
internal import Glibc
internal import Logging
internal import UVLoop

/// `--reload`: asks a running daemon to reload its configuration, and perhaps to replace its program, and waits
/// for the result.
struct Reload {
  /// Maximum wait for the result. A reload itself takes milliseconds, unless the system asks a slow
  /// server for a name in the policy.
  private static let patience = Duration.seconds(10)

  private let process: Int32
  /// The absolute path of the new program; nil to keep the old one.
  private let program: String?
  /// The socket of the daemon, if an option or variable names it.
  private let namedSocket: String?

  /// - Throws: `StartError` naming an option whose path is empty.
  init(_ process: ProcessID, _ options: Options) throws(StartError) {
    try options.checkPaths()
    self.process = process.number
    program = try options.program.map { path throws(StartError) in
      guard let absolute = realpath(path, nil) else {
        throw StartError(
          status: .usage, description: "--program \(path): \(String(cString: strerror(errno)))")
      }
      defer { free(absolute) }
      return String(cString: absolute)
    }
    namedSocket = options.namedSocket
  }

  /// Prints the changes that take effect only after a restart, and the names in the policy that do
  /// not exist.
  ///
  /// - Throws: `StartError` with the reason why the daemon refused, or if there is no such daemon.
  func run() throws {
    guard kill(process, 0) == 0 else {
      throw errno == EPERM
        ? StartError(status: .notAllowed, description: "process \(process) belongs to another user")
        : StartError(status: .unavailable, description: "there is no process \(process)")
    }
    try LoopActor.run { for warning in try await ask() { Log.writeLast(warning, .warning) } }
  }

  /// - Returns: a sentence for each change that takes effect only after a restart, and for each name
  ///   in the policy that does not exist.
  @LoopActor
  private func ask() async throws(StartError) -> [String] {
    let places = namedSocket.map { [$0] } ?? [SocketPlaces.current.own, SocketPlaces.system]
    var failure: StartError?
    for place in places {
      do throws(ReloadRequest.Failure) {
        // In /tmp, any user may have created a socket with that name.
        let request = try ReloadRequest(
          process, program, at: place, owners: namedSocket == nil ? owners : nil)
        return try await request.verdict(within: Self.patience).get()
      } catch {
        failure = failure ?? error.explanation(at: place)
      }
    }
    throw failure
      ?? StartError(
        status: .unavailable,
        description: "no procond with process id \(process) listens on "
          + "\(places.joined(separator: " or ")); name its socket with --socket")
  }

  /// The users that may run it: this user, or root, as the service manager.
  private var owners: Set<UInt32> {
    var status = stat()
    return stat("/proc/\(process)", &status) == 0 ? [0, status.st_uid] : [0]
  }
}

extension ReloadRequest.Failure {
  /// nil if the daemon may be listening elsewhere.
  fileprivate func explanation(at place: String) -> StartError? {
    switch self {
    case .otherDaemon: return nil
    case .unreachable(let error):
      guard error.code == EAGAIN else { return nil }
      return noDaemon("the daemon on \(place) is too busy to accept a connection; try again")
    case .closed: return noDaemon("the process at \(place) closed the connection without an answer")
    case .silent: return noDaemon("the daemon on \(place) did not answer in time")
    case .refused(let error):
      switch RequestError.Code(rawValue: error.code) {
      case .failed: return StartError(status: .configuration, description: error.message)
      case .notAllowed: return StartError(status: .notAllowed, description: error.message)
      default:
        return noDaemon("the daemon on \(place) cannot be reloaded this way: \(error.message)")
      }
    }
  }

  private func noDaemon(_ description: String) -> StartError {
    StartError(status: .unavailable, description: description)
  }
}

/// The id of a process on the command line.
struct ProcessID: ExpressibleByArgument {
  /// Positive.
  let number: Int32

  init?(argument: String) {
    guard let number = Int32(argument), number > 0 else { return nil }
    self.number = number
  }
}

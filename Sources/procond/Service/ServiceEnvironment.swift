internal import BoxServer
internal import Glibc
internal import OperatingSystem

/// What the service manager passed to the process in its environment; see sd_listen_fds(3),
/// sd_notify(3) and sd_watchdog_enabled(3).
struct ServiceEnvironment {
  /// Inherited sockets, already listening; empty when the daemon creates its own.
  let sockets: [InheritedSocket]
  /// The socket for status reports: a path, or a name after an `@`; nil when none are wanted.
  let notifySocket: String?
  /// Maximum time between two signs of life; nil when none are wanted.
  let watchdogInterval: Duration?

  /// Reads the variables and removes them from the environment: they are for this process alone.
  ///
  /// - Throws: `StartError` naming the variable that is wrong.
  static func take() throws(StartError) -> ServiceEnvironment {
    defer {
      for name in [
        "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID",
        "WATCHDOG_USEC",
      ] {
        unsetenv(name)
      }
    }
    return ServiceEnvironment(
      sockets: try inheritedSockets(), notifySocket: Environment["NOTIFY_SOCKET"],
      watchdogInterval: try watchdogInterval())
  }

  private static func inheritedSockets() throws(StartError) -> [InheritedSocket] {
    guard Environment["LISTEN_PID"] == "\(getpid())", let text = Environment["LISTEN_FDS"] else {
      return []
    }
    guard let count = Int32(text), (0...longestList).contains(count) else {
      throw StartError(status: .usage, description: "LISTEN_FDS cannot be '\(text)'")
    }
    var names =
      Environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    if names.count != count { names = Array(repeating: "unknown", count: Int(count)) }
    return zip(firstDescriptor..., names).map {
      InheritedSocket(descriptor: $0, name: String($1))
    }
  }

  private static func watchdogInterval() throws(StartError) -> Duration? {
    guard let text = Environment["WATCHDOG_USEC"] else { return nil }
    guard Environment["WATCHDOG_PID"].map({ $0 == "\(getpid())" }) ?? true else { return nil }
    guard let microseconds = Int64(text), microseconds > 0 else {
      throw StartError(status: .usage, description: "WATCHDOG_USEC cannot be '\(text)'")
    }
    return .microseconds(microseconds)
  }

  /// SD_LISTEN_FDS_START of sd-daemon.h.
  private static let firstDescriptor: Int32 = 3
  /// More than any unit has.
  private static let longestList: Int32 = 1024
}

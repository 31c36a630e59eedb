internal import BoxServer
internal import Glibc
internal import UVLoop

/// What a service manager told the process in its environment, as sd_listen_fds(3), sd_notify(3)
/// and sd_watchdog_enabled(3) have it.
struct ServiceEnvironment {
  /// Sockets that listen already; none when the daemon is to make its own.
  let sockets: [InheritedSocket]
  /// Where states are to be told: a path, or a name behind an `@`. nil when nobody wants to know.
  let notifySocket: String?
  /// A sign of life is wanted at least so often; nil when none is.
  let watchdogInterval: Duration?

  /// Takes it out of the environment: it is for this process alone.
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
  /// No unit has more sockets; a process that does has other troubles.
  private static let longestList: Int32 = 1024
}

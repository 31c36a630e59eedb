internal import Glibc

/// What the service manager passed to the process in its environment; see sd_listen_fds(3),
/// sd_notify(3) and sd_watchdog_enabled(3).
package struct ServiceEnvironment: Sendable {
  /// Sockets that listen already; empty when the program makes its own.
  package let sockets: [PassedSocket]
  /// The socket for status reports: a path, or a name after an `@`; nil when none are wanted.
  package let notifySocket: String?
  /// Maximum time between two signs of life; nil when none are wanted.
  package let watchdogInterval: Duration?

  package init(sockets: [PassedSocket], notifySocket: String?, watchdogInterval: Duration?) {
    self.sockets = sockets
    self.notifySocket = notifySocket
    self.watchdogInterval = watchdogInterval
  }

  /// Reads the variables and removes them from the environment: they are for this process alone.
  ///
  /// - Throws: `ServiceEnvironmentError` naming the variable that is wrong.
  package static func take() throws(ServiceEnvironmentError) -> ServiceEnvironment {
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

  private static func inheritedSockets() throws(ServiceEnvironmentError) -> [PassedSocket] {
    guard Environment["LISTEN_PID"] == "\(getpid())", let text = Environment["LISTEN_FDS"] else {
      return []
    }
    guard let count = Int32(text), (0...longestList).contains(count) else {
      throw ServiceEnvironmentError(variable: "LISTEN_FDS", value: text)
    }
    var names =
      Environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    if names.count != count { names = Array(repeating: "unknown", count: Int(count)) }
    return zip(firstDescriptor..., names).map {
      PassedSocket(descriptor: $0, name: String($1))
    }
  }

  private static func watchdogInterval() throws(ServiceEnvironmentError) -> Duration? {
    guard let text = Environment["WATCHDOG_USEC"] else { return nil }
    guard Environment["WATCHDOG_PID"].map({ $0 == "\(getpid())" }) ?? true else { return nil }
    guard let microseconds = Int64(text), microseconds > 0 else {
      throw ServiceEnvironmentError(variable: "WATCHDOG_USEC", value: text)
    }
    return .microseconds(microseconds)
  }

  /// SD_LISTEN_FDS_START of sd-daemon.h.
  private static let firstDescriptor: Int32 = 3
  /// More than any unit has.
  private static let longestList: Int32 = 1024
}

/// A socket that a service manager passed to the process.
package struct PassedSocket: Equatable, Sendable {
  package let descriptor: Int32
  /// The name that its creator gave it, such as `procond.socket`.
  package let name: String

  package init(descriptor: Int32, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
  }
}

/// A variable of the service manager's that is wrong.
package struct ServiceEnvironmentError: Error, CustomStringConvertible {
  package let variable: String
  package let value: String

  package var description: String { "\(variable) cannot be '\(value)'" }
}

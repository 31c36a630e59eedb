internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// A `procond` that this process started in the background, in a session of its own. It inherits
/// only the environment.
@LoopActor
final class DaemonProcess {
  /// The exit status of procond if another daemon is already running (EX_TEMPFAIL in sysexits.h).
  static let anotherIsDaemon: Int32 = 75

  /// How long it runs without clients, in seconds.
  private static let idleExit = 60

  var processID: pid_t { child.processID }
  /// The path of the file that it logs to; nil when none can be written.
  let log: String?
  /// Its exit status, or 128 and the signal that ended it; nil while it runs.
  var status: Int32? {
    switch child.ending {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    case nil: nil
    }
  }
  private let child: Subprocess

  /// Starts the `procond` in this program's directory.
  ///
  /// - Parameter socket: an absolute path.
  init(socket: String) throws(Failure) {
    let executable = SiblingProgram.path(of: "procond")
    guard access(executable, X_OK) == 0 else {
      throw .noExecutable(executable, LoopError(operation: "access", code: errno))
    }
    let log = DaemonLog()
    defer { log.close() }
    self.log = log.path
    do throws(LoopError) {
      // In the root directory, so that it keeps no file system busy.
      child = try Subprocess(
        executable, ["--socket", socket, "--idle-exit", "\(Self.idleExit)"],
        environment: ChildEnvironment.variables(), directory: "/",
        descriptors: [nil, log.descriptor, log.descriptor], isDetached: true)
    } catch {
      throw .noExecutable(executable, error)
    }
  }
}

/// A program that is installed in the same directory as this one.
package enum SiblingProgram {
  package static func path(of name: String) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return "\(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])/\(name)"
  }
}

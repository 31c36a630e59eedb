internal import Glibc
package import OperatingSystem

/// A system call or libuv call that failed.
public struct LoopError: Error, Equatable, Sendable {
  /// What was attempted, such as `bind` or `connect`.
  public let operation: String
  /// The error number, positive, as in errno(3).
  public let code: Int32

  public init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  package init(_ error: SystemCallError) {
    self.init(operation: error.call, code: error.code)
  }

  /// Whether there was no room on a disk, or for this user.
  package var isDiskFull: Bool { Self.isDiskFull(code) }

  /// Whether an error number means that.
  package static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// The system's message for the error number.
  public var reason: String { String(cString: strerror(code)) }
}

extension LoopError: CustomStringConvertible {
  /// Operation and reason, such as `connect: Connection refused`.
  public var description: String { "\(operation): \(reason)" }
}

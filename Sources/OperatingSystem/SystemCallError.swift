internal import Glibc

/// A system call that failed.
package struct SystemCallError: Error, Equatable {
  /// The call, such as `read`.
  package let call: String
  /// The error number, positive, as in errno(3).
  package let code: Int32

  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The system's message for the error number.
  package var reason: String { String(cString: strerror(code)) }
}

// The C library declares `environ` as a variable that any code may set; none here does.
@preconcurrency internal import Glibc

/// The process's environment variables.
package enum Environment {
  /// The value of a variable; nil when it is unset or empty.
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// All variables by name, including empty ones.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let variable = next.pointee {
      let parts = String(cString: variable).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }
}

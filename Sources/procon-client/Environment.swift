internal import Glibc

/// The process's environment.
enum Environment {
  /// nil when the variable is not set or empty.
  static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

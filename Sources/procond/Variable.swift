internal import Glibc

/// A variable of the process's environment; nil when it is not set, or empty.
func variable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

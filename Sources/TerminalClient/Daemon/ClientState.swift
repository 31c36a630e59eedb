internal import Glibc
internal import OperatingSystem

/// The directory in which clients keep files: `procon` in the user's state directory.
enum ClientState {
  /// Returns the path of a file in the directory, and creates the directory if it can; nil if the
  /// environment does not determine it.
  static func path(of name: String) -> String? {
    guard let state = BaseDirectories().state else { return nil }
    make("\(state)/procon")
    return "\(state)/procon/\(name)"
  }

  private static func make(_ directory: String) {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }
}

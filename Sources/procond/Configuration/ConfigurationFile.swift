internal import UVLoop

/// The configuration file: where it is.
enum ConfigurationFile {
  /// The system's file, which overrides the user's own.
  static let system = "/etc/procon/procond.json"

  /// Maximum size in bytes: a hundred times the size of a complete file.
  private static let longest = 64 << 10

  /// Finds the named file, or else the system's, or else the user's own; nil if there is none. Only
  /// one file is read.
  ///
  /// - Throws: `StartError` when it cannot be read, or the named file does not exist.
  static func find(named: String?) throws(StartError) -> RegularFile? {
    if let named {
      guard let file = try RegularFile(named, longest: longest) else {
        throw RegularFile.failure(named, "it does not exist")
      }
      return file
    }
    if let file = try RegularFile(system, longest: longest) { return file }
    guard let usersOwn else { return nil }
    return try RegularFile(usersOwn, longest: longest)
  }

  /// nil when the environment does not determine it.
  private static var usersOwn: String? {
    // The XDG Base Directory Specification requires ignoring a path that is not absolute.
    if let home = Environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
      return "\(home)/procon/procond.json"
    }
    return Environment["HOME"].map { "\($0)/.config/procon/procond.json" }
  }
}

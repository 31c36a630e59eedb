internal import Glibc
internal import UVLoop

/// A configuration file: its path and its contents.
struct ConfigurationFile {
  /// The system's file, which overrides the user's own.
  static let system = "/etc/procon/procond.json"

  /// Maximum size in bytes: a hundred times the size of a complete file.
  private static let longest = 64 << 10

  let path: String
  let text: [UInt8]

  /// Finds the named file, or else the system's, or else the user's own; nil if there is none. Only
  /// one file is read.
  ///
  /// - Throws: `StartError` when it cannot be read, or the named file does not exist.
  static func find(named: String?) throws(StartError) -> ConfigurationFile? {
    if let named {
      guard let file = try ConfigurationFile(named) else {
        throw failure(named, "it does not exist")
      }
      return file
    }
    if let file = try ConfigurationFile(system) { return file }
    guard let usersOwn else { return nil }
    return try ConfigurationFile(usersOwn)
  }

  /// nil when the environment does not determine it.
  private static var usersOwn: String? {
    // The XDG Base Directory Specification requires ignoring a path that is not absolute.
    if let home = Environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
      return "\(home)/procon/procond.json"
    }
    return Environment["HOME"].map { "\($0)/.config/procon/procond.json" }
  }

  /// nil when there is no such file.
  private init?(_ path: String) throws(StartError) {
    // Opening a pipe without a writer must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(path, String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Self.failure(path, "it is not a regular file")
    }
    var text = [UInt8](repeating: 0, count: Self.longest + 1)
    let count = Glibc.read(file, &text, text.count)
    guard count >= 0 else { throw Self.failure(path, String(cString: strerror(errno))) }
    guard count <= Self.longest else {
      throw Self.failure(path, "it is longer than \(Self.longest) bytes")
    }
    self.path = path
    self.text = Array(text[..<count])
  }

  private static func failure(_ path: String, _ reason: String) -> StartError {
    StartError(status: .configuration, description: "\(path) cannot be read: \(reason)")
  }

  /// Parses the file.
  ///
  /// - Throws: `StartError` naming file, line and key.
  func read() throws(StartError) -> Configuration {
    do throws(ConfigurationError) {
      return try Configuration(text)
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw StartError(status: .configuration, description: "\(place): \(error.message)")
    }
  }
}

internal import Glibc
internal import UVLoop

/// Where the configuration is, and what its bytes are.
struct ConfigurationFile {
  /// The system's, which counts more than a user's own.
  static let system = "/etc/procon/procond.json"

  /// Longest file in bytes: a hundred times what a full one has.
  private static let longest = 64 << 10

  let path: String
  let text: [UInt8]

  /// The file that was named; else the system's, else the user's own, if there is one. Only one is
  /// read.
  ///
  /// - Throws: `StartError` when it cannot be read, or was named and is not there.
  static func find(named: String?) throws(StartError) -> ConfigurationFile? {
    if let named {
      guard let file = try ConfigurationFile(named) else {
        throw failure(named, "it is not there")
      }
      return file
    }
    if let file = try ConfigurationFile(system) { return file }
    guard let usersOwn else { return nil }
    return try ConfigurationFile(usersOwn)
  }

  /// nil when the environment does not say where.
  private static var usersOwn: String? {
    // As the XDG Base Directory Specification has it: a path that is not absolute is ignored.
    if let home = Environment["XDG_CONFIG_HOME"], home.hasPrefix("/") {
      return "\(home)/procon/procond.json"
    }
    return Environment["HOME"].map { "\($0)/.config/procon/procond.json" }
  }

  /// nil when there is no such file.
  private init?(_ path: String) throws(StartError) {
    // A pipe that nobody writes to is not waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(path, String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Self.failure(path, "it is no regular file")
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

  /// What the file says.
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

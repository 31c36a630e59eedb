internal import Glibc
internal import UVLoop

/// A file that an administrator writes, read as a whole.
struct RegularFile {
  let path: String
  let text: [UInt8]
  /// The user who owns it.
  let owner: uid_t
  /// Who may read and write it, as in chmod(2).
  let mode: mode_t

  /// Reads a file, or the one that a symbolic link refers to; nil if there is none.
  ///
  /// - Parameter longest: maximum size in bytes.
  /// - Throws: `StartError` if it cannot be read, is not a regular file or is longer.
  init?(_ path: String, longest: Int) throws(StartError) {
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
    let text: [UInt8]?
    do throws(LoopError) {
      text = try readAll(from: file, atMost: longest)
    } catch {
      throw Self.failure(path, error.reason)
    }
    guard let text else { throw Self.failure(path, "it is longer than \(longest) bytes") }
    self.text = text
    self.path = path
    owner = status.st_uid
    mode = status.st_mode & 0o7777
  }

  /// Returns the error for a file that cannot be read.
  static func failure(_ path: String, _ reason: String) -> StartError {
    StartError(status: .configuration, description: "\(path) cannot be read: \(reason)")
  }

  /// Passes the text to `parse`.
  ///
  /// - Throws: `StartError` naming file, line and key, instead of what `parse` throws.
  func parse<Contents>(
    _ parse: ([UInt8]) throws(ConfigurationError) -> Contents
  ) throws(StartError) -> Contents {
    do throws(ConfigurationError) {
      return try parse(text)
    } catch {
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw StartError(status: .configuration, description: "\(place): \(error.message)")
    }
  }
}

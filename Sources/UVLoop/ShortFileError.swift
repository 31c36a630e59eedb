internal import Glibc

/// Why a file was not read.
package enum ShortFileError: Error, Equatable {
  case missing
  case notRegular
  /// It is longer than this number of bytes.
  case tooLong(Int)
  /// The system's error, as in errno(3).
  case unreadable(Int32)
  /// The file, or a directory above it, at this path belongs to neither root nor this user.
  case foreign(String)
  /// Others can write to the file, or to a directory above it, at this path.
  case writableByOthers(String)

  init(_ code: Int32) {
    self = code == ENOENT || code == ENOTDIR ? .missing : .unreadable(code)
  }

  /// A sentence for people.
  ///
  /// - Parameter path: the file's, as it was named.
  package func sentence(about path: String) -> String {
    switch self {
    case .missing: "\(path) cannot be read: it does not exist"
    case .notRegular: "\(path) cannot be read: it is not a regular file"
    case .tooLong(let limit): "\(path) cannot be read: it is longer than \(limit) bytes"
    case .unreadable(let code): "\(path) cannot be read: \(String(cString: strerror(code)))"
    case .foreign(let place):
      "\(path) cannot be trusted: \(place == path ? "it" : place) belongs to neither root nor the "
        + "user who runs this program"
    case .writableByOthers(let place):
      "\(path) cannot be trusted: others can write to \(place == path ? "it" : place)"
    }
  }
}

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
  /// Everyone can read the file at this path.
  case readableByOthers(String)

  init(_ code: Int32) {
    self = code == ENOENT || code == ENOTDIR ? .missing : .unreadable(code)
  }

  /// A sentence for people, such as `/etc/file cannot be read: it does not exist`.
  ///
  /// - Parameter path: the file's, as it was named.
  package func sentence(about path: String) -> String {
    switch self {
    case .missing, .notRegular, .tooLong, .unreadable:
      "\(path) cannot be read: \(reason(about: path))"
    case .foreign, .writableByOthers, .readableByOthers:
      "\(path) is not used: \(reason(about: path))"
    }
  }

  /// The end of such a sentence.
  ///
  /// - Parameter path: the file's, as it was named.
  package func reason(about path: String) -> String {
    func name(_ place: String) -> String { place == path ? "it" : place }
    return switch self {
    case .missing: "it does not exist"
    case .notRegular: "it is not a regular file"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .unreadable(let code): String(cString: strerror(code))
    case .foreign(let place):
      "\(name(place)) belongs to neither root nor the user who runs this program"
    case .writableByOthers(let place):
      "others can write to \(name(place)); run: chmod go-w \(place)"
    case .readableByOthers(let place):
      "everyone can read \(name(place)), and it contains secrets; run: chmod o-r \(place)"
    }
  }
}

internal import Glibc

/// A file that says that a database exists, so that one that is missing is not replaced by a new
/// one. It contains the name of the database, as it is configured.
package struct DatabaseMark: Sendable {
  let path: String
  private let name: String

  package init(_ path: String, name: String) {
    self.path = path
    self.name = name
  }

  var isSet: Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: name.utf8.count + 2)
    let count = read(file, &text, text.count)
    return count >= 0 && text[..<count].elementsEqual("\(name)\n".utf8)
  }

  /// Sets the mark, unless it is set. Without room for it, there will be none.
  func set() {
    guard !isSet else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let text = "\(name)\n"
    _ = write(file, text, text.utf8.count)
    close(file)
  }
}

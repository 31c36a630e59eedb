internal import Glibc

/// A directory of a test's own with a short path, removed with all that is in it at the end.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/procon-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a temporary directory cannot be made")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeTree(path)
  }

  package func file(_ name: String) -> String {
    "\(path)/\(name)"
  }
}

private func removeTree(_ path: String) {
  // Links are not followed: only what is inside is removed.
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
    unlink(path)
    return
  }
  for name in entries(of: path) { removeTree("\(path)/\(name)") }
  rmdir(path)
}

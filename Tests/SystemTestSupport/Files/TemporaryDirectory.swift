internal import Glibc

/// A directory with a short path for one test. It is removed with its contents at the end.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init(in parent: String = "/tmp") {
    var template = Array("\(parent)/procon-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "cannot create a temporary directory")
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
  // Links are not followed: only what is in the directory is removed.
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
    unlink(path)
    return
  }
  for name in entries(of: path) { removeTree("\(path)/\(name)") }
  rmdir(path)
}

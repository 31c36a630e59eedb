internal import Glibc

/// A directory of a test's own with a short path, removed with all that is in it at the end.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() {
    var template = Array("/tmp/procon-test.XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "a temporary directory cannot be made")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeTree(path)
  }

  public func file(_ name: String) -> String {
    "\(path)/\(name)"
  }
}

private func removeTree(_ path: String) {
  // Links are not followed: only what is inside is removed.
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  guard descriptor >= 0, let directory = fdopendir(descriptor) else {
    unlink(path)
    return
  }
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { removeTree("\(path)/\(name)") }
  }
  closedir(directory)
  rmdir(path)
}

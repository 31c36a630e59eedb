internal import Glibc

/// A temporary directory for the files of a server, removed with them on release.
final class ServerDirectory {
  let path: String

  init() throws(Failure) {
    // mkdtemp(3) puts something unique in place of six X.
    var template = Array("/tmp/procon-bench.\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&template) != nil else { throw .system("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  private static func remove(_ path: String) {
    for name in TextFile.names(in: path) {
      let file = "\(path)/\(name)"
      if unlink(file) != 0 { remove(file) }
    }
    rmdir(path)
  }
}

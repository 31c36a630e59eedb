import BoxClient
import Expectations
import Glibc
import Testing

struct SocketDirectoryTests {
  @Test func `a directory of our own is safe, and so is one that does not exist yet`() throws {
    let path = try made(mode: 0o700)
    #expect(throws: Never.self) { try SocketDirectory(of: "\(path)/procon.sock").check() }
    rmdir(path)
    #expect(throws: Never.self) { try SocketDirectory(of: "\(path)/procon.sock").check() }
  }

  @Test func `a directory that others can write to is refused`() throws {
    let path = try made(mode: 0o777)
    defer { rmdir(path) }
    #expect(throws: ConnectError.unsafeDirectory(path)) {
      try SocketDirectory(of: "\(path)/procon.sock").check()
    }
  }

  @Test func `a link to a directory is refused, wherever it points`() throws {
    let path = try made(mode: 0o700)
    let link = "\(path)-link"
    symlink(path, link)
    defer {
      unlink(link)
      rmdir(path)
    }
    #expect(throws: ConnectError.unsafeDirectory(link)) {
      try SocketDirectory(of: "\(link)/procon.sock").check()
    }
  }

  @Test func `a directory outside tmp is not checked`() {
    #expect(throws: Never.self) { try SocketDirectory(of: "/usr/procon.sock").check() }
  }

  private func made(mode: mode_t) throws -> String {
    var template = Array("/tmp/procon-test.XXXXXX".utf8CString)
    try require(mkdtemp(&template) != nil)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(path, mode)
    return path
  }
}

import Expectations
import Glibc
import OperatingSystem
import SystemTestSupport
import Testing

@Suite struct ShortFileTests {
  private let directory = TemporaryDirectory()
  private var file: String { directory.file("file") }

  private func failure(
    _ path: String? = nil, limit: Int = 10,
    protection: ShortFile.Protection = .integrity
  ) -> ShortFileError? {
    do throws(ShortFileError) {
      _ = try ShortFile.read(path ?? file, limit: limit, protection: protection)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [0, 1, 9, 10])
  func `a file is read as a whole`(length: Int) throws {
    let text = String(repeating: "x", count: length)
    try write(text, to: file)
    chmod(file, 0o600)
    expect(try ShortFile.read(file, limit: 10), equals: Array(text.utf8))
    expect(try ShortFile.read(file, limit: 10, protection: .secrecy), equals: Array(text.utf8))
  }

  @Test func `a long file is read up to its limit`() throws {
    let text = String(repeating: "0123456789", count: 30_000)
    try write(text, to: file)
    expect(try ShortFile.read(file, limit: 300_000), equals: Array(text.utf8))
    expect(failure(limit: 299_999), equals: .tooLong(299_999))
  }

  @Test func `what is not a regular file is refused without waiting for it`() throws {
    mkfifo(directory.file("pipe"), 0o600)
    expect(failure(directory.file("pipe")), equals: .notRegular)
    expect(failure(directory.path), equals: .notRegular)
    expect(failure("/dev/zero"), equals: .notRegular)
    for path in [directory.file("pipe"), directory.path, "/dev/zero"] {
      #expect(throws: ShortFileError.notRegular) { try ShortFile.read(path, limit: 10) }
    }
  }

  @Test func `a file that does not exist is missing`() throws {
    expect(failure(), equals: .missing)
    expect(failure(directory.file("none/file")), equals: .missing)
    symlink("nowhere", file)
    expect(failure(), equals: .missing)
  }

  @Test(arguments: [0o620, 0o602, 0o622])
  func `a file that others can write is refused only if it must be protected`(mode: mode_t) throws {
    try write("x", to: file)
    chmod(file, mode)
    expect(failure(), equals: .writableByOthers(file))
    expect(try ShortFile.read(file, limit: 10), equals: [UInt8(ascii: "x")])
  }

  @Test(arguments: [0o600, 0o640, 0o444])
  func `a file that others can read is accepted`(mode: mode_t) throws {
    try write("x", to: file)
    chmod(file, mode)
    expect(failure() == nil)
  }

  @Test(arguments: [(0o600, true), (0o640, true), (0o644, false), (0o604, false)])
  func `a file with secrets is refused if everyone can read it`(
    mode: mode_t, isAccepted: Bool
  ) throws {
    try write("x", to: file)
    chmod(file, mode)
    expect(failure(protection: .secrecy), equals: (isAccepted ? nil : .readableByOthers(file)))
  }

  @Test func `a file with secrets is also refused if others can change it`() throws {
    try write("x", to: file)
    chmod(file, 0o620)
    expect(failure(protection: .secrecy), equals: .writableByOthers(file))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file of another user is refused`() throws {
    try write("x", to: file)
    chown(file, 12345, 0)
    expect(failure(), equals: .foreign(file))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a directory of another user is refused, however far above`() throws {
    mkdir(directory.file("a"), 0o755)
    mkdir(directory.file("a/b"), 0o755)
    try write("x", to: directory.file("a/b/file"))
    expect(failure(directory.file("a/b/file")) == nil)
    chown(directory.file("a"), 12345, 0)
    expect(failure(directory.file("a/b/file")), equals: .foreign(directory.file("a")))
  }

  @Test(arguments: [0o775, 0o757])
  func `a directory that others can write is refused, unless it is sticky`(mode: mode_t) throws {
    mkdir(directory.file("a"), 0o755)
    mkdir(directory.file("a/b"), 0o755)
    let file = directory.file("a/b/file")
    try write("x", to: file)
    for folder in ["a", "a/b"] {
      chmod(directory.file(folder), mode)
      expect(failure(file), equals: .writableByOthers(directory.file(folder)))
      chmod(directory.file(folder), mode | S_ISVTX)
      expect(failure(file) == nil)
      chmod(directory.file(folder), 0o755)
    }
  }

  @Test func `the directories of a link's target are checked`() throws {
    mkdir(directory.file("open"), 0o755)
    try write("x", to: directory.file("open/target"))
    symlink("open/target", file)
    expect(failure() == nil)
    chmod(directory.file("open"), 0o777)
    expect(failure(), equals: .writableByOthers(directory.file("open")))
  }

  @Test func `sentences name the file and the place`() {
    let writable = ShortFileError.writableByOthers("/a")
    expect(
      writable.sentence(about: "/a"),
      equals: "/a is not used: others can write to it; run: chmod go-w /a")
    expect(
      writable.sentence(about: "/a/b"),
      equals: "/a/b is not used: others can write to /a; run: chmod go-w /a")
    expect(
      ShortFileError.readableByOthers("/a").sentence(about: "/a"),
      equals: "/a is not used: everyone can read it, and it contains secrets; run: chmod o-r /a")
    expect(
      ShortFileError.unreadable(EACCES).sentence(about: "/a"),
      equals: "/a cannot be read: Permission denied")
  }
}

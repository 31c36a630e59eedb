import Expectations
import Glibc
import OperatingSystem
import SystemTestSupport
import Testing

@Suite struct SharedMemoryTests {
  @Test func `who has the descriptor has the memory`() throws {
    var memory: SharedMemory? = try SharedMemory(name: "test", size: 100_000)
    expect(memory?.bytes.count, equals: 100_000)
    expect(memory?.bytes.allSatisfy { $0 == 0 }, equals: true)
    memory?.bytes[99_999] = 7
    let copy = dup(try require(memory?.descriptor))
    memory = nil
    let other = try SharedMemory(descriptor: copy)
    expect(other.bytes.count, equals: 100_000)
    expect(other.bytes[99_999], equals: 7)
    expect(fcntl(other.descriptor, F_GETFD), equals: FD_CLOEXEC)
  }

  @Test func `nobody can change its size`() throws {
    let memory = try SharedMemory(name: "test", size: 10_000)
    for size in [0, 9_999, 20_000] {
      expect(ftruncate(memory.descriptor, size), equals: -1)
      expect(errno, equals: EPERM)
    }
  }

  @Test func `pages that were never written take no room`() throws {
    let memory = try SharedMemory(name: "test", size: 1 << 31)
    memory.bytes[1 << 30] = 1
    var status = stat()
    expect(fstat(memory.descriptor, &status), equals: 0)
    // Of 512 bytes each; a page may be a large one.
    expect((1...4096).contains(status.st_blocks), "\(status.st_blocks)")
  }

  @Test func `other files are refused`() throws {
    let directory = TemporaryDirectory()
    try write("text", to: directory.file("file"))
    var ends: [Int32] = [-1, -1]
    expect(pipe(&ends), equals: 0)
    defer { close(ends[1]) }
    let file = open(directory.file("file"), O_RDWR | O_CLOEXEC)
    for descriptor in [ends[0], file] {
      do throws(SystemCallError) {
        _ = try SharedMemory(descriptor: descriptor)
        Issue.record("it was mapped")
      } catch {
        expect(error.code, equals: EINVAL)
      }
    }
  }
}

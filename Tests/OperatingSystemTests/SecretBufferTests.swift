import Expectations
import Glibc
import OperatingSystem
import Testing

@Suite struct SecretBufferTests {
  /// A pipe with a text, without a writer.
  private func pipe(with text: String) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try require(Glibc.pipe(&ends) == 0)
    _ = write(ends[1], text, text.utf8.count)
    close(ends[1])
    return ends[0]
  }

  @Test func `it holds what was read, and no more than its capacity`() throws {
    let reader = try pipe(with: "a secret")
    defer { close(reader) }
    let buffer = SecretBuffer(capacity: 3)
    expect(try buffer.read(from: reader), equals: 3)
    expect(buffer.isFull)
    expect(try buffer.read(from: reader), equals: 0)
    expect(Array(buffer.bytes), equals: Array("a s".utf8))
  }

  @Test func `what was read is overwritten`() throws {
    let reader = try pipe(with: "a secret")
    defer { close(reader) }
    let buffer = SecretBuffer(capacity: 100)
    _ = try buffer.read(from: reader)
    let bytes = buffer.bytes
    buffer.clear()
    expect(bytes.allSatisfy { $0 == 0 } && bytes.count == 8)
    expect(buffer.bytes.isEmpty)
  }

  @Test func `a descriptor that cannot be read is an error`() {
    #expect(throws: SystemCallError(call: "read", code: EBADF)) {
      try SecretBuffer(capacity: 1).read(from: -1)
    }
  }
}

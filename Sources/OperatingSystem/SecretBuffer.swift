internal import Glibc

/// What has been read of a secret, in memory that is overwritten when this object is released.
///
/// This is true of this copy only: Swift frees a text that is made from it without overwriting it.
package final class SecretBuffer: Sendable {
  // Safe although unchecked: one task at a time uses a buffer.
  private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
  // Safe although unchecked, for the same reason: one task at a time uses it.
  private nonisolated(unsafe) var count = 0

  /// - Parameter capacity: maximum number of bytes.
  package init(capacity: Int) {
    memory = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit {
    clear()
    memory.deallocate()
  }

  package var isFull: Bool { count == memory.count }

  /// Valid as long as this object exists.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[..<count])
  }

  /// Reads once. May block the thread.
  ///
  /// - Returns: the number of bytes; 0 at the end of the input, and if the buffer is full.
  package func read(from descriptor: Int32) throws(SystemCallError) -> Int {
    let rest = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
    while true {
      let new = Glibc.read(descriptor, rest.baseAddress, rest.count)
      if new >= 0 {
        count += new
        return new
      }
      guard errno == EINTR else { throw SystemCallError(call: "read", code: errno) }
    }
  }

  /// Overwrites what has been read.
  package func clear() {
    if let start = memory.baseAddress { explicit_bzero(start, memory.count) }
    count = 0
  }
}

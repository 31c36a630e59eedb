internal import Glibc

/// Reads a descriptor to its end, however long that takes: for a thread that may wait, or for a
/// regular file.
///
/// - Parameters:
///   - limit: maximum number of bytes.
///   - size: the approximate number of bytes.
/// - Returns: nil when there are more than `limit` bytes.
/// - Throws: `SystemCallError` when it cannot be read.
package func readAll(
  from descriptor: Int32, atMost limit: Int, expecting size: Int = 65_536
) throws(SystemCallError) -> [UInt8]? {
  // One more, so that the end is found without growing the buffer.
  var bytes = [UInt8](repeating: 0, count: size + 1)
  var count = 0
  while true {
    if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
    let new = bytes.withUnsafeMutableBytes { buffer in
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      return read(descriptor, rest.baseAddress, rest.count)
    }
    if new == 0 { break }
    if new < 0 {
      guard errno == EINTR else { throw SystemCallError(call: "read", code: errno) }
      continue
    }
    count += new
    guard count <= limit else { return nil }
  }
  bytes.removeLast(bytes.count - count)
  return bytes
}

/// Writes all of `bytes` to a descriptor, however long that takes: for a thread that may wait, or
/// for a regular file.
///
/// - Returns: the number of bytes written, and the `errno` that prevented writing the rest, such as
///   EAGAIN for a non-blocking descriptor; 0 when all were written.
package func writeAll(
  _ bytes: ArraySlice<UInt8>, to descriptor: Int32
) -> (count: Int, code: Int32) {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return (bytes.count - rest.count, errno)
    }
  }
  return (bytes.count, 0)
}

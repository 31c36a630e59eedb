internal import Glibc

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

internal import Glibc

/// Writes all of `bytes` to a descriptor, however long that takes: for ``BlockingWork``, or for a
/// regular file.
///
/// - Returns: how many bytes were written, and the `errno` that kept it from writing the rest, such
///   as EAGAIN when the descriptor does not block; 0 when all were written.
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

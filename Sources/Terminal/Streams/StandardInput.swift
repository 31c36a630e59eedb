internal import Glibc

/// The stream for input that is too long for a command line.
package enum StandardInput {
  /// Reads up to the end of the input, or up to the first error. Blocks the thread.
  ///
  /// - Returns: nil when there are more than `limit` bytes.
  package static func readAll(atMost limit: Int) -> [UInt8]? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while text.count <= limit {
      let count = read(0, &buffer, buffer.count)
      if count > 0 {
        text += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return text
      }
    }
    return nil
  }
}

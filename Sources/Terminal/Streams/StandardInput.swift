internal import Glibc

/// The stream for input that is too long for a command line.
package enum StandardInput {
  package static var isTerminal: Bool { isatty(0) == 1 }

  /// Reads up to the end of the line, at most 1 kB. Blocks the thread.
  ///
  /// - Returns: the line without its end; nil if the input ends, or cannot be read.
  package static func readLine() -> String? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(0, &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) : nil
  }

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

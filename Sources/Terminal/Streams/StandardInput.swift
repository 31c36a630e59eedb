internal import Glibc

/// The stream for input that is too long for a command line.
package enum StandardInput {
  /// The bytes up to the end of the input, or up to the first error.
  package static func readAll() -> [UInt8] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count > 0 {
        text += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return text
      }
    }
  }
}

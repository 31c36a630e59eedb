internal import Glibc

/// Where a command reads what is too long for its command line.
enum StandardInput {
  /// All of it up to its end; what was read until then when reading fails.
  static func readAll() -> [UInt8] {
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

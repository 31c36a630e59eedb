internal import Glibc
internal import OperatingSystem
package import UVLoop

/// The stream for input that is too long for a command line.
package enum StandardInput {
  package static var isTerminal: Bool { isatty(0) == 1 }

  /// Reads to the end of the line, at most 1 kB. Blocks the thread.
  ///
  /// - Returns: the line without its end; nil if the input ends, or cannot be read.
  package static func readLine() -> String? {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(0, &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) : nil
  }

  /// Reads what has arrived, at most 64 KiB, and waits for it if nothing has. Blocks the thread.
  ///
  /// - Returns: empty at the end of the input, or when it cannot be read.
  package static func readSome() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count >= 0 { return Array(buffer[..<count]) }
      // Another process may have made the open file non-blocking.
      guard errno == EAGAIN || errno == EINTR else { return [] }
      var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, -1)
    }
  }

  /// Reads to the end of the input. Blocks the thread.
  ///
  /// - Returns: nil when there are more than `limit` bytes; an empty array when it cannot be read.
  package static func readAll(atMost limit: Int) -> [UInt8]? {
    do throws(LoopError) {
      return try readAll(from: "-", atMost: limit)
    } catch {
      return []
    }
  }

  /// Reads a whole file; `-` is standard input. Blocks the thread.
  ///
  /// - Returns: nil when there are more than `limit` bytes.
  /// - Throws: `LoopError` if it cannot be opened or read.
  package static func readAll(
    from file: String, atMost limit: Int
  ) throws(LoopError) -> [UInt8]? {
    let descriptor = file == "-" ? 0 : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LoopError(operation: "open", code: errno) }
    defer { if file != "-" { close(descriptor) } }
    do throws(SystemCallError) {
      return try OperatingSystem.readAll(from: descriptor, atMost: limit)
    } catch {
      throw LoopError(error)
    }
  }
}

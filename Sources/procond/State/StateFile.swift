internal import BoxWire
internal import Glibc
internal import UVLoop

/// A file in the state directory that is read line by line at the start. Each line is a JSON
/// object.
enum StateFile {
  typealias Members = [(name: String, value: JSONText)]

  /// Number of bytes read at a time.
  private static let chunk = 1 << 20

  /// Reads all lines. May block.
  ///
  /// - Parameters:
  ///   - longest: maximum length of a line in bytes.
  ///   - body: receives the number of a line, counted from 1 without empty lines, and its members.
  /// - Returns: the number of lines; nil when there is no such file.
  /// - Throws: `StateFileError` for anything that is not such a file, and any error of `body`.
  static func read(
    _ path: String, longest: Int, _ body: (Int, Members) throws(StateFileError) -> Void
  ) throws(StateFileError) -> Int? {
    // Opening a pipe without a writer must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw StateFileError(line: nil, message: String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StateFileError(line: nil, message: "it is not a regular file")
    }
    var lines = 0
    var failure: StateFileError?
    var splitter = LineSplitter(limit: longest)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = Glibc.read(file, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw StateFileError(line: nil, message: String(cString: strerror(errno)))
      }
      if count == 0 { break }
      let outcome = splitter.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line in
        lines += 1
        do throws(StateFileError) {
          try body(lines, try members(of: line, lines))
        } catch {
          failure = error
        }
        return failure == nil
      }
      if let failure { throw failure }
      if outcome == .tooLong {
        throw StateFileError(line: lines + 1, message: "it is longer than \(longest) bytes")
      }
    }
    guard splitter.pendingBytes == 0 else {
      throw StateFileError(line: lines + 1, message: "it has no end")
    }
    return lines
  }

  private static func members(
    of line: UnsafeRawBufferPointer, _ number: Int
  ) throws(StateFileError) -> Members {
    do throws(JSONError) {
      return try JSONText.members(parsing: line)
    } catch {
      throw StateFileError(line: number, message: "not a JSON object: \(error.reason.rawValue)")
    }
  }
}

/// Why a file in the state directory cannot be used.
struct StateFileError: Error {
  /// Counted from 1; nil when it does not concern a single line.
  let line: Int?
  /// A sentence for people.
  let message: String

  /// The sentence with its place, such as `/srv/state/shared.jsonl:3: there is no value`.
  func description(of path: String) -> String {
    "\(line.map { "\(path):\($0)" } ?? path): \(message)"
  }
}

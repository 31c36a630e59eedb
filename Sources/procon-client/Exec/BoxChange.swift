internal import BoxWire
internal import Glibc
internal import UVLoop

/// What a command receives about a box: its path, its value, and the reason why the command runs.
struct BoxChange: Sendable {
  enum Event: String, Sendable {
    /// The box existed when watching started.
    case present
    case change
    case remove
  }

  let path: String
  /// nil when the box was removed.
  let value: JSONText?
  let revision: Int
  let event: Event

  /// The environment variables that describe the change. That of the value is nil if there is no
  /// value, or if the value does not fit into a variable.
  var environment: [String: String?] {
    let text = value.map { $0.string ?? $0.description }
    return [
      "PROCON_PATH": path, "PROCON_REVISION": "\(revision)", "PROCON_EVENT": event.rawValue,
      Self.valueName: text.flatMap { fits($0) ? $0 : nil },
    ]
  }

  private static let valueName = "PROCON_VALUE"

  /// Whether a text fits into a variable. Including its name, the equals sign and a final NUL, a
  /// variable has at most 32 pages of at least 4 KiB each (MAX_ARG_STRLEN in execve(2)). It cannot
  /// contain a NUL.
  private func fits(_ text: String) -> Bool {
    text.utf8.count + Self.valueName.utf8.count + 2 <= 131_072 && !text.utf8.contains(0)
  }

  /// Calls `body` with a descriptor from which to read the value as one line of compact JSON, or
  /// nothing when the box was removed. It is an unnamed file, so that the command need not read all
  /// of it.
  func withInput<Result>(
    _ body: (Int32) throws(LoopError) -> Result
  ) throws(LoopError) -> Result {
    guard let file = tmpfile() else { throw LoopError(operation: "tmpfile", code: errno) }
    defer { fclose(file) }
    if let value {
      let line = value.bytes + [UInt8(ascii: "\n")]
      guard fwrite(line, 1, line.count, file) == line.count, fflush(file) == 0 else {
        throw LoopError(operation: "write", code: errno)
      }
      rewind(file)
    }
    return try body(fileno(file))
  }
}

internal import BoxWire
internal import Glibc
internal import UVLoop

/// What a command gets about a box: its path, its value, and the reason why the command runs.
struct BoxChange: Sendable {
  enum Event: String, Sendable {
    /// The box was there when the watching began.
    case present
    case change
    case remove
  }

  let path: String
  /// nil when the box was removed.
  let value: JSONText?
  let revision: Int
  let event: Event

  /// The variables that tell of it; nil for what is not to be set: the value, when it does not fit
  /// into a variable, or there is none.
  var environment: [String: String?] {
    let text = value.map { $0.string ?? $0.description }
    return [
      "PROCON_PATH": path, "PROCON_REVISION": "\(revision)", "PROCON_EVENT": event.rawValue,
      Self.valueName: text.flatMap { fits($0) ? $0 : nil },
    ]
  }

  private static let valueName = "PROCON_VALUE"

  /// One variable, its name, the equals sign and a NUL included, has at most 32 pages (MAX_ARG_STRLEN
  /// in execve(2)), which are of 4 KiB at least; and no NUL inside.
  private func fits(_ text: String) -> Bool {
    text.utf8.count + Self.valueName.utf8.count + 2 <= 131_072 && !text.utf8.contains(0)
  }

  /// Gives `body` a descriptor from which the value is read as compact JSON and a line end, nothing
  /// when the box was removed. It is a file without a name: nobody needs to read all of it.
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

internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// A value that is read from standard input.
enum ValueInput {
  /// In bytes: four times what a daemon can be configured to accept, because white space in the
  /// value is not sent.
  static let longest = 64 << 20

  /// JSON if it is valid JSON, else a string without the line end of its last line.
  ///
  /// - Parameter command: the command whose help explains an error.
  /// - Throws: `Failure.usage` for input that is too long, or neither JSON nor UTF-8.
  @LoopActor
  static func read(for command: String) async throws(Failure) -> JSONText {
    let input = await BlockingWork.run { StandardInput.readAll(atMost: longest) }
    guard let input else {
      throw .usage(
        "the value on standard input is longer than \(longest >> 20) MiB", command: command)
    }
    guard let value = value(of: input) else {
      throw .usage("the value on standard input is neither JSON nor UTF-8", command: command)
    }
    return value
  }

  /// JSON if it is valid JSON, else a string without the line end of its last line; nil if it is not
  /// UTF-8.
  static func value(of bytes: [UInt8]) -> JSONText? {
    if let json = try? JSONText(parsing: bytes) { return json }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return JSONText(["\n", "\r\n"].contains(text.last) ? String(text.dropLast()) : text)
  }
}

internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// A value that is read from standard input.
enum ValueInput {
  /// In bytes: four times what a daemon can be configured to accept, because white space in the
  /// value is not sent.
  static let longest = 64 << 20

  /// The bytes of standard input.
  ///
  /// - Parameter command: the command whose help explains an error.
  /// - Throws: `Failure.usage` for input that is too long.
  @LoopActor
  static func read(for command: String) async throws(Failure) -> [UInt8] {
    let input = await BlockingWork.run { StandardInput.readAll(atMost: longest) }
    guard let input else {
      throw .usage(
        "the value on standard input is longer than \(longest >> 20) MiB", command: command)
    }
    return input
  }

  /// JSON if it is valid JSON, else a string without the line end of its last line; nil if it is not
  /// UTF-8.
  static func value(of bytes: [UInt8]) -> JSONText? {
    (try? JSONText(parsing: bytes)) ?? text(of: bytes, endsLine: true).map { JSONText($0) }
  }

  /// The text of these bytes; nil if they are not UTF-8.
  ///
  /// - Parameter endsLine: whether the line end of its last line is left out.
  static func text(of bytes: [UInt8], endsLine: Bool) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return endsLine && ["\n", "\r\n"].contains(text.last) ? String(text.dropLast()) : text
  }
}

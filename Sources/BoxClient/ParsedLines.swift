internal import BoxWire
internal import Glibc
package import UVLoop

/// The newest lines that several connections of one program receive, so that each is read once: to
/// read a change takes ten times as long as to compare it with one that is known.
@LoopActor
package final class ParsedLines {
  private var texts: [[UInt8]] = []
  /// What was read, in the order of the texts.
  private var lines: [ServerLine] = []
  /// Where the next line goes, in place of the oldest one.
  private var next = 0

  /// A connection that is behind has several lines to read before others read the same ones.
  private static let most = 16
  /// Bytes from which a line is remembered.
  private static let shortest = 200

  package nonisolated init() {}

  /// Reads a line, or returns what was read before.
  func line(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> ServerLine {
    guard bytes.count >= Self.shortest, let start = bytes.baseAddress else {
      return try ServerLine(bytes)
    }
    for index in texts.indices where texts[index].count == bytes.count {
      if memcmp(texts[index], start, bytes.count) == 0 { return lines[index] }
    }
    let line = try ServerLine(bytes)
    if lines.count < Self.most {
      texts.append(Array(bytes))
      lines.append(line)
    } else {
      texts[next] = Array(bytes)
      lines[next] = line
    }
    next = (next + 1) % Self.most
    return line
  }
}

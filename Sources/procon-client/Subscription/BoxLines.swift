internal import BoxWire
internal import Terminal

/// Formats boxes as lines of text, without line ends.
enum BoxLines {
  /// `path<TAB>compact JSON`.
  static func lines(_ boxes: [(path: String, value: JSONText)]) -> [[UInt8]] {
    boxes.map { line($0.path, $0.value.bytes) }
  }

  /// `path<TAB>` and nothing after it.
  static func lines(removed paths: [String]) -> [[UInt8]] {
    paths.map { line($0, []) }
  }

  /// The bare values: strings as they are, without quotes, and other values as compact JSON.
  static func values(_ boxes: [(path: String, value: JSONText)]) -> [[UInt8]] {
    boxes.map { $0.value.string.map { Array($0.utf8) } ?? $0.value.bytes }
  }

  /// The bare values, each on one line: like ``values(_:)``, but with a space in place of each line
  /// end in a string.
  static func oneLineValues(_ boxes: [(path: String, value: JSONText)]) -> [[UInt8]] {
    boxes.map { $0.value.string.map { Array($0.onOneLine.utf8) } ?? $0.value.bytes }
  }

  /// A daemon may send a path with control characters, which must not end the line.
  private static func line(_ path: String, _ value: [UInt8]) -> [UInt8] {
    Array(path.printable.utf8) + [UInt8(ascii: "\t")] + value
  }
}

extension String {
  /// This text with a space in place of each line end: LF, CR, CR LF, VT, FF, NEL, LS or PS.
  fileprivate var onOneLine: String {
    contains(where: \.isNewline) ? String(map { $0.isNewline ? " " : $0 }) : self
  }
}

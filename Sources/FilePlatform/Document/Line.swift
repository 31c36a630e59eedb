internal import Glibc

/// One line of a document: its bytes and its ending.
struct Line: Equatable {
  enum End {
    /// Possible for the last line.
    case none
    case lineFeed
    case carriageReturnLineFeed

    fileprivate var bytes: [UInt8] {
      switch self {
      case .none: []
      case .lineFeed: [0x0A]
      case .carriageReturnLineFeed: [0x0D, 0x0A]
      }
    }
  }

  /// The bytes without the ending.
  var text: ArraySlice<UInt8>
  var end: End

  init(_ text: ArraySlice<UInt8>, _ end: End) {
    self.text = text
    self.end = end
  }

  init(_ text: String, _ end: End) {
    self.init(Array(text.utf8)[...], end)
  }

  /// Whether it contains nothing but spaces and tabs.
  var isBlank: Bool { text.trimmedAtEnd.isEmpty }

  func append(to bytes: inout [UInt8]) {
    bytes += text
    bytes += end.bytes
  }

  /// Returns the lines of a text; none for an empty one.
  static func split(_ bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      guard let feed = bytes.index(of: 0x0A, from: start) else {
        lines.append(Line(bytes[start...], .none))
        break
      }
      if feed > start, bytes[feed - 1] == 0x0D {
        lines.append(Line(bytes[start..<feed - 1], .carriageReturnLineFeed))
      } else {
        lines.append(Line(bytes[start..<feed], .lineFeed))
      }
      start = feed + 1
    }
    return lines
  }
}

extension UInt8 {
  /// Whether it is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension ArraySlice<UInt8> {
  /// Without spaces and tabs at its ends.
  var trimmed: ArraySlice<UInt8> {
    var start = startIndex
    while start < endIndex, self[start].isBlank { start += 1 }
    return self[start...].trimmedAtEnd
  }

  /// Without spaces and tabs at its end.
  var trimmedAtEnd: ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, self[end - 1].isBlank { end -= 1 }
    return self[..<end]
  }

  /// Returns the index of a byte; nil if there is none.
  func index(of byte: UInt8, from start: Int) -> Int? {
    withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      let offset = start - startIndex
      guard let found = memchr(base + offset, Int32(byte), buffer.count - offset) else {
        return nil
      }
      return startIndex + base.distance(to: UnsafeRawPointer(found))
    }
  }

  func hasPrefix(_ text: StaticString) -> Bool { has(text, at: startIndex) }

  private func has(_ text: StaticString, at start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard endIndex - start >= length else { return false }
    return withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return length == 0 }
      return memcmp(base + (start - startIndex), text.utf8Start, length) == 0
    }
  }

  /// Returns the index at which the last occurrence of a text begins; nil if there is none.
  func lastStart(of text: StaticString) -> Int? {
    let first = text.utf8Start[0]
    var start = endIndex - text.utf8CodeUnitCount
    while start >= startIndex {
      if self[start] == first, has(text, at: start) { return start }
      start -= 1
    }
    return nil
  }

  func contains(_ text: StaticString) -> Bool { lastStart(of: text) != nil }

  /// The text; nil if it is not UTF-8.
  var string: String? { String(validating: self, as: UTF8.self) }
}

/// An HTML comment at the end of a line.
struct TrailingComment {
  /// The text before it, without blanks at its end.
  let before: ArraySlice<UInt8>
  /// The words in the comment.
  let words: [ArraySlice<UInt8>]

  /// nil if the line does not end with one.
  init?(_ text: ArraySlice<UInt8>) {
    let text = text.trimmedAtEnd
    guard text.suffix(3).elementsEqual("-->".utf8) else { return nil }
    let inside = text.dropLast(3)
    guard let start = inside.lastStart(of: "<!--") else { return nil }
    before = text[..<start].trimmedAtEnd
    words = inside[(start + 4)...].split(whereSeparator: \.isBlank)
  }
}

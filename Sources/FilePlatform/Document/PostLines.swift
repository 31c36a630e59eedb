/// The content of a post as lines of a document. Lines that would be read as structure are escaped
/// with a backslash, as in Markdown, except in code blocks.
enum PostLines {
  static func lines(_ content: String, _ end: Line.End) -> [Line] {
    if content.isEmpty { return [] }
    let texts = Array(content.utf8)[...].split(separator: 0x0A, omittingEmptySubsequences: false)
    let closing = longestClosing(texts)
    var lines: [Line] = []
    var fence: Fence?
    for (index, text) in texts.enumerated() {
      if let open = fence {
        if open.isClosed(by: text) { fence = nil }
        lines.append(Line(text, end))
        continue
      }
      if let opened = Fence(opening: text), opened.length <= closing[index + 1].of(opened) {
        fence = opened
        lines.append(Line(text, end))
      } else if isEscapable(text.drop { $0 == 0x5C }) {
        lines.append(Line([0x5C] + text, end))
      } else {
        lines.append(Line(text, end))
      }
    }
    return lines
  }

  /// nil if it is not UTF-8.
  static func content(_ lines: [Line]) -> String? {
    var bytes: [UInt8] = []
    var fence: Fence?
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(0x0A) }
      if let open = fence {
        if open.isClosed(by: line.text) { fence = nil }
        bytes += line.text
        continue
      }
      fence = Fence(opening: line.text)
      let isEscaped = line.text.first == 0x5C && isEscapable(line.text.drop { $0 == 0x5C })
      bytes += isEscaped ? line.text.dropFirst() : line.text
    }
    return bytes[...].string
  }

  /// Whether the line would be read as structure.
  private static func isEscapable(_ text: ArraySlice<UInt8>) -> Bool {
    Heading(text) != nil || Fence(opening: text) != nil || ConflictMarker.isOne(text)
  }

  /// For each line, the longest closing fences from there on.
  private static func longestClosing(_ texts: [ArraySlice<UInt8>]) -> [Longest] {
    var all = [Longest()]
    for text in texts.reversed() {
      var longest = all[all.count - 1]
      if let fence = Fence(closing: text) { longest.add(fence) }
      all.append(longest)
    }
    return all.reversed()
  }

  private struct Longest {
    private var backticks = 0
    private var tildes = 0

    func of(_ fence: Fence) -> Int { fence.character == 0x60 ? backticks : tildes }

    mutating func add(_ fence: Fence) {
      if fence.character == 0x60 {
        backticks = max(backticks, fence.length)
      } else {
        tildes = max(tildes, fence.length)
      }
    }
  }
}

/// A heading of level 1 to 3, or deeper.
struct Heading {
  let level: Int
  /// The text without blanks at its ends.
  let text: ArraySlice<UInt8>

  /// nil if the line is not a heading.
  init?(_ line: ArraySlice<UInt8>, deepest: Int = 3) {
    let signs = line.prefix { $0 == 0x23 }
    let rest = line[signs.endIndex...]
    guard (1...deepest).contains(signs.count), rest.first?.isBlank ?? true else { return nil }
    level = signs.count
    text = rest.trimmed
  }
}

/// The lines that version control writes into a file that it cannot merge.
enum ConflictMarker {
  static func isOne(_ line: ArraySlice<UInt8>) -> Bool {
    (line.hasPrefix("<<<<<<<") || line.hasPrefix(">>>>>>>"))
      && (line.count == 7 || line[line.startIndex + 7].isBlank)
  }
}

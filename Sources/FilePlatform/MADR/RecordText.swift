/// The text of a record, in the parts that Markdown gives it: front matter and blocks.
struct RecordText {
  let fields: RecordFields
  /// Without the front matter and without comments.
  let lines: [Scalars]
  let blocks: [RecordBlock]
  /// The number of HTML comments.
  let comments: Int
  let fences: [RecordFence]

  init(_ text: String) {
    var lines = Self.split(text)
    fields = RecordFields(takenFrom: &lines)
    fences = RecordFence.all(in: lines)
    var comments = RecordComments(lines)
    comments.remove(outside: fences)
    self.comments = comments.count
    self.lines = comments.lines
    var scanner = BlockScanner(comments.lines, fences)
    blocks = scanner.blocks()
  }

  /// Lines end with LF, CR LF or CR. A byte order mark is left out.
  private static func split(_ text: String) -> [Scalars] {
    var scalars = Scalars(text)
    if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
    var lines: [Scalars] = []
    var start = scalars.startIndex
    while let end = scalars[start...].firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
      lines.append(scalars[start..<end])
      let isPair =
        scalars[end] == "\r" && end + 1 < scalars.endIndex && scalars[end + 1] == "\n"
      start = end + (isPair ? 2 : 1)
    }
    lines.append(scalars[start...])
    return lines
  }

  /// Returns the text of lines as it is, without blank ones at its ends.
  func raw(_ range: Range<Int>) -> String {
    let isInk = { (index: Int) in !lines[index].trimmed.isEmpty }
    guard let first = range.first(where: isInk), let last = range.last(where: isInk) else {
      return ""
    }
    return lines[first...last].map(\.string).joined(separator: "\n")
  }
}

/// A piece of a record's text.
struct RecordBlock {
  let kind: Kind
  /// In one line, with markup; empty for other blocks. That of an item ends at its first blank line or
  /// at an item in it.
  let text: Scalars
  /// What follows in an item.
  var more: Scalars = []
  let lines: Range<Int>

  enum Kind: Equatable {
    case heading(level: Int)
    case paragraph
    /// Of a list.
    case item
    /// Code, a table, a quotation or a rule, which must keep its lines.
    case other
  }

  /// An item with all that is in it.
  var whole: Scalars {
    more.isEmpty ? text : Array(text + [" "] + more)[...]
  }
}

/// A code block between two fences.
struct RecordFence {
  let lines: Range<Int>
  let indentation: Int
  let isClosed: Bool

  /// Returns the code blocks, in order. Inside a list they are indented; one that is indented and never
  /// closed is none.
  static func all(in lines: [Scalars]) -> [RecordFence] {
    var fences: [RecordFence] = []
    // For each character, the shortest fence that nothing closes.
    var unclosed: [Unicode.Scalar: Int] = [:]
    var index = 0
    while index < lines.count {
      guard let (mark, length, info) = read(lines[index]), mark != "`" || !info.contains("`") else {
        index += 1
        continue
      }
      let indentation = lines[index].prefix(while: \.isBlank).count
      var end: Int?
      if length < unclosed[mark] ?? .max {
        end = (index + 1..<lines.count).first { place in
          read(lines[place]).map { $0 == mark && $1 >= length && $2.trimmed.isEmpty } ?? false
        }
        if end == nil { unclosed[mark] = length }
      }
      if let end {
        fences.append(RecordFence(lines: index..<end + 1, indentation: indentation, isClosed: true))
      } else if indentation <= 3 {
        fences.append(
          RecordFence(lines: index..<lines.count, indentation: indentation, isClosed: false))
      }
      index = fences.last.map { max($0.lines.upperBound, index + 1) } ?? index + 1
    }
    return fences
  }

  static func read(_ line: Scalars) -> (Unicode.Scalar, length: Int, info: Scalars)? {
    let text = line.drop(while: \.isBlank)
    guard let mark = text.first, mark == "`" || mark == "~" else { return nil }
    let length = text.prefix { $0 == mark }.count
    return length < 3 ? nil : (mark, length, text.dropFirst(length))
  }
}

/// Removes HTML comments, such as the hints of a template.
struct RecordComments {
  private(set) var lines: [Scalars]
  private(set) var count = 0

  init(_ lines: [Scalars]) {
    self.lines = lines
  }

  mutating func remove(outside fences: [RecordFence]) {
    var rest = fences[...]
    var index = 0
    while index < lines.count {
      if let fence = rest.first, fence.lines.lowerBound <= index {
        rest.removeFirst()
        index = max(index, fence.lines.upperBound)
      } else {
        remove(from: index)
        index += 1
      }
    }
  }

  /// Whether no comment ends after this line.
  private var isOver = false

  /// Removes the comments that begin on a line.
  private mutating func remove(from index: Int) {
    let line = lines[index]
    guard !isOver, line.contains("<") else { return }
    let spans = CodeSpans(line)
    var kept: [Unicode.Scalar] = []
    var position = line.startIndex
    while let start = Self.start(in: line[position...], spans) {
      kept += line[position..<start]
      if let end = Self.end(in: line[(start + 4)...]) {
        position = end
      } else if let last = (index + 1..<lines.count).first(where: { Self.end(in: lines[$0]) != nil }
      ),
        let end = Self.end(in: lines[last])
      {
        lines[index] = kept[...]
        for place in index + 1..<last { lines[place] = [] }
        lines[last] = lines[last][end...]
        count += 1
        return
      } else {
        isOver = true
        kept += line[start...]
        position = line.endIndex
        break
      }
      count += 1
    }
    if position > line.startIndex { lines[index] = (kept + line[position...])[...] }
  }

  /// Where a comment begins, unless that is escaped or code.
  private static func start(in line: Scalars, _ spans: CodeSpans) -> Int? {
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case "\\": index += 2
      case "`": index = spans.end(from: index)
      case "<" where line[index...].starts(with: "<!--".unicodeScalars): return index
      default: index += 1
      }
    }
    return nil
  }

  /// Where the text after a comment begins.
  private static func end(in line: Scalars) -> Int? {
    var index = line.startIndex
    while let start = line[index...].firstIndex(of: "-") {
      if line[start...].starts(with: "-->".unicodeScalars) { return start + 3 }
      index = start + 1
    }
    return nil
  }
}

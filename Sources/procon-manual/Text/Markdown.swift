/// As much of Markdown as the protocol's text uses: headings, paragraphs, bullets with their
/// continuation lines, tables of two columns, fenced blocks, code in backquotes.
struct Markdown {
  private(set) var blocks: [Block] = []
  /// The lines of the paragraph or bullet that is being read, joined.
  private var open: (isBullet: Bool, text: String)?
  /// The lines of the fenced block that is being read.
  private var fenced: [String]?

  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { read(line) }
    close()
  }

  private mutating func read(_ line: Substring) {
    let words = line.drop(while: \.isWhitespace)
    if line.hasPrefix("```") {
      close()
      if let lines = fenced { blocks.append(.literal(lines)) }
      fenced = fenced == nil ? [] : nil
    } else if fenced != nil {
      fenced?.append(String(line))
    } else if words.isEmpty {
      close()
    } else if line.first == "#" {
      close()
      let marks = line.prefix { $0 == "#" }
      blocks.append(.heading(level: marks.count, String(line.dropFirst(marks.count + 1))))
    } else if line.hasPrefix("- ") {
      close()
      open = (true, String(line.dropFirst(2)))
    } else if line.first == "|" {
      close()
      readRow(line)
    } else {
      open = open.map { ($0.isBullet, "\($0.text)\n\(words)") } ?? (false, String(words))
    }
  }

  private mutating func close() {
    guard let (isBullet, text) = open else { return }
    open = nil
    guard isBullet else { return blocks.append(.paragraph(Markdown.phrases(text))) }
    if case .bullets(let items) = blocks.last {
      blocks[blocks.count - 1] = .bullets(items + [Markdown.phrases(text)])
    } else {
      blocks.append(.bullets([Markdown.phrases(text)]))
    }
  }

  /// The first row of a table says what its columns are, the second only that.
  private mutating func readRow(_ line: Substring) {
    let cells = line.split(separator: "|").map { $0.trimmingSpaces }
    guard cells.count == 2 else { return }
    let isRule = cells.allSatisfy { $0.allSatisfy { $0 == "-" } }
    if case .terms(let items) = blocks.last {
      let row = Block.Term(name: Markdown.phrases(cells[0]), text: Markdown.phrases(cells[1]))
      blocks[blocks.count - 1] = .terms(isRule ? items : items + [row])
    } else {
      blocks.append(.terms([]))
    }
  }

  private static func phrases(_ text: String) -> [Phrase] {
    var phrases: [Phrase] = []
    var isCode = false
    for part in text.split(separator: "`", omittingEmptySubsequences: false) {
      if !part.isEmpty { phrases.append(isCode ? .code(String(part)) : .text(String(part))) }
      isCode.toggle()
    }
    return phrases
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    let beginning = drop { $0 == " " }
    let end = beginning.lastIndex { $0 != " " } ?? beginning.startIndex
    return beginning.isEmpty ? "" : String(beginning[...end])
  }
}

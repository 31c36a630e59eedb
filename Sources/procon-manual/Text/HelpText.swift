/// A discussion as `--help` shows it: paragraphs, indented lines, headings in capitals.
struct HelpText {
  let blocks: [Block]

  init(_ text: String) {
    var blocks: [Block] = []
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch (HelpText.kind(of: line), open) {
      case (.blank, _):
        if let open { blocks.append(open) }
        open = nil
      case (.heading, _):
        if let open { blocks.append(open) }
        blocks.append(.heading(level: 2, String(line)))
        open = nil
      case (.indented, .literal(let lines)): open = .literal(lines + [String(line.dropFirst(2))])
      case (.indented, _):
        if let open { blocks.append(open) }
        open = .literal([String(line.dropFirst(2))])
      case (.text, .paragraph(let phrases)): open = .paragraph(phrases + [.text("\n\(line)")])
      case (.text, _):
        if let open { blocks.append(open) }
        open = .paragraph([.text(String(line))])
      }
    }
    self.blocks = blocks + (open.map { [$0] } ?? [])
  }

  /// The blocks before the first heading.
  var beginning: [Block] { Array(blocks.prefix { $0.level == nil }) }

  /// The sections but those with these headings.
  func sections(without headings: [String]) -> [Block] {
    var isWanted = true
    return blocks.dropFirst(beginning.count).filter { block in
      if case .heading(_, let title) = block { isWanted = !headings.contains(title) }
      return isWanted
    }
  }

  /// The blocks under a heading, up to the next one; none when it is not there.
  func section(_ heading: String) -> [Block] {
    guard let start = blocks.firstIndex(of: .heading(level: 2, heading)) else { return [] }
    return Array(blocks[(start + 1)...].prefix { $0.level == nil })
  }

  private enum Kind {
    case blank, heading, indented, text
  }

  private static func kind(of line: Substring) -> Kind {
    if line.allSatisfy(\.isWhitespace) { return .blank }
    if line.hasPrefix("  ") { return .indented }
    return line.allSatisfy { $0.isUppercase || $0 == " " } ? .heading : .text
  }
}

/// A manual page while it is written, in the language of mdoc(7).
struct MdocText {
  private(set) var text = ""
  /// Whether a paragraph that follows needs to be told apart from what stands before it.
  private var isAfterBlock = false

  /// - Parameters:
  ///   - name: of the page.
  ///   - section: of the manual, 1 to 9.
  ///   - summary: what it is about, one line.
  ///   - date: as mdoc(7) wants it, such as "November 21, 2026".
  init(name: String, section: Int, summary: String, date: String) {
    line(".Dd \(date)")
    line(".Dt \(name.uppercased()) \(section)")
    line(".Os procon")
    // Names such as PROCON_SOCKET are not to be hyphenated.
    line(".nh")
    self.section("NAME")
    line(".Nm \(name)")
    line(".Nd \(Roff.line(summary))")
  }

  mutating func section(_ title: String) {
    line(".Sh \(Roff.line(title.uppercased()))")
    isAfterBlock = false
  }

  mutating func part(_ title: String) {
    line(".Ss \(Roff.line(title))")
    isAfterBlock = false
  }

  /// Writes a line of macros, whose arguments are escaped.
  mutating func macros(_ line: String) {
    self.line(line)
  }

  mutating func paragraph(_ phrases: [Phrase]) {
    if isAfterBlock { line(".Pp") }
    line(Roff.text(phrases))
    isAfterBlock = true
  }

  mutating func literal(_ lines: [String]) {
    line(".Bd -literal -offset indent")
    for text in lines { line(Roff.text([.code(text)], canBreak: false)) }
    line(".Ed")
    isAfterBlock = true
  }

  mutating func bullets(_ items: [[Phrase]]) {
    line(".Bl -bullet")
    for item in items {
      line(".It")
      line(Roff.text(item))
    }
    line(".El")
    isAfterBlock = true
  }

  /// Writes terms, each with its explanation.
  ///
  /// - Parameter items: what follows `.It`, escaped, and the text.
  mutating func list(_ items: [(head: String, text: [Phrase])]) {
    line(".Bl -tag -width Ds")
    for (head, text) in items {
      line(".It \(head)")
      line(Roff.text(text))
    }
    line(".El")
    isAfterBlock = true
  }

  mutating func blocks(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .heading(2, let title): section(title)
      case .heading(_, let title): part(title)
      case .paragraph(let phrases): paragraph(phrases)
      case .literal(let lines): literal(lines)
      case .bullets(let items): bullets(items)
      case .terms(let items): list(items.map { (Roff.argument($0.name), $0.text) })
      }
    }
  }

  /// Writes the last section.
  ///
  /// - Parameter pages: names and sections, in order of section and name.
  mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
    section("SEE ALSO")
    for (number, page) in pages.enumerated() {
      let isLast = number == pages.count - 1
      line(".Xr \(page.name) \(page.section)\(isLast ? "" : " ,")")
    }
  }

  private mutating func line(_ line: String) {
    text += "\(line)\n"
  }
}

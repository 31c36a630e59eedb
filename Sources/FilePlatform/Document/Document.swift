internal import Domain

/// The text of a topic's file, as lines of which some are understood. Everything else is kept, byte
/// for byte.
struct Document {
  /// The bytes of the byte order mark; empty if there is none.
  private(set) var mark: ArraySlice<UInt8>
  var parts: [Part]
  /// The ending of new lines: that of the first line.
  let end: Line.End
  /// Whether the last line ends with a line ending, as it should.
  let isEnded: Bool

  /// A line, understood or not, and the lines that belong to it: notes, which are indented, or the
  /// content of a post.
  struct Part {
    var kind: Kind
    var line: Line
    var more: [Line] = []
    /// Those of `more` that are understood, in order, with their indices there.
    var nested: [(index: Int, line: NestedLine)] = []
    /// The number of the line, counted from 1; 0 for one that was not read.
    var number = 0

    init(_ kind: Kind, _ line: Line, more: [Line] = [], number: Int = 0) {
      self.kind = kind
      self.line = line
      self.more = more
      self.number = number
    }

    var isBlank: Bool { more.isEmpty && line.isBlank }
  }

  enum Kind {
    case title(TitleLine)
    case section(SectionLine)
    /// The heading of an option, with its number in the document, counted from 0.
    case option(OptionLine, Int)
    /// A line of the text of the option with this number.
    case optionText(Int)
    /// A heading over the arguments of an option.
    case side(SectionLine, DocumentColumn)
    /// Another heading inside an option.
    case subheading
    case argument(ArgumentLine, DocumentColumn)
    case field(FieldLine)
    case position(PositionLine)
    case objection(ObjectionLine)
    case todo(TodoLine)
    case post(PostLine)
    /// A further heading of level 1.
    case heading
    case other
  }

  /// Throws for unresolved merge conflicts, an unclosed code block or comment, and a label that
  /// cannot be understood.
  init(_ bytes: [UInt8]) throws(DocumentFault) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    mark = bytes[..<(hasMark ? 3 : 0)]
    let lines = Line.split(bytes[mark.endIndex...])
    end = lines.first.map { $0.end == .none ? .lineFeed : $0.end } ?? .lineFeed
    isEnded = lines.last.map { $0.end != .none } ?? true
    var reader = DocumentReader()
    try reader.read(lines)
    parts = reader.parts
  }

  var bytes: [UInt8] {
    var lines: [Line] = []
    for part in parts {
      lines.append(part.line)
      lines += part.more
    }
    var bytes = Array(mark)
    for (index, line) in lines.enumerated() {
      var line = line
      if index < lines.count - 1 {
        if line.end == .none { line.end = end }
      } else if !isEnded {
        line.end = .none
      }
      line.append(to: &bytes)
    }
    return bytes
  }
}

/// The sections of a document that are understood.
enum Section: String {
  case options
  case pros
  case cons
  case positions
  case objections
  case decision
  case todos
  case posts

  var side: Side? {
    switch self {
    case .pros: .pro
    case .cons: .con
    default: nil
    }
  }
}

/// Where an argument is in a document.
struct DocumentColumn: Hashable {
  let side: Side
  /// The number of its option in the document, counted from 0; nil for the topic's own board.
  var option: Int?
}

/// Attributes of a file that replace what people left out in it.
struct FileFacts {
  /// When it was last written.
  let modified: Timestamp
  /// The name of its owner.
  let owner: String
}

internal import BoxWire
internal import Terminal

/// A line of text with fields in braces that the values of boxes fill.
///
/// `{topics.ai.summary.title}` names a box and a member of its value; `{.title}` is a member of the
/// one box that a line is about, `{.}` its value and `{@path}` its path. `{{` and `}}` are braces.
struct Template: Equatable, Sendable {
  /// What fills a field.
  enum Field: Equatable, Sendable {
    case box(BoxField)
    /// Of the line's own box: names of members and indices of elements, none for all of it.
    case member([String])
    /// The path of the line's own box.
    case path
  }

  enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  /// At least one is a field; those of boxes and those of the line's own box do not come together.
  let parts: [Part]

  /// Those that name boxes, in order.
  var boxFields: [BoxField] {
    parts.compactMap { if case .field(.box(let field)) = $0 { field } else { nil } }
  }

  /// Whether each line is about one box.
  var isOfOneBox: Bool { boxFields.isEmpty }

  /// What to subscribe to for the fields that name boxes, without duplicates.
  var patterns: [Pattern] {
    var patterns: [Pattern] = []
    for pattern in boxFields.flatMap(\.patterns) where !patterns.contains(pattern) {
      patterns.append(pattern)
    }
    return patterns
  }

  /// The line, with nothing for what is not there.
  ///
  /// - Parameters:
  ///   - box: the one that the line is about; nil when it is about none.
  ///   - value: tells the value of the box at a path.
  func line(
    of box: (path: String, value: JSONText)? = nil, escape: Escape = .none,
    _ value: (String) -> JSONText?
  ) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(.box(let field)): escape.escaped(field.value(value)?.plain ?? "")
      case .field(.member(let names)): escape.escaped(box?.value.part(at: names)?.plain ?? "")
      case .field(.path): escape.escaped(box?.path.printable ?? "")
      }
    }.joined()
  }
}

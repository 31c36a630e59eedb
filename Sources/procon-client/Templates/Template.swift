internal import BoxWire
internal import Terminal

/// A line of text with fields in braces, which are replaced by values of boxes.
///
/// `{topics.ai.summary.title}` is a value by its full path. In a template that prints a line for
/// each box, `{.title}` is a member of that box's value, `{.}` the value and `{@path}` the path;
/// ``BoxLine/Fact`` lists the other facts. `{.*.title}` is a list: that member of all elements of
/// an array. `{{` and `}}` are braces.
struct Template: Equatable, Sendable {
  enum Field: Equatable, Sendable {
    /// A value of any box.
    case value(ValuePath)
    /// A part of the line's box: names of members and indices of elements, none for the whole value.
    case member([String])
    /// A fact about the line's box other than its value.
    case fact(BoxLine.Fact)

    /// Whether it may have several values.
    var isList: Bool {
      switch self {
      case .value(let path): path.segments.contains(JSONText.allElements)
      case .member(let names): names.contains(JSONText.allElements)
      case .fact: false
      }
    }
  }

  enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  /// At least one is a field. Either all fields have full paths, or all are about the line's box.
  let parts: [Part]

  /// The fields with full paths, in order.
  var valuePaths: [ValuePath] {
    parts.compactMap { if case .field(.value(let path)) = $0 { path } else { nil } }
  }

  /// Whether the template prints a line for each box.
  var isPerBox: Bool { valuePaths.isEmpty }

  /// Whether a field may have several values.
  var hasList: Bool {
    parts.contains { if case .field(let field) = $0 { field.isList } else { false } }
  }

  /// The patterns to subscribe to for the full paths, without duplicates.
  var patterns: [Pattern] {
    var patterns: [Pattern] = []
    for pattern in valuePaths.flatMap(\.patterns) where !patterns.contains(pattern) {
      patterns.append(pattern)
    }
    return patterns
  }

  /// Returns the line with its fields filled in. A missing value is empty; a list omits it.
  ///
  /// - Parameters:
  ///   - box: the line's box; nil unless the template is per box.
  ///   - value: returns the value of the box at a path.
  func line(
    for box: BoxLine? = nil, style: FieldStyle = FieldStyle(),
    _ value: (String) -> JSONText?
  ) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(.value(let path)): style.text(of: path.values(value))
      case .field(.member(let names)): style.text(of: box?.value?.parts(at: names) ?? [])
      case .field(.fact(let fact)): style.escape.escaped(box?.text(of: fact) ?? "")
      }
    }.joined()
  }
}

/// How the values of a template's fields are written.
struct FieldStyle: Equatable, Sendable {
  var escape = Escape.none
  /// The text between the values of a list.
  var separator = ", "

  /// The text of a field.
  ///
  /// - Parameter values: all values of a list, otherwise one value, or none if it is missing.
  func text(of values: [JSONText]) -> String {
    escape.escaped(values.filter { !$0.isNull }.map(\.bare), joinedBy: separator)
  }
}

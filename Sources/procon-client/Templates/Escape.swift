internal import ArgumentParser
internal import BoxWire
internal import Terminal

/// The notation in which the values of a template are escaped, so that they remain text in it.
enum Escape: String, CaseIterable, ExpressibleByArgument, Sendable {
  case none
  /// Pango markup, which Waybar and other bars read
  /// (https://docs.gtk.org/Pango/pango_markup.html).
  case pango
  /// Styles and formats of tmux(1), which start with `#`.
  case tmux
  /// The inside of a JSON string (RFC 8259, section 7).
  case json
  /// One word of a POSIX shell, in single quotes.
  case sh

  /// The escaped text. Control characters are replaced; JSON has escapes for them.
  func escaped(_ text: String) -> String {
    escaped([text], joinedBy: "")
  }

  /// Joins escaped texts. The separator is not escaped: it may contain markup, or end a JSON string
  /// and start the next one. For the shell, the whole result is one escaped word.
  func escaped(_ texts: [String], joinedBy separator: String) -> String {
    switch self {
    case .none: texts.map(\.printable).joined(separator: separator)
    case .pango, .tmux:
      texts.map { escapingSpecials(in: $0.printable) }.joined(separator: separator)
    case .json: texts.map(\.insideOfJSON).joined(separator: separator)
    case .sh: "'\(escapingSpecials(in: texts.map(\.printable).joined(separator: separator)))'"
    }
  }

  /// Works on scalars, because a special character and a combining mark form one `Character`.
  private func escapingSpecials(in text: String) -> String {
    guard text.unicodeScalars.contains(where: { replacement(of: $0) != nil }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if let replacement = replacement(of: scalar) {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// nil for a scalar that needs no escape.
  private func replacement(of scalar: Unicode.Scalar) -> String? {
    switch (self, scalar) {
    case (.pango, "&"): "&amp;"
    case (.pango, "<"): "&lt;"
    case (.pango, ">"): "&gt;"
    case (.pango, "'"): "&#39;"
    case (.pango, "\""): "&quot;"
    case (.tmux, "#"): "##"
    case (.sh, "'"): #"'\''"#
    default: nil
    }
  }
}

extension String {
  /// This text as it is written between the quotes of a JSON string.
  fileprivate var insideOfJSON: String {
    String(decoding: JSONText(self).bytes.dropFirst().dropLast(), as: UTF8.self).escapingControls
  }
}

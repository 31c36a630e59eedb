internal import ArgumentParser

/// The markup in which the values of a template are escaped, so that they cannot style the line.
enum Escape: String, CaseIterable, ExpressibleByArgument, Sendable {
  case none
  /// Pango markup, which Waybar and other bars read
  /// (https://docs.gtk.org/Pango/pango_markup.html).
  case pango
  /// Styles and formats of tmux(1), which start with `#`.
  case tmux

  /// Works on scalars: a special character and a combining mark are one `Character`.
  func escaped(_ text: String) -> String {
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
    default: nil
    }
  }
}

internal import ArgumentParser

/// For whom values are escaped that stand in a line, so that they cannot style it.
enum Escape: String, CaseIterable, ExpressibleByArgument, Sendable {
  case none
  /// Markup of Pango, which Waybar and others read (https://docs.gtk.org/Pango/pango_markup.html).
  case pango
  /// Styles and formats of tmux(1), which begin with a number sign.
  case tmux

  /// Scalar by scalar: a combining mark behind it would hide a character that is special alone.
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

  /// nil for what is not special.
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

extension String {
  /// This text with its control characters, line ends and bidirectional embeddings, overrides and
  /// isolates as JSON escapes, such as `\n` and `\u001b`: one line that shows everything in the
  /// text.
  var showingControls: String {
    guard unicodeScalars.contains(where: \.mustBeShown) else { return self }
    return unicodeScalars.map { $0.mustBeShown ? $0.shown : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var mustBeShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format:
      ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
    default: false
    }
  }

  fileprivate var shown: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}

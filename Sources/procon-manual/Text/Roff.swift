/// Text as roff(7) reads it: nothing in it is taken for a request, and every sign is shown as it is.
enum Roff {
  /// Lines of text; code in it is bold.
  ///
  /// - Parameter canBreak: whether a line may be broken inside of code.
  static func text(_ phrases: [Phrase], canBreak: Bool = true) -> String {
    let text = phrases.map { phrase in
      switch phrase {
      case .text(let text): escaped(text)
      case .code(let code):
        canBreak ? "\\fB\(breakable(escaped(code, isCode: true)))\\fR" : escaped(code, isCode: true)
      }
    }.joined()
    // mdoc(7) wants each sentence on a line of its own.
    let lines =
      canBreak ? text.replacing(#/([.?!]\)?)\ +(?=[A-Z\\])/#) { "\($0.output.1)\n" } : text
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.first == "." || $0.first == "'" ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }

  /// One line of text behind a macro.
  static func line(_ text: String) -> String {
    escaped(text.replacing("\n", with: " "))
  }

  /// One argument of a macro, whatever words are in it.
  static func argument(_ phrases: [Phrase]) -> String {
    let text = phrases.map { phrase in
      switch phrase {
      case .text(let text): escaped(text)
      case .code(let code): escaped(code, isCode: true)
      }
    }.joined()
    return "\"\(text.replacing("\"", with: "\\(dq").replacing("\n", with: " "))\""
  }

  private static func escaped(_ text: String, isCode: Bool = false) -> String {
    var result = ""
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      // A dash of an option, or of what is typed, is no hyphen.
      case "-" where isCode || last == "-" || last == " ": result += "\\-"
      case "\n", " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
      last = scalar
    }
    return result
  }

  /// Allows a line to end behind a comma or an opening brace, as nothing else in JSON lets it.
  private static func breakable(_ code: String) -> String {
    code.replacing(",", with: ",\\:").replacing("{", with: "{\\:")
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

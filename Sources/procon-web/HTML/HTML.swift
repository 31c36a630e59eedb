/// Text that can be written to a page. Only literals are markup: any other text is escaped, and the
/// compiler refuses to take one for markup.
///
/// ```swift
/// let item: HTML = "<li>\(argument.text)</li>"
/// ```
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  let text: String

  init(stringLiteral literal: StaticString) {
    text = literal.markup
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: StaticString) {
      text += literal.markup
    }

    mutating func appendInterpolation(_ html: HTML) {
      text += html.text
    }

    /// nil for nothing.
    mutating func appendInterpolation(_ html: HTML?) {
      text += html?.text ?? ""
    }

    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    /// Disfavoured, so that a choice between literals is one between pieces of markup.
    @_disfavoredOverload
    mutating func appendInterpolation(_ string: String) {
      text.appendEscaped(string)
    }

    mutating func appendInterpolation(_ number: Int) {
      text += String(number)
    }

    mutating func appendInterpolation(_ place: URLPath) {
      text.appendEscaped(place.text)
    }
  }
}

extension StaticString {
  fileprivate var markup: String {
    withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// Appends a text with an escape for each character that means something in markup or in a quoted
  /// attribute.
  fileprivate mutating func appendEscaped(_ other: String) {
    for scalar in other.unicodeScalars {
      switch scalar {
      case "&": self += "&amp;"
      case "<": self += "&lt;"
      case ">": self += "&gt;"
      case "\"": self += "&quot;"
      case "'": self += "&#39;"
      // No document may contain it.
      case "\0": self += "\u{FFFD}"
      default: unicodeScalars.append(scalar)
      }
    }
  }
}

/// A path of this server, with its query.
struct URLPath: Equatable, Sendable {
  /// Percent-encoded.
  let text: String

  /// - Parameters:
  ///   - segments: not encoded.
  ///   - query: not encoded.
  ///   - fragment: the id of an element of the page; nil for none.
  init(_ segments: [String], query: [(name: String, value: String)] = [], fragment: String? = nil) {
    var text = segments.map { "/\($0.percentEncoded)" }.joined()
    if text.isEmpty { text = "/" }
    for (index, (name, value)) in query.enumerated() {
      text += "\(index == 0 ? "?" : "&")\(name.percentEncoded)=\(value.percentEncoded)"
    }
    if let fragment { text += "#\(fragment.percentEncoded)" }
    self.text = text
  }

  init(_ segments: String...) {
    self.init(segments)
  }

  /// The path that a form has passed on; nil for one that does not lead to a page of this server.
  init?(passedOn text: String) {
    guard text.hasPrefix("/"), !text.hasPrefix("//"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return nil }
    self.text = text
  }
}

extension String {
  /// With an escape for each byte that could mean something in a URL.
  fileprivate var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}

/// A link to another site. Only http and https are followed from a page.
struct OutsideLink: Equatable, Sendable {
  let url: String

  /// nil for any other scheme.
  init?(_ url: String) {
    let lower = url.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return nil }
    self.url = url
  }

  var html: HTML {
    "<a href=\"\(url)\" rel=\"noopener noreferrer nofollow\" class=\"outside\">\(url)</a>"
  }
}

/// The links in a text that people write: its URLs with the scheme http or https.
public enum Links {
  /// Returns the URLs in a text as they are written there, each once, in their order; at most
  /// `Limits.links`, each of at most `Limits.linkBytes`.
  ///
  /// A URL begins with `http://` or `https://`, in any case, but not within a word, and has a host. It
  /// ends before whitespace, a quotation mark, an angle bracket or a backquote. Punctuation at its end,
  /// and a closing bracket without an opening one in the URL, belong to the sentence around it. A URL
  /// with a user name is left out: it looks like one of another host.
  public static func find(in text: String) -> [String] {
    // Few texts have any.
    guard text.utf8.contains(UInt8(ascii: ":")) else { return [] }
    var links: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while links.count < Limits.links, let colon = rest.firstIndex(of: ":") {
      let before = rest[..<colon]
      rest = rest[colon...].dropFirst()
      guard rest.starts(with: "//".unicodeScalars), let start = schemeStart(before) else {
        continue
      }
      let address = rest.dropFirst(2).prefix { !endsURL($0) }
      rest = rest[address.endIndex...]
      let authority = address.prefix { !"/?#".unicodeScalars.contains($0) }
      let first = authority.first
      guard first.map(isWordCharacter) == true || first == "[", !authority.contains("@") else {
        continue
      }
      var link = String.UnicodeScalarView(before[start...])
      link.append(contentsOf: "://".unicodeScalars)
      link.append(contentsOf: withoutSentence(address))
      let isListed = link.count <= Limits.linkBytes && String(link).utf8.count <= Limits.linkBytes
      if isListed, !links.contains(String(link)) { links.append(String(link)) }
    }
    return links
  }

  /// Returns where a scheme begins that ends the text; nil if it ends with none.
  private static func schemeStart(_ text: ArraySlice<Unicode.Scalar>) -> Int? {
    for scheme in ["https", "http"] {
      let name = text.suffix(scheme.unicodeScalars.count)
      guard name.elementsEqual(scheme.unicodeScalars, by: { $0.value | 0x20 == $1.value }) else {
        continue
      }
      return text[..<name.startIndex].last.map(isWordCharacter) == true ? nil : name.startIndex
    }
    return nil
  }

  private static func endsURL(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.value <= 0x20
      || "\"<>`“”„‟«»‹›‘’‚‛「」『』".unicodeScalars.contains(scalar)
  }

  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// The address without what belongs to the sentence around it.
  private static func withoutSentence(
    _ address: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    var address = address
    var unopened: [Unicode.Scalar: Int] = [:]
    for scalar in address {
      if let open = brackets[scalar] { unopened[open, default: 0] += 1 }
      if brackets.values.contains(scalar) { unopened[scalar, default: 0] -= 1 }
    }
    while let last = address.last {
      if let open = brackets[last], unopened[open, default: 0] > 0 {
        unopened[open, default: 0] -= 1
      } else if !".,;:!?'*_~…、。，．！？：；".unicodeScalars.contains(last) {
        break
      }
      address.removeLast()
    }
    return address
  }

  /// Opening brackets, by the closing ones.
  private static let brackets: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "(", "]": "[", "}": "{", "）": "（", "】": "【",
  ]
}

/// A header of a request.
package struct HTTPHeader: Equatable, Sendable {
  package let name: String
  package let value: String
  /// Whether the value is omitted from descriptions, and from requests to another origin after a
  /// redirect. Always true of the headers that exist for secrets.
  package let isSecret: Bool

  package init(_ name: String, _ value: String, isSecret: Bool = false) {
    self.name = name
    self.value = value
    self.isSecret = isSecret || Self.secretNames.contains(name.lowercased())
  }

  private static let secretNames = ["authorization", "cookie", "proxy-authorization"]

  /// - Throws: `malformedHeader` for a name that is not a token, and for a value with a line end or
  ///   another control character.
  func check() throws(HTTPError) {
    guard !name.isEmpty, name.utf8.allSatisfy(isTokenCharacter) else {
      throw .malformedHeader(name: nil)
    }
    guard value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == UInt8(ascii: "\t") }) else {
      throw .malformedHeader(name: name)
    }
  }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible {
  package var description: String { "\(name): \(isSecret ? "(secret)" : value)" }
  package var debugDescription: String { description }
}

/// Whether a byte may occur in the name of a header, according to RFC 9110.
private func isTokenCharacter(_ byte: UInt8) -> Bool {
  let character = Character(UnicodeScalar(byte))
  return character.isASCII && (character.isLetter || character.isNumber)
    || "!#$%&'*+-.^_`|~".contains(character)
}

/// Percent-encoding of RFC 3986, section 2.1.
enum PercentEncoding {
  /// Encodes every byte of the UTF-8 text except unreserved characters (section 2.3), so that the
  /// result can be a path segment or a part of a query, whatever the text contains.
  static func encode(_ text: String) -> String {
    encode(text.utf8)
  }

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var encoded = ""
    for byte in bytes {
      if isUnreserved(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += byte < 0x10 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

/// A request of a browser.
struct WebRequest: Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// The address from which the connection comes.
  let address: String
  /// How many connections there are from the network of this address.
  let connections: Int
  /// How many requests of its sender are in progress, this one included.
  var inProgress = 1
  /// Whether the connection is one of TLS.
  let isEncrypted: Bool
  /// nil for any other.
  let method: Method?
  /// Decoded; it begins with `/`.
  let path: String
  /// Decoded, in their order.
  let query: [Field]
  let headers: [Field]
  /// At most `WebLimits.body` bytes.
  var body: [UInt8] = []

  struct Field: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The first header with this name, whatever the case; nil without one.
  subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }

  /// In bytes, what the head says of the body: 0 without one; nil for a body that has no length, or one that
  /// is not valid.
  var declaredLength: Int? {
    guard let length = self[header: "content-length"] else {
      return self[header: "transfer-encoding"] == nil ? 0 : nil
    }
    return Int(length)
  }

  /// The first parameter in the URL with this name; nil without one.
  subscript(query name: String) -> String? { query.first { $0.name == name }?.value }

  /// The cookie with this name; nil without one.
  func cookie(named name: String) -> String? {
    for header in headers where header.name.lowercased() == "cookie" {
      for pair in header.value.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
      }
    }
    return nil
  }

  /// The id of the last event that a browser has got, which it sends when it resumes a stream by itself; a
  /// page that begins another one says it in the URL. nil without any.
  var lastEvent: String? { self[header: "last-event-id"] ?? self[query: "after"] }

  /// The fields of a form that was sent; nil if the body is none.
  var form: [Field]? {
    guard self[header: "content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true
    else { return nil }
    var fields: [Field] = []
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count > 1 ? parts[1] : [])
      else { return nil }
      fields.append(Field(name: name, value: value))
    }
    return fields
  }

  /// nil for bytes that are not such a text in UTF-8.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexadecimal),
          let low = rest.popFirst().flatMap(hexadecimal)
        else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

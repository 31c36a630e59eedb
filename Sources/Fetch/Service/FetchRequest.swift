/// One HTTP request, ready to be sent.
public struct FetchRequest: Equatable, Sendable {
  /// Of the resource.
  public let method: Method
  /// Absolute and percent-encoded.
  public let url: String
  /// By name, in lowercase. Values in files are read by the one that sends the request.
  public let headers: [String: HeaderValue]
  /// nil for a request without a body.
  public let body: [UInt8]?

  /// A request for a resource, conditional if there are validators (RFC 9110, section 13.1) and if
  /// the resource sets no condition of its own.
  init(
    _ resource: Resource, _ headers: [String: HeaderValue], at url: String, _ validators: Validators
  ) {
    method = resource.method
    self.url = url
    body = resource.body
    var headers = headers
    let isConditional = headers.keys.contains { $0.hasPrefix("if-") }
    if resource.method.isSafe, !isConditional {
      headers["if-none-match"] = validators.etag.map(HeaderValue.text)
      headers["if-modified-since"] = validators.lastModified.map(HeaderValue.text)
    }
    self.headers = headers
  }

  /// Whether a header field can be sent: its name is a token and its value has no control characters
  /// (RFC 9110, sections 5.1 and 5.5), so that it is one field.
  static func canSend(_ name: String, _ value: HeaderValue) -> Bool {
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !delimiters.contains($0) }
    guard case .text(let text) = value else { return isToken }
    return isToken && text.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }

  private static let delimiters = Array("\"(),/:;<=>?@[\\]{}".utf8)
}

extension FetchRequest: CustomStringConvertible, CustomReflectable {
  /// The method and the URL without its query, which may be confidential.
  public var description: String { "\(method.rawValue) \(url.prefix { $0 != "?" })" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// One item of a query, such as `page=2`.
public struct QueryItem: Hashable, Sendable {
  /// Not percent-encoded.
  public let name: String
  /// Not percent-encoded; nil for an item without `=`.
  public let value: String?

  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// As in a URL.
  var text: String {
    let name = PercentEncoding.encode(name)
    guard let value else { return name }
    return "\(name)=\(PercentEncoding.encode(value))"
  }
}

/// The parameters of `ping`: none.
public struct Ping: Equatable, Sendable {
  public static let method = "ping"
  package static let description = MethodDescription(
    method, "Answers once every change up to now was sent to this connection.",
    result: .object([.revision("Up to which they were.")]))

  public init() {}

  /// - Throws: `RequestError` -32602 naming the first member, as none is known.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(Self.description)
  }

  /// None, so that `params` is left out.
  public var parameters: Parameters { Parameters() }
}

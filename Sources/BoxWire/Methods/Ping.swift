/// The parameters of `ping`: none.
public struct Ping: Equatable, Sendable {
  public static let method = "ping"
  package static let description = MethodDescription(
    method, "Responds once every change up to now has been sent to this connection.",
    result: .object([.revision("Up to which changes have been sent.")]))

  public init() {}

  /// - Throws: `RequestError` -32602 naming the first member, since it takes none.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(Self.description)
  }

  /// None, so that `params` is left out.
  public var parameters: Parameters { Parameters() }
}

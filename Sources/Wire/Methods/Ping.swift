/// The parameters of `ping`: none.
public struct Ping: Equatable, Sendable {
  public static let method = "ping"

  public init() {}

  /// - Throws: `RequestError` -32602 naming the first member, as none is known.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly([])
  }

  /// None, so that `params` is left out.
  public var parameters: Parameters { Parameters() }
}

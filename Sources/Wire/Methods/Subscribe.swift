/// The parameters of `subscribe`.
public struct Subscribe: Equatable, Sendable {
  public static let method = "subscribe"

  /// 1 to 64, without duplicates.
  public let patterns: [Pattern]

  /// - Parameter patterns: 1 to 64, or the daemon refuses.
  public init(patterns: [Pattern]) {
    self.patterns = patterns
  }

  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many patterns.
  public init(_ parameters: Parameters) throws(RequestError) {
    try parameters.allowOnly(["boxes", "mode"])
    guard let patterns = try parameters.patterns() else {
      throw .invalid(member: "boxes", "boxes is missing")
    }
    self.patterns = patterns
    let mode: String? = try parameters.optional("mode")
    guard mode == nil || mode == "latest" else {
      throw .invalid(member: "mode", "mode must be latest")
    }
  }

  /// The members to send; ``init(_:)`` reads them back.
  public var parameters: Parameters {
    Parameters([.boxes(patterns)])
  }
}

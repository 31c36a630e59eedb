/// The parameters of `get`.
public struct Get: Equatable, Sendable {
  public static let method = "get"

  /// 1 to 64, without duplicates.
  public let patterns: [Pattern]

  /// - Parameter patterns: 1 to 64, or the daemon refuses.
  public init(patterns: [Pattern]) {
    self.patterns = patterns
  }

  /// - Parameter limit: how many patterns there may be.
  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many patterns.
  public init(
    _ parameters: Parameters, atMost limit: Int = Limits.patterns
  ) throws(RequestError) {
    try parameters.allowOnly(["boxes"])
    guard let patterns = try parameters.patterns(atMost: limit) else {
      throw .invalid(member: "boxes", "boxes is missing")
    }
    self.patterns = patterns
  }

  /// The members to send; ``init(_:atMost:)`` reads them back.
  public var parameters: Parameters {
    Parameters([.boxes(patterns)])
  }
}

/// The parameters of `get`.
public struct Get: Equatable, Sendable {
  public static let method = "get"
  /// What it takes and returns with the default limits.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: the daemon's limits.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Returns the values of boxes: one consistent state.",
      parameters: [
        .boxes(limits, "Paths, or patterns with * and **. A path that names no box is refused.")
      ],
      result: .object([
        .epoch, .revision("Of the values."),
        MemberDescription("boxes", .object([]), "The values, by path."),
      ]),
      errors: [.notFound, .limit])
  }

  /// From 1 to the daemon's limit, without duplicates.
  public let patterns: [Pattern]

  /// - Parameter patterns: from 1 to the daemon's limit, or it refuses.
  public init(patterns: [Pattern]) {
    self.patterns = patterns
  }

  /// - Parameter limit: maximum number of patterns.
  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many patterns.
  public init(
    _ parameters: Parameters, atMost limit: Int = ProtocolLimits.patterns
  ) throws(RequestError) {
    try parameters.allowOnly(Self.description)
    patterns = try parameters.requiredPatterns(atMost: limit)
  }

  /// The members to send; ``init(_:atMost:)`` reads them back.
  public var parameters: Parameters {
    Parameters([.boxes(patterns)])
  }
}

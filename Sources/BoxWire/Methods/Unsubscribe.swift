/// The parameters of `unsubscribe`.
public struct Unsubscribe: Equatable, Sendable {
  public static let method = "unsubscribe"
  /// What it takes and returns with the default limits.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: the daemon's limits.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Ends subscriptions.",
      parameters: [
        .boxes(
          limits,
          isRequired: false,
          "The patterns, as they were given; all patterns of the connection if left out.")
      ],
      result: .object([]), errors: [.limit])
  }

  /// From 1 to the daemon's limit; nil for all patterns of the connection.
  public let patterns: [Pattern]?

  /// - Parameter patterns: from 1 to the daemon's limit, or it refuses; nil for all patterns of the
  ///   connection.
  public init(patterns: [Pattern]?) {
    self.patterns = patterns
  }

  /// - Parameter limit: maximum number of patterns.
  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many patterns.
  public init(
    _ parameters: Parameters, atMost limit: Int = ProtocolLimits.patterns
  ) throws(RequestError) {
    try parameters.allowOnly(Self.description)
    patterns = try parameters.patterns(atMost: limit)
  }

  /// The members to send; ``init(_:atMost:)`` reads them back.
  public var parameters: Parameters {
    Parameters(patterns.map { [.boxes($0)] } ?? [])
  }
}

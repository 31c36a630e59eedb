/// The parameters of `unsubscribe`.
public struct Unsubscribe: Equatable, Sendable {
  public static let method = "unsubscribe"
  /// What it takes and answers where limits are as by default.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: of the daemon.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Ends what subscribe began.",
      parameters: [
        .boxes(
          limits,
          isRequired: false,
          "The patterns, as they were given; all that the connection holds if left out.")
      ],
      result: .object([]), errors: [.limit])
  }

  /// 1 to as many as the daemon allows; nil for all that the connection holds.
  public let patterns: [Pattern]?

  /// - Parameter patterns: 1 to as many as the daemon allows, or it refuses; nil for all that the
  ///   connection holds.
  public init(patterns: [Pattern]?) {
    self.patterns = patterns
  }

  /// - Parameter limit: how many patterns there may be.
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

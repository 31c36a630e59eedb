/// The parameters of `rpc.discover`.
public struct Discover: Equatable, Sendable {
  public static let method = "rpc.discover"
  /// What it takes and returns with the default limits.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: the daemon's limits.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Describes the methods and boxes that exist now.",
      parameters: [
        .boxes(
          limits,
          isRequired: false,
          "Only what these match: boxes, methods, and everything of the scenes that match.")
      ],
      result: .object([]).described("An OpenRPC document, with the boxes under x-boxes."),
      errors: [.notFound, .limit])
  }

  /// From 1 to the daemon's limit, without duplicates; nil for everything.
  public let patterns: [Pattern]?

  /// - Parameter patterns: from 1 to the daemon's limit, or it refuses; nil for everything.
  public init(patterns: [Pattern]? = nil) {
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

/// The parameters of `rpc.discover`.
public struct Discover: Equatable, Sendable {
  public static let method = "rpc.discover"
  /// What it takes and answers where limits are as by default.
  package static let description: MethodDescription = description(limits: AnnouncedLimits())

  /// - Parameter limits: of the daemon.
  package static func description(limits: AnnouncedLimits) -> MethodDescription {
    MethodDescription(
      method, "Describes the methods and the boxes that there are now.",
      parameters: [
        .boxes(
          limits,
          isRequired: false,
          "Only what these match: boxes, methods, and scenes with all that they have.")
      ],
      result: .object([]).described("An OpenRPC document, with the boxes under x-boxes."),
      errors: [.notFound, .limit])
  }

  /// 1 to as many as the daemon allows, without duplicates; nil for all that there is.
  public let patterns: [Pattern]?

  /// - Parameter patterns: 1 to as many as the daemon allows, or it refuses; nil for all that there
  ///   is.
  public init(patterns: [Pattern]? = nil) {
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

/// The contents of one line from a daemon.
public enum ServerLine: Equatable, Sendable {
  case hello(Hello)
  case snapshot(BoxValues)
  case change(BoxValues)
  case synced(Synced)
  case gap(Gap)
  case bye(Bye)
  /// Anything with an `id` and a `result` or an `error`.
  case response(Response)
  /// The answers to the members of a batch, in their order.
  case batch([Response])
  /// From a later version of the protocol, or malformed; ignore it.
  case unknown

  /// Reads a line, without its LF.
  ///
  /// - Throws: `JSONError` when it is not JSON, or nested more deeply than 72.
  public init(_ line: some Sequence<UInt8>) throws(JSONError) {
    let bytes = Array(line)
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        var scanner = JSONScanner(bytes)
        guard scanner.comes(UInt8(ascii: "{")) else {
          return ServerLine(batch: try JSONText(parsing: bytes, depth: ProtocolLimits.serverDepth))
        }
        let members = try JSONText.members(parsing: bytes, depth: ProtocolLimits.serverDepth)
        return ServerLine(members) ?? .unknown
      }
    }
    self = try result.get()
  }

  private init(batch: JSONText) {
    let responses = (batch.elements ?? []).compactMap { element -> Response? in
      guard case .response(let response)? = element.members.flatMap(ServerLine.init(_:)) else {
        return nil
      }
      return response
    }
    self = responses.isEmpty ? .unknown : .batch(responses)
  }

  private init?(_ members: [(name: String, value: JSONText)]) {
    let member = { (name: String) in members.last { $0.name.hasSameBytes(as: name) }?.value }
    if let id = member("id") {
      guard let outcome = ServerLine.outcome(member) else { return nil }
      self = .response(Response(id: id, outcome))
      return
    }
    guard let parameters = member("params") else { return nil }
    switch member("method")?.string {
    case "hello": self = Hello(parameters).map(ServerLine.hello) ?? .unknown
    case "snapshot": self = BoxValues(parameters).map(ServerLine.snapshot) ?? .unknown
    case "change": self = BoxValues(parameters).map(ServerLine.change) ?? .unknown
    case "synced": self = Synced(parameters).map(ServerLine.synced) ?? .unknown
    case "gap": self = Gap(parameters).map(ServerLine.gap) ?? .unknown
    case "bye": self = Bye(parameters).map(ServerLine.bye) ?? .unknown
    default: return nil
    }
  }

  private static func outcome(
    _ member: (String) -> JSONText?
  ) -> Result<JSONText, RequestError>? {
    if let error = member("error") { return RequestError(json: error).map(Result.failure) }
    return member("result").map(Result.success)
  }
}

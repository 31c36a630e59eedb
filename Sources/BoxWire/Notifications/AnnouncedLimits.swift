/// The limits that a daemon announces in its greeting.
public struct AnnouncedLimits: Equatable, Sendable {
  /// Maximum length of a request line in bytes, without its LF.
  public let line: Int
  /// Largest value that `set` takes, in bytes.
  public let value: Int
  /// Maximum number of patterns of one connection.
  public let patterns: Int

  public init(
    line: Int = ProtocolLimits.line, value: Int = ProtocolLimits.value,
    patterns: Int = ProtocolLimits.patterns
  ) {
    self.line = line
    self.value = value
    self.patterns = patterns
  }

  /// The object on the wire.
  var json: JSONText {
    JSONText(members: [
      ("line", JSONText(line)), ("value", JSONText(value)), ("patterns", JSONText(patterns)),
    ])
  }

  /// Uses the protocol's defaults for missing members.
  init(json: JSONText?) {
    self.init(
      line: json?["line"]?.integer ?? ProtocolLimits.line,
      value: json?["value"]?.integer ?? ProtocolLimits.value,
      patterns: json?["patterns"]?.integer ?? ProtocolLimits.patterns)
  }
}

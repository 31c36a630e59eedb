/// What the protocol's own methods share.
extension JSONSchema {
  private static let segment = "[A-Za-z0-9_-]{1,\(ProtocolLimits.segment)}"

  /// A path.
  static let path = string.pattern("^\(segment)(\\.\(segment)){0,\(ProtocolLimits.segments - 1)}$")
    .described("1 to \(ProtocolLimits.segments) segments, joined by dots.")
    .example(JSONText("shared.weather.now")).named("Path")

  static let pattern: JSONSchema = {
    let anyOrNamed = "(\\*|\(segment))"
    let others = ProtocolLimits.segments - 1
    let tooMany = "(?!([^*]*\\*\\.){\(ProtocolLimits.wildcards)}[^*]*\\*(\\.|$))"
    return string.pattern(
      "^\(tooMany)(\(anyOrNamed)(\\.\(anyOrNamed)){0,\(others)}|(\(anyOrNamed)\\.){0,\(others)}\\*\\*)$"
    ).described(
      "A path in which * matches one segment, at most \(ProtocolLimits.wildcards) times, and ** at the end for any number of them."
    ).named("Pattern")
  }()

  /// A revision: a whole number from 0.
  static let revision = integer.minimum(0)
}

extension MemberDescription {
  static let epoch = Self("epoch", .string, "Names the run of revisions; opaque.")
  static let box = Self("box", .path, "Its path, under shared. or the root of a cluster.")
  static let ifRevision = Self(
    "ifRevision", .revision, isRequired: false,
    "Only if the box has not changed since that revision; 0: only if there is no such box.")

  static func revision(_ description: String) -> Self {
    Self("revision", .revision, description)
  }

  static func boxes(
    _ limits: AnnouncedLimits, isRequired: Bool = true, _ description: String
  ) -> Self {
    let schema = JSONSchema.array(of: .pattern).count(1...max(1, limits.patterns))
      .example(JSONText(elements: [JSONText("shared.**")]))
    return Self("boxes", schema, isRequired: isRequired, description)
  }
}

extension JSONSchema {
  /// The result of a method that changes something.
  static let changed = answer([])

  /// The result of a method that changes boxes.
  static let changedBoxes = answer([
    MemberDescription(
      "storeRevision", .revision, isRequired: false,
      "That of the store that keeps the boxes, the same for all daemons; absent under shared.")
  ])

  /// The result of an intent that returns these members in addition to the revision.
  package static func answer(_ members: [MemberDescription]) -> JSONSchema {
    object([.revision("At which the effect is visible.")] + members)
  }
}

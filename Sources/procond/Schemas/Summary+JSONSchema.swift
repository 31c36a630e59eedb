public import Application
public import BoxWire
internal import Domain

extension Summary: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("title", \Self.title),
    MemberDescription("pros", \Self.pros, "How many there are.") { $0.range(sideCount) },
    MemberDescription("cons", \Self.cons, "How many there are.") { $0.range(sideCount) },
    MemberDescription("score", \Self.score, "The weights of the pros less those of the cons."),
    MemberDescription("leaning", \Self.leaning, "The side that weighs more."),
    MemberDescription("created", \Self.created, "When the topic was made, UTC.") { $0.dateTime },
    MemberDescription(
      "updated", \Self.updated, "When the topic or one of its arguments last changed, UTC."
    ) { $0.dateTime },
  ]).named("Summary")

  private static let sideCount = 0...Limits.argumentsPerSide
}

extension Summary.Leaning: JSONSchemaDescribed {}

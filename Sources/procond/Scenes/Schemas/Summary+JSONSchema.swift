public import Application
public import BoxWire
internal import Domain

extension Summary: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("title", \Self.title),
    MemberDescription("pros", \Self.pros, "The number of pros.") { $0.range(sideCount) },
    MemberDescription("cons", \Self.cons, "The number of cons.") { $0.range(sideCount) },
    MemberDescription("score", \Self.score, "The weights of the pros minus those of the cons."),
    MemberDescription("leaning", \Self.leaning, "The side with more weight."),
    MemberDescription(
      "prosPercentage", \Self.prosPercentage,
      "The pros' share of the weight of all arguments; absent if there are none."
    ) { $0.range(0...100) },
    MemberDescription("prosText", \Self.prosText, "Such as '4 pros'."),
    MemberDescription("consText", \Self.consText, "Such as '1 con'."),
    MemberDescription("scoreText", \Self.scoreText, "With its sign, such as '+1'."),
    MemberDescription("leaningText", \Self.leaningText, "Such as 'leans pro'."),
    MemberDescription("line", \Self.line, "All of these texts, separated by ' · '."),
    MemberDescription("created", \Self.created, "When the topic was created, UTC.") { $0.dateTime },
    MemberDescription(
      "updated", \Self.updated, "When the topic or one of its arguments last changed, UTC."
    ) { $0.dateTime },
    MemberDescription(
      "updatedBy", \Self.updatedBy,
      "The user who made that last change; absent if that is not known."),
  ]).named("Summary")

  private static let sideCount = 0...Limits.argumentsPerSide
}

extension Summary.Leaning: JSONSchemaDescribed {}

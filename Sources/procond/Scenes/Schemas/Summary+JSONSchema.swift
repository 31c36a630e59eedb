public import BoardValues
public import BoxWire
internal import Domain

extension Summary: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.title, \.title),
    member(.pros, \.pros, "The number of pros.") { $0.range(sideCount) },
    member(.cons, \.cons, "The number of cons.") { $0.range(sideCount) },
    member(.score, \.score, "The weights of the pros minus those of the cons."),
    member(.leaning, \.leaning, "The side with more weight."),
    member(
      .prosPercentage, \.prosPercentage,
      "The pros' share of the weight of all arguments; absent if there are none."
    ) { $0.range(0...100) },
    member(.prosText, \.prosText, "Such as '4 pros'."),
    member(.consText, \.consText, "Such as '1 con'."),
    member(.scoreText, \.scoreText, "With its sign, such as '+1'."),
    member(.leaningText, \.leaningText, "Such as 'leans pro'."),
    member(.line, \.line, "All of these texts, separated by ' · '."),
    member(.created, \.created, "When the topic was created, UTC.") { $0.dateTime },
    member(.updated, \.updated, "When the topic or one of its arguments last changed, UTC.") {
      $0.dateTime
    },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
  ]).named("Summary")

  private static let sideCount = 0...Limits.argumentsPerSide
}

extension Summary.Leaning: JSONSchemaDescribed {}

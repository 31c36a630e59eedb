public import Application
public import BoxWire
internal import Domain

extension ArgumentItem: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("id", \Self.id, "Identifies it within its side of its topic."),
    MemberDescription("text", \Self.text) { $0.length(1...Limits.textBytes) },
    MemberDescription(
      "label", \Self.label, "The text, then the weight unless it is 1: 'No breaks ×2'."),
    MemberDescription("weight", \Self.weight, "The greater, the more it counts.") {
      $0.range(Limits.weight)
    },
    MemberDescription("author", \Self.author, "The user who added it."),
    MemberDescription("created", \Self.created, "When it was added, UTC.") { $0.dateTime },
    MemberDescription("updated", \Self.updated, "When its text or weight last changed, UTC.") {
      $0.dateTime
    },
    MemberDescription(
      "updatedBy", \Self.updatedBy,
      "The user who made that last change; absent if that is not known."),
  ]).named("Argument")
}

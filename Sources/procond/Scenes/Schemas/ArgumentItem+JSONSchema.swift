public import BoardValues
public import BoxWire
internal import Domain

extension ArgumentItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Identifies it within its side of its topic."),
    member(.text, \.text) { $0.length(1...Limits.textBytes) },
    member(.label, \.label, "The text, then the weight unless it is 1: 'No breaks ×2'."),
    member(.weight, \.weight, "The greater, the more it counts.") { $0.range(Limits.weight) },
    member(.author, \.author, "The user who added it."),
    member(.created, \.created, "When it was added, UTC.") { $0.dateTime },
    member(.updated, \.updated, "When its text or weight last changed, UTC.") { $0.dateTime },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
  ]).named("Argument")
}

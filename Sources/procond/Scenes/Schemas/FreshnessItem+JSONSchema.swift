public import BoardValues
public import BoxWire

extension FreshnessItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    // nil is encoded as null.
    member(
      .fetched, \.fetched, isRequired: true,
      "When the content was read from the service, UTC; null if it never was."
    ) { $0.dateTime },
    member(.isStale, \.isStale, "Whether the content could not be refreshed when it was due."),
  ]).named("Freshness")
}

/// What a box with a freshness is for.
let freshnessDescription = "How old this copy of the service's content is."

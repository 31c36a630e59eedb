public import BoardValues
public import Domain

extension ArgumentItem {
  /// Makes the item of `argument`, with its times as texts.
  public init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, label: argument.label, weight: argument.weight,
      author: argument.author, created: argument.created.rfc3339,
      updated: argument.updated.rfc3339, updatedBy: argument.updatedBy)
  }
}

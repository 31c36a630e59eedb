public import Domain

/// An argument as a client shows it.
public struct ArgumentItem: Equatable, Sendable, Encodable {
  /// Names the argument within its side of its topic.
  public let id: String
  public let text: String
  /// From 1 to 5.
  public let weight: Int
  /// Who added it.
  public let author: String
  /// When it was added: RFC 3339, UTC, with milliseconds; so is `updated`.
  public let created: String
  /// When its text or weight last changed.
  public let updated: String

  /// Takes over what `argument` holds, its moments as texts.
  public init(_ argument: Argument) {
    id = argument.id
    text = argument.text
    weight = argument.weight
    author = argument.author
    created = argument.created.rfc3339
    updated = argument.updated.rfc3339
  }
}

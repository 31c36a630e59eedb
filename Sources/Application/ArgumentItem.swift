public import Domain

/// An argument as a client shows it.
public struct ArgumentItem: Equatable, Sendable, Encodable {
  public let id: String
  public let text: String
  public let weight: Int
  public let author: String
  /// RFC 3339, UTC, with milliseconds; so is `updated`.
  public let created: String
  public let updated: String

  public init(_ argument: Argument) {
    id = argument.id
    text = argument.text
    weight = argument.weight
    author = argument.author
    created = argument.created.rfc3339
    updated = argument.updated.rfc3339
  }
}

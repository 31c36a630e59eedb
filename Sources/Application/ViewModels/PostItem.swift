public import Domain

/// A post as a list shows it (row C12 of the seeds).
public struct PostItem: Identifiable, Equatable, Sendable, Encodable {
  /// Identifies the post within its topic; greater than the ids of older posts.
  public let id: String
  /// The title in upper case.
  public let title: String
  /// The first ``subtitleCharacters`` characters of the content on one line, with runs of
  /// whitespace as one space.
  public let subtitle: String
  /// The user who wrote it.
  public let author: String
  /// When it was written: RFC 3339, UTC, with milliseconds; so is `updated`.
  public let created: String
  /// When its title or content last changed.
  public let updated: String
  /// The user who made that last change; nil, and not encoded, if that is not known.
  public let updatedBy: String?
  /// Both dates in words, in UTC and without seconds: "2026-11-22 10:00 UTC", or, once the post was
  /// edited, "2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob".
  public let dates: String

  public static let subtitleCharacters = 200

  public init(_ post: PostOverview) {
    id = post.id
    title = post.title.uppercased()
    let words = post.beginning.split { $0.isWhitespace }
    subtitle = String(words.joined(separator: " ").prefix(Self.subtitleCharacters))
    author = post.author
    created = post.created.rfc3339
    updated = post.updated.rfc3339
    updatedBy = post.updatedBy
    dates = post.created.words(editedAt: post.updated, by: post.updatedBy)
  }
}

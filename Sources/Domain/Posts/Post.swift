/// A contribution to the discussion of a topic.
public struct Post: Identifiable, Equatable, Sendable {
  /// A version 7 UUID (RFC 9562): the identifiers of newer posts sort after those of older ones.
  public let id: String
  public let topic: Topic.ID
  /// One line. Titles given by people obey the rules of `Limits`.
  public let title: String
  /// Any number of lines, without blank ones at its ends.
  public let content: String
  /// The user who wrote it.
  public let author: String
  /// When it was written.
  public let created: Timestamp
  /// When its title or content last changed; equal to `created` when neither did.
  public let updated: Timestamp
  /// The user who made that last change, which is the writing if there was no other; nil if the
  /// store does not know.
  public let updatedBy: String?

  /// Makes a post as stored by a platform.
  public init(
    id: String, topic: Topic.ID, title: String, content: String, author: String,
    created: Timestamp, updated: Timestamp, updatedBy: String? = nil
  ) {
    self.id = id
    self.topic = topic
    self.title = title
    self.content = content
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
  }
}

extension Post {
  /// Returns the title of a post in a store without whitespace at its ends. Throws `.invalid` if it
  /// breaks a rule.
  public static func rightTitle(_ title: String) throws(PostError) -> String {
    try rightTitle(title, Limits.postTitle)
  }

  /// Returns a new title without whitespace at its ends. Throws `.invalid` if it breaks a rule.
  ///
  /// - Parameter old: the title before, which may break a rule for new ones; nil for a new post.
  static func newTitle(_ title: String, insteadOf old: String? = nil) throws(PostError) -> String {
    try rightTitle(title, title == old ? Limits.postTitle : Limits.newPostTitle)
  }

  private static func rightTitle(
    _ title: String, _ rules: TextRules
  ) throws(PostError) -> String {
    do throws(BrokenTextRule) {
      return try rules.apply(to: title)
    } catch {
      throw .invalid(.title(error))
    }
  }

  /// Returns the content with lines that end with LF, without blank ones at its ends. Throws
  /// `.invalid` if it breaks a rule.
  public static func rightContent(_ content: String) throws(PostError) -> String {
    do throws(BrokenTextRule) {
      return try Limits.postContent.apply(to: content)
    } catch {
      throw .invalid(.content(error))
    }
  }
}

/// A post without most of its content, for lists.
public struct PostOverview: Identifiable, Equatable, Sendable {
  public let id: Post.ID
  public let title: String
  /// The first ``longestBeginning`` Unicode scalars of the content.
  public let beginning: String
  public let author: String
  public let created: Timestamp
  public let updated: Timestamp
  public let updatedBy: String?

  /// In Unicode scalars: more than a list usually shows.
  public static let longestBeginning = 1000

  /// - Parameter beginning: the content, or as much of it as the overview keeps.
  public init(
    id: Post.ID, title: String, beginning: String, author: String, created: Timestamp,
    updated: Timestamp, updatedBy: String? = nil
  ) {
    self.id = id
    self.title = title
    self.beginning = String(
      String.UnicodeScalarView(beginning.unicodeScalars.prefix(Self.longestBeginning)))
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
  }

  public init(_ post: Post) {
    self.init(
      id: post.id, title: post.title, beginning: post.content, author: post.author,
      created: post.created, updated: post.updated, updatedBy: post.updatedBy)
  }
}

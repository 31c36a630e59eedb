/// Something that was removed, and can be restored until it is erased.
public struct TrashEntry: Identifiable, Equatable, Sendable {
  public let removal: Removal
  public let item: Item
  /// Approximately how much the store needs for it, in bytes.
  public let bytes: Int

  public var id: Removal.ID { removal.id }

  public init(_ item: Item, _ removal: Removal, bytes: Int) {
    self.item = item
    self.removal = removal
    self.bytes = bytes
  }

  /// What was removed.
  public enum Item: Equatable, Sendable {
    /// A topic with everything that belongs to it, including its own removed posts.
    case topic(Topic.ID, title: String)
    case post(Post.ID, of: Topic.ID, title: String)

    public var topic: Topic.ID {
      switch self {
      case .topic(let id, _), .post(_, let id, _): id
      }
    }

    public var title: String {
      switch self {
      case .topic(_, let title), .post(_, _, let title): title
      }
    }

    /// nil for a topic.
    public var post: Post.ID? {
      if case .post(let id, _, _) = self { id } else { nil }
    }
  }

  /// Returns when it is erased.
  ///
  /// - Parameter time: how long entries stay in the trash.
  public func expiry(after time: Duration) -> Timestamp { removal.date.advanced(by: time) }
}

/// The removal of a topic or a post: who removed it, and when.
public struct Removal: Identifiable, Equatable, Sendable {
  /// A version 7 UUID (RFC 9562), by which it is found in the trash.
  public let id: String
  public let author: String
  public let date: Timestamp

  /// Makes a removal as stored by a platform.
  public init(id: String, author: String, date: Timestamp) {
    self.id = id
    self.author = author
    self.date = date
  }

  /// Makes a new removal.
  public init(by author: String, at date: Timestamp) {
    self.init(id: UUIDv7.make(at: date), author: author, date: date)
  }
}

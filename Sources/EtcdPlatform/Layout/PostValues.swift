internal import BoxWire
internal import Domain

// Posts, as values, in events, and in the trash.

extension Post {
  /// - Parameters:
  ///   - id: from the key.
  ///   - topic: the one whose contents it belongs to.
  init(_ value: [UInt8], id: Post.ID, of topic: Topic.ID) throws(LayoutFault) {
    try self.init(StoredObject(value), id: id, of: topic, isCutOff: false)
  }

  /// The value of `posts/ID`.
  var value: [UInt8] { JSONText(members).bytes }

  /// Reads a post of an event or in the trash, which has its identifier. That of an event may be cut off.
  init(named object: StoredObject, of topic: Topic.ID) throws(LayoutFault) {
    try self.init(object, id: object.name("id"), of: topic, isCutOff: true)
  }

  var named: JSONText { JSONText([("id", JSONText(id))] + members) }

  /// - Parameter isCutOff: whether it may be the blank beginning of a content, which becomes empty.
  private init(
    _ object: StoredObject, id: Post.ID, of topic: Topic.ID, isCutOff: Bool
  ) throws(LayoutFault) {
    self = try object.reading {
      try Post(
        id: id, topic: topic, title: Post.rightTitle(object.text("title")),
        content: object.content(isCutOff),
        author: object.author(), created: object.created(), updated: object.updated(),
        updatedBy: object.editor())
    }
  }

  /// Without its identifier and its topic.
  private var members: Members {
    [
      ("title", JSONText(title)), ("content", JSONText(content)), ("author", .unlessEmpty(author)),
    ] + JSONText.dates(created, updated, by: updatedBy)
  }
}

extension StoredObject {
  fileprivate func content(_ isCutOff: Bool) throws -> String {
    let content = try text("content")
    do throws(PostError) {
      return try Post.rightContent(content)
    } catch {
      guard isCutOff, error == .invalid(.content(.empty)) else { throw error }
      return ""
    }
  }
}

/// What was removed: the value of `trash/ID`.
///
/// The keys of a topic in the trash stay where they are, and only its place is gone.
struct StoredTrashEntry: Equatable, Sendable {
  let removal: Removal
  let item: Item
  /// The name of the contents of the topic, to which a post belongs even if the topic is restored with
  /// another identifier.
  let data: String
  /// Approximately how much the store needs for it, in bytes.
  let bytes: Int

  enum Item: Equatable, Sendable {
    /// - Parameter place: as in ``TopicPlace``.
    case topic(Topic.ID, title: String, place: Int)
    case post(Post)
  }

  init(_ item: Item, _ removal: Removal, data: String, bytes: Int) {
    (self.item, self.removal, self.data, self.bytes) = (item, removal, data, bytes)
  }

  /// - Parameter id: from the key.
  init(_ value: [UInt8], id: TrashEntry.ID) throws(LayoutFault) {
    let object = try StoredObject(value)
    let topic = try object.topic("topic")
    removal = Removal(id: id, author: try object.author(), date: try object.date("date"))
    data = try object.name("data")
    // The sum of as many as there can be must be a number, too.
    bytes = min(try object.optionalNumber("bytes") ?? 0, 1 << 40)
    item =
      if let post = try object.optionalObject("post") {
        .post(try Post(named: post, of: topic))
      } else {
        .topic(
          topic, title: try object.title("title"),
          place: try object.optionalNumber("place") ?? 0)
      }
  }

  var value: [UInt8] {
    let what: Members =
      switch item {
      case .topic(let id, let title, let place):
        [("topic", JSONText(id)), ("title", JSONText(title)), ("place", JSONText(place))]
      case .post(let post): [("topic", JSONText(post.topic)), ("post", post.named)]
      }
    let rest: Members = [
      ("data", JSONText(data)), ("bytes", JSONText(bytes)),
      ("author", .unlessEmpty(removal.author)), ("date", .date(removal.date)),
    ]
    return JSONText(what + rest).bytes
  }

  var entry: TrashEntry {
    switch item {
    case .topic(let id, let title, _): TrashEntry(.topic(id, title: title), removal, bytes: bytes)
    case .post(let post):
      TrashEntry(.post(post.id, of: post.topic, title: post.title), removal, bytes: bytes)
    }
  }
}

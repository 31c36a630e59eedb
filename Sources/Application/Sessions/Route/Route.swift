public import Domain

/// What a session shows: the sheet, or else the top of the stack.
public struct Route: Equatable, Sendable, Encodable {
  /// The scenes, the newest last; 1 to 16. The first one is where the session starts.
  public internal(set) var stack: [RouteEntry]
  /// The scene in front of the stack; nil if there is none.
  public internal(set) var sheet: RouteEntry?

  /// Encodes `sheet` as null when it is nil, so that both members are always present.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stack, forKey: .stack)
    try container.encode(sheet, forKey: .sheet)
  }

  private enum CodingKeys: CodingKey {
    case stack, sheet
  }
}

/// A scene of a route.
public struct RouteEntry: Equatable, Sendable, Encodable {
  public let scene: SceneName
  /// The path of the topic that it shows, such as `topics.ai`; nil, and not encoded, if it shows
  /// none.
  public let at: String?
  /// The post that it shows; nil, and not encoded, for any other scene.
  public let id: Post.ID?
  /// The patterns that a client subscribes to in order to show it.
  public internal(set) var boxes: [String]
  /// A title for people.
  public internal(set) var title: String
}

/// What a scene of a route shows.
public enum SceneName: String, CaseIterable, Sendable, Encodable {
  /// The list of topics of all mounts that the caller may read.
  case topics
  /// A topic and its arguments.
  case board
  /// The posts of a topic.
  case posts
  /// A whole post.
  case post
  /// A post that is being written.
  case draft
  case login
}

extension RouteEntry {
  static func topics(_ boxes: [String]) -> RouteEntry {
    RouteEntry(scene: .topics, at: nil, id: nil, boxes: boxes, title: SceneName.topics.title())
  }

  static let login = RouteEntry(
    scene: .login, at: nil, id: nil, boxes: ["session.login.*"], title: SceneName.login.title())

  static func board(_ path: TopicPath) -> RouteEntry {
    RouteEntry(scene: .board, at: path.text, id: nil, boxes: ["\(path.text).**"], title: "")
  }

  static func posts(_ path: TopicPath) -> RouteEntry {
    RouteEntry(scene: .posts, at: path.text, id: nil, boxes: ["\(path.posts).*"], title: "")
  }

  static func post(_ path: TopicPath, _ id: Post.ID) -> RouteEntry {
    RouteEntry(scene: .post, at: path.text, id: id, boxes: postBoxes, title: "")
  }

  static func draft(_ path: TopicPath) -> RouteEntry {
    RouteEntry(
      scene: .draft, at: path.text, id: nil, boxes: draftBoxes, title: SceneName.draft.title())
  }

  // Shared by all sessions.
  private static let postBoxes = ["session.post.*"]
  private static let draftBoxes = ["session.draft.*"]
}

/// Why a route could not be changed. It is then as before.
public enum RouteError: Error, Equatable, Sendable {
  /// The caller may not read this path. Decided by its text alone, whether it exists or not.
  case notAllowed(path: String)
  /// The caller may not read any list of topics.
  case nothingReadable
  /// There is no topic at this path.
  case unknown(path: String)
  /// The topic at this path has no post with this identifier.
  case noPost(id: Post.ID, at: String)
  /// The stack already has the maximum number of scenes.
  case full(limit: Int)
  /// A draft is open, and would be lost.
  case draftOpen
  /// The post that is shown is being edited, and its changes would be lost.
  case postEdited
  /// Another call was made while this one waited for a store.
  case superseded
  /// The store failed, so it is not known whether the target exists.
  case store(StoreError)
}

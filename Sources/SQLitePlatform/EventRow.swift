internal import Domain
internal import FoundationEssentials

/// A change of a topic, as JSON in a column.
struct EventRow: Codable {
  private enum Kind: String, Codable {
    case created, renamed, added, changed, moved, removed, postWritten, postEdited, postRemoved
  }

  private let kind: Kind
  private var title: String?
  private var oldTitle: String?
  private var argument: ArgumentRow?
  private var old: ArgumentRow?
  private var index: Int?
  private var newIndex: Int?
  private var post: PostRow?
  private var oldPost: PostRow?

  init(_ event: TopicEvent) {
    switch event {
    case .created(let title):
      kind = .created
      self.title = title
    case .renamed(let old, let new):
      kind = .renamed
      (oldTitle, title) = (old, new)
    case .argumentAdded(let argument, let index):
      kind = .added
      (self.argument, self.index) = (ArgumentRow(argument), index)
    case .argumentChanged(let old, let new):
      kind = .changed
      (self.old, argument) = (ArgumentRow(old), ArgumentRow(new))
    case .argumentMoved(let old, let index, let new, let newIndex):
      kind = .moved
      (self.old, self.index) = (ArgumentRow(old), index)
      (argument, self.newIndex) = (ArgumentRow(new), newIndex)
    case .argumentRemoved(let argument, let index):
      kind = .removed
      (self.argument, self.index) = (ArgumentRow(argument), index)
    case .postWritten(let post):
      kind = .postWritten
      self.post = PostRow(post)
    case .postEdited(let old, let new):
      kind = .postEdited
      (oldPost, post) = (PostRow(old), PostRow(new))
    case .postRemoved(let post):
      kind = .postRemoved
      self.post = PostRow(post)
    }
  }

  /// nil if something is missing or breaks a rule.
  var event: TopicEvent? {
    let argument = argument?.argument
    let old = old?.argument
    if let post = post?.post {
      switch kind {
      case .postWritten: return .postWritten(post)
      case .postEdited: return oldPost.map { .postEdited(from: $0.post, to: post) }
      case .postRemoved: return .postRemoved(post)
      default: return nil
      }
    }
    switch (kind, title, oldTitle, argument, old, index) {
    case (.created, let title?, _, _, _, _): return .created(title: title)
    case (.renamed, let title?, let old?, _, _, _): return .renamed(from: old, to: title)
    case (.added, _, _, let argument?, _, let index?): return .argumentAdded(argument, at: index)
    case (.changed, _, _, let argument?, let old?, _):
      return .argumentChanged(from: old, to: argument)
    case (.moved, _, _, let argument?, let old?, let index?):
      return .argumentMoved(from: old, at: index, to: argument, place: newIndex ?? 0)
    case (.removed, _, _, let argument?, _, let index?):
      return .argumentRemoved(argument, at: index)
    default: return nil
    }
  }

  /// The row as JSON.
  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// nil if the text is not such JSON.
  init?(json: String) {
    guard let row = try? JSONDecoder().decode(EventRow.self, from: Data(json.utf8)) else {
      return nil
    }
    self = row
  }
}

private struct ArgumentRow: Codable {
  let id: String
  let side: String
  let text: String
  let weight: Int
  let author: String
  let created: Int64
  let updated: Int64
}

extension ArgumentRow {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, side: argument.side.rawValue, text: argument.text, weight: argument.weight,
      author: argument.author, created: argument.created.millisecondsSince1970,
      updated: argument.updated.millisecondsSince1970)
  }

  fileprivate var argument: Argument? {
    guard let side = Side(rawValue: side) else { return nil }
    return try? Argument(
      id: id, side: side, text: text, weight: weight, author: author,
      created: Timestamp(millisecondsSince1970: created),
      updated: Timestamp(millisecondsSince1970: updated))
  }
}

private struct PostRow: Codable {
  let id: String
  let topic: String
  let title: String
  let content: String
  let author: String
  let created: Int64
  let updated: Int64

  init(_ post: Post) {
    id = post.id
    topic = post.topic
    title = post.title
    content = post.content
    author = post.author
    created = post.created.millisecondsSince1970
    updated = post.updated.millisecondsSince1970
  }

  var post: Post {
    Post(
      id: id, topic: topic, title: title, content: content, author: author,
      created: Timestamp(millisecondsSince1970: created),
      updated: Timestamp(millisecondsSince1970: updated))
  }
}

/// A topic with everything that belongs to it except its history, for export and import.
public struct TopicContent: Identifiable, Equatable, Sendable {
  public var board: Board
  /// Oldest first, unless a platform says otherwise.
  public var posts: [Post]

  public var id: Topic.ID { board.id }

  public init(_ board: Board, posts: [Post] = []) {
    self.board = board
    self.posts = posts
  }
}

extension TopicContent {
  /// The topic without the positions of people, and without the names of those who are asked.
  public var withoutPeople: TopicContent {
    var content = self
    content.board.hidePeople()
    return content
  }
}

extension TopicContent {
  /// The number of bytes of its texts, in UTF-8.
  public var textBytes: Int {
    board.textBytes + posts.reduce(0) { $0 + $1.title.utf8.count + $1.content.utf8.count }
  }
}

extension Board {
  /// The number of bytes of its texts, in UTF-8.
  public var textBytes: Int {
    var sum = topic.title.utf8.count + (topic.decision?.reason.utf8.count ?? 0)
    for argument in lists.lazy.flatMap(\.arguments) {
      sum += argument.text.utf8.count
      for comment in argument.comments { sum += comment.text.utf8.count }
    }
    for board in options.elements {
      sum += board.option.title.utf8.count + (board.option.text?.utf8.count ?? 0)
    }
    for position in positions { sum += position.sentence?.utf8.count ?? 0 }
    for objection in objections.elements {
      sum += objection.text.utf8.count + (objection.answer?.text.utf8.count ?? 0)
    }
    for todo in todos.elements { sum += todo.text.utf8.count }
    return sum
  }
}

package import BoxClient
package import BoxWire

extension Board {
  /// Creates the board of a topic from those of its boxes that exist and have the expected shape.
  ///
  /// - Parameter showsPosts: whether the board includes the posts.
  package init(of topic: TopicName, in mirror: Mirror, showsPosts: Bool = false) {
    self.init(at: topic.path, name: topic.text) { mirror[$0] }
    if showsPosts { add(BoardDiscussion(at: "\(topic.path).posts") { mirror[$0] }) }
    if mirror.boxes.isEmpty { notice = "There is no topic \(topic) yet; waiting for it." }
  }

  /// - Parameters:
  ///   - root: the path under which the topic's boxes are.
  ///   - name: the title until the summary has arrived.
  ///   - value: returns the value of the box at a path.
  ///   - showsIDs: whether each label ends in the argument's id, such as `[1]`.
  package init(
    at root: String, name: String, showsIDs: Bool = false, _ value: (String) -> JSONText?
  ) {
    let summary = value("\(root).summary")
    let pros = BoardSide(at: "\(root).pros", showsIDs: showsIDs, value)
    let cons = BoardSide(at: "\(root).cons", showsIDs: showsIDs, value)
    self.init(
      title: summary?["title"]?.string ?? name,
      pros: summary?["pros"]?.integer ?? pros.labels.count,
      cons: summary?["cons"]?.integer ?? cons.labels.count,
      summary: summary.flatMap(Board.Summary.init),
      proLabels: pros.labels, conLabels: cons.labels,
      alerts: [pros.alert, cons.alert].compactMap { $0?.message },
      isFetching: pros.isFetching || cons.isFetching)
  }
}

extension Board {
  private mutating func add(_ discussion: BoardDiscussion) {
    posts = discussion.posts
    alerts += discussion.alert.map { [$0.message] } ?? []
    isFetching = isFetching || discussion.isFetching
  }
}

extension Board.Summary {
  /// nil if a text is missing.
  fileprivate init?(_ summary: JSONText) {
    guard let prosText = summary["prosText"]?.string, let consText = summary["consText"]?.string,
      let scoreText = summary["scoreText"]?.string, let leaning = summary["leaning"]?.string,
      let leaningText = summary["leaningText"]?.string, let line = summary["line"]?.string
    else { return nil }
    self.init(
      prosText: prosText, consText: consText, scoreText: scoreText, leaning: leaning,
      leaningText: leaningText, line: line,
      prosPercentage: summary["prosPercentage"]?.integer)
  }
}

/// The boxes of one side of a board.
private struct BoardSide {
  let labels: [String]
  let alert: Alert?
  let isFetching: Bool

  init(at root: String, showsIDs: Bool, _ value: (String) -> JSONText?) {
    labels = (value("\(root).items")?.elements ?? []).compactMap { item in
      guard showsIDs, let id = item["id"]?.string else { return item["label"]?.string }
      return item["label"]?.string.map { "\($0) [\(id)]" }
    }
    alert = Alert(under: root, value)
    isFetching = value("\(root).isFetching")?.boolean ?? false
  }
}

/// The boxes of the posts of a board.
struct BoardDiscussion {
  let posts: [Board.Post]
  let alert: Alert?
  let isFetching: Bool

  init(at root: String, _ value: (String) -> JSONText?) {
    posts = (value("\(root).items")?.elements ?? []).compactMap { Board.Post($0) }
    alert = Alert(under: root, value)
    isFetching = value("\(root).isFetching")?.boolean ?? false
  }
}

extension Board.Post {
  /// - Parameter item: an element of the box `posts.items`. The result is nil if it has no title.
  package init?(_ item: JSONText) {
    guard let title = item["title"]?.string else { return nil }
    self.init(
      id: item["id"]?.string ?? "", title: title, author: item["author"]?.string ?? "",
      dates: item["dates"]?.string ?? "", subtitle: item["subtitle"]?.string ?? "")
  }
}

extension Alert {
  /// The failure in the error box of a scene; nil if there is none.
  fileprivate init?(under root: String, _ value: (String) -> JSONText?) {
    let path = "\(root).isErrorFree"
    guard let content = value(path) else { return nil }
    self.init(path: path, value: content)
  }
}

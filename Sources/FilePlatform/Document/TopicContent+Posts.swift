internal import Domain

/// The contents of one document; the posts are in order of appearance.
extension TopicContent {
  /// Returns the posts, newest first.
  ///
  /// - Parameter before: only older posts than this one; nil for the newest.
  func overviews(before: Post.ID? = nil, limit: Int = Limits.postsShown) -> [PostOverview] {
    let posts = posts.filter { post in before.map { post.id < $0 } ?? true }
    return posts.sorted { $0.id > $1.id }.prefix(limit).map(PostOverview.init)
  }

  /// Returns what a change of a post needs to know.
  func discussion(about id: Post.ID?) -> Discussion {
    Discussion(
      topic: self.id, count: posts.count, newest: posts.max { $0.id < $1.id }?.created,
      post: id.flatMap { id in posts.first { $0.id == id } })
  }

  /// Adds, replaces or removes a post.
  ///
  /// - Parameter id: the id of the previous post; nil if there was none.
  mutating func put(_ post: Post?, insteadOf id: Post.ID?) {
    guard let index = posts.firstIndex(where: { $0.id == id }) else {
      if let post { posts.append(post) }
      return
    }
    if let post { posts[index] = post } else { posts.remove(at: index) }
  }

  /// What has changed, for live queries.
  ///
  /// - Parameter old: the contents before; nil if there was no document.
  func changes(since old: TopicContent?) -> [StoreChange] {
    var changes: [StoreChange] = []
    if old?.board != board { changes.append(.board(board)) }
    if (old?.posts ?? []) != posts {
      changes.append(.posts(id, newest: overviews(), changes: postChanges(since: old)))
    }
    return changes
  }

  private func postChanges(since old: TopicContent?) -> [PostChange] {
    let before = Dictionary((old?.posts ?? []).map { ($0.id, $0) }) { first, _ in first }
    let present = Set(posts.map(\.id))
    return posts.filter { before[$0.id] != $0 }.map { .stored($0) }
      + before.keys.filter { !present.contains($0) }.map { .removed($0) }
  }

  /// Whether two changes of the same contents concern the same argument, post or title, so that one
  /// of them has replaced what the other one wrote.
  ///
  /// - Parameters:
  ///   - theirs: the contents after one of the changes.
  ///   - result: the contents after both.
  func isContested(_ theirs: TopicContent, _ result: TopicContent) -> Bool {
    let ours = result.words
    let (before, after) = (words, theirs.words)
    return after.contains { key, words in before[key] != words && ours[key] != words }
  }

  /// Whether a text of an earlier version is missing, or has changed.
  func lacks(any old: TopicContent) -> Bool {
    let words = words
    return old.words.contains { words[$0] != $1 }
  }

  /// The texts written by people, by kind.
  private var words: [String: [String]] {
    var words = ["title": [board.topic.title]]
    for argument in board.lists.flatMap(\.arguments) {
      let option = argument.column.option.map { "option \($0) " } ?? ""
      words["\(option)\(argument.side) \(argument.id)"] =
        [argument.text, "\(argument.weight)"] + argument.supporters
        + argument.comments.map { "\($0.id) \($0.author): \($0.text)" }
    }
    for option in board.options.elements.map(\.option) {
      words["option \(option.id)"] = [option.title, option.text ?? ""]
    }
    for objection in board.objections.elements {
      words["objection \(objection.id)"] = [
        objection.text, objection.answer?.text ?? "", objection.closing?.kind.rawValue ?? "",
      ]
    }
    for todo in board.todos.elements {
      words["todo \(todo.id)"] = [
        todo.text, "\(todo.isDone)", todo.assignee ?? "", todo.due?.text ?? "",
      ]
    }
    for position in board.positions {
      words["position \(position.person)"] = [
        position.choice?.rawValue ?? "", position.sentence ?? "",
      ]
    }
    if let decision = board.topic.decision {
      words["decision"] = [
        decision.outcome?.rawValue ?? "", decision.reason, decision.successor ?? "",
      ]
    }
    if let rule = board.topic.rule {
      words["rule"] =
        rule.asked + [rule.quorum?.text ?? "", rule.deadline?.rfc3339 ?? ""]
        + [rule.autoClose, rule.objectionsBlock, rule.decidersResolve].map(String.init)
    }
    for post in posts { words[post.id] = [post.title, post.content] }
    return words
  }
}

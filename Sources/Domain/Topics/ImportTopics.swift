/// Imports topics with everything that belongs to them: all of them, or none.
public struct ImportTopics: Sendable {
  private let gateway: any TopicsGateway
  private let now: CurrentTime

  public init(gateway: any TopicsGateway, now: @escaping CurrentTime) {
    self.gateway = gateway
    self.now = now
  }

  /// Returns the identifiers of the new topics, in their order. Existing topics are not replaced.
  ///
  /// - Parameter author: the importing user, who becomes the author of everything without one.
  /// - Throws: `ImportError`.
  public func callAsFunction(
    _ drafts: [TopicDraft], author: String
  ) async throws(ImportError) -> Stored<[Topic.ID]> {
    guard !drafts.isEmpty else { throw .nothingToImport }
    return try await gateway.insert { [now] (taken: Set<Topic.ID>) throws(ImportError) in
      var taken = taken
      var contents: [TopicContent] = []
      for (index, draft) in drafts.enumerated() {
        let content = try TopicContent(draft, at: index, by: author, at: now(), taken: taken)
        taken.insert(content.board.id)
        contents.append(content)
      }
      return contents
    }
  }
}

extension TopicContent {
  /// Applies the rules.
  ///
  /// - Parameters:
  ///   - index: the topic's index in the import.
  ///   - taken: the identifiers of all other topics.
  fileprivate init(
    _ draft: TopicDraft, at index: Int, by author: String, at now: Timestamp, taken: Set<Topic.ID>
  ) throws(ImportError) {
    let topic: Topic
    do throws(TopicError) {
      topic = try Topic(
        title: draft.title, wanted: draft.id, created: draft.created, by: author, at: now,
        taken: taken)
    } catch {
      throw .topic(index, error)
    }
    let pros = try Self.list(.pro, draft.pros, of: index, by: author, at: now)
    let cons = try Self.list(.con, draft.cons, of: index, by: author, at: now)
    let options = try Self.options(draft.options, of: index, by: author, at: now)
    // A position can only mean an option with an identifier of its own; of equal ones, the first.
    let choices = Dictionary(
      zip(draft.options, options).compactMap { draft, board in draft.id.map { ($0, board.id) } },
      uniquingKeysWith: { first, _ in first })
    let choice = { (choice: Choice?) -> Choice? in
      guard case .option(let id) = choice else { return choice }
      return .option(choices[id] ?? id)
    }
    var board = Board(
      topic, pros: pros, cons: cons,
      positions: try Self.positions(draft.positions, choice, of: index, at: now),
      options: CountedList(options),
      objections: CountedList(
        try Self.objections(draft.objections, of: index, by: author, at: now)),
      todos: CountedList(try Self.todos(draft.todos, of: index, by: author, at: now)))
    do throws(BoardError) {
      try board.adopt(draft, choice, by: author, at: now)
    } catch {
      throw .decision(topic: index, error)
    }
    board.record(.created(title: topic.title), author, now)
    self.init(board, posts: try Self.posts(draft.posts, of: topic.id, index, by: author, at: now))
  }

  /// - Parameter option: the index of the column's option; nil for the topic's own board.
  private static func list(
    _ column: Column, _ drafts: [TopicDraft.ArgumentDraft], of index: Int, option: Int? = nil,
    by author: String, at now: Timestamp
  ) throws(ImportError) -> ArgumentList {
    try ArgumentList(column, importing: drafts, by: author, at: now) { place, error in
      ImportError.argument(topic: index, option: option, column.side, place, error)
    }
  }

  private static func options(
    _ drafts: [TopicDraft.OptionDraft], of index: Int, by author: String, at now: Timestamp
  ) throws(ImportError) -> [OptionBoard] {
    var boards: [OptionBoard] = []
    var titles: Set<String> = []
    for (place, (draft, id)) in zip(drafts, drafts.identifiers(\.id)).enumerated() {
      let option: Option
      do throws(BoardError) {
        guard place < Limits.options else { throw .tooManyOptions(limit: Limits.options) }
        let created = min(draft.created ?? now, now)
        let updated = min(max(draft.updated ?? created, created), now)
        option = try Option(
          id: id, title: draft.title, text: draft.text, author: draft.author ?? author,
          created: created, updated: updated,
          updatedBy: draft.updatedBy ?? (updated == created ? draft.author ?? author : nil))
        guard titles.insert(option.title.lowercased()).inserted else {
          throw .duplicate(text: option.title)
        }
      } catch {
        throw .option(topic: index, place, error)
      }
      boards.append(
        OptionBoard(
          option,
          pros: try list(
            Column(.pro, of: id), draft.pros, of: index, option: place, by: author, at: now),
          cons: try list(
            Column(.con, of: id), draft.cons, of: index, option: place, by: author, at: now)))
    }
    return boards
  }

  private static func objections(
    _ drafts: [TopicDraft.ObjectionDraft], of index: Int, by author: String, at now: Timestamp
  ) throws(ImportError) -> [Objection] {
    var objections: [Objection] = []
    for (place, (draft, id)) in zip(drafts, drafts.identifiers(\.id)).enumerated() {
      do throws(BoardError) {
        guard place < Limits.objections else {
          throw .tooManyObjections(limit: Limits.objections)
        }
        objections.append(
          try Objection(
            id: id, text: draft.text, author: draft.author ?? author,
            created: min(draft.created ?? now, now),
            answer: try draft.answer.map { answer throws(BoardError) in
              try Objection.Remark(
                answer.text, author: answer.author ?? author, date: min(answer.date ?? now, now))
            },
            closing: try draft.closing.map { closing throws(BoardError) in
              try Objection.Closing(
                closing.kind, by: closing.author ?? author, date: min(closing.date ?? now, now))
            }))
      } catch {
        throw .objection(topic: index, place, error)
      }
    }
    return objections
  }

  private static func todos(
    _ drafts: [TopicDraft.TodoDraft], of index: Int, by author: String, at now: Timestamp
  ) throws(ImportError) -> [Todo] {
    var todos: [Todo] = []
    for (place, (draft, id)) in zip(drafts, drafts.identifiers(\.id)).enumerated() {
      do throws(BoardError) {
        guard place < Limits.todos else { throw .tooManyTodos(limit: Limits.todos) }
        let created = min(draft.created ?? now, now)
        let updated = min(max(draft.updated ?? created, created), now)
        todos.append(
          try Todo(
            id: id, text: draft.text, isDone: draft.isDone, assignee: draft.assignee,
            due: draft.due, author: draft.author ?? author, created: created, updated: updated,
            updatedBy: draft.updatedBy ?? (updated == created ? draft.author ?? author : nil)))
      } catch {
        throw .todo(topic: index, place, error)
      }
    }
    return todos
  }

  private static func positions(
    _ drafts: [TopicDraft.PositionDraft], _ choice: (Choice?) -> Choice?, of index: Int,
    at now: Timestamp
  ) throws(ImportError) -> [Position] {
    var positions: [Position] = []
    var people: Set<String> = []
    for (place, draft) in drafts.enumerated() {
      do throws(BoardError) {
        guard place < Limits.positions else { throw .tooManyPositions(limit: Limits.positions) }
        guard people.insert(draft.person).inserted else { throw .duplicate(text: draft.person) }
        positions.append(
          try Position(
            person: draft.person, choice: choice(draft.choice), sentence: draft.sentence,
            date: min(draft.date ?? now, now)))
      } catch {
        throw .position(topic: index, place, error)
      }
    }
    return positions
  }

  private static func posts(
    _ drafts: [TopicDraft.PostDraft], of topic: Topic.ID, _ index: Int, by author: String,
    at now: Timestamp
  ) throws(ImportError) -> [Post] {
    var posts: [Post] = []
    // By date, because that is their order; those without a date are new.
    let date = { (draft: TopicDraft.PostDraft) in min(draft.created ?? now, now) }
    let sorted = drafts.enumerated().sorted {
      (date($0.element), $0.offset) < (date($1.element), $1.offset)
    }
    for (place, draft) in sorted {
      var discussion = Discussion(
        topic: topic, count: posts.count, newest: posts.last?.created, post: nil)
      do throws(PostError) {
        for name in [draft.author, draft.updatedBy] {
          guard Limits.isAuthor(name ?? author) else { throw .invalid(.author) }
        }
        let post = try discussion.write(
          title: draft.title, content: draft.content, author: draft.author ?? author,
          at: date(draft))
        posts.append(post.updated(at: min(draft.updated ?? post.created, now), by: draft.updatedBy))
      } catch {
        throw .post(topic: index, place, error)
      }
    }
    return posts
  }
}

extension Board {
  /// Has the rule and the decision of an imported topic.
  ///
  /// - Parameters:
  ///   - choice: converts a choice of the draft to one of the board.
  ///   - author: the importing user, who has decided if nobody else is named.
  fileprivate mutating func adopt(
    _ draft: TopicDraft, _ choice: (Choice?) -> Choice?, by author: String, at now: Timestamp
  ) throws(BoardError) {
    topic.round = min(max(1, draft.round ?? 1), Limits.rounds)
    if let draft = draft.rule {
      let rule = try DecisionRule(
        asked: draft.asked, quorum: draft.quorum, deadline: draft.deadline,
        autoClose: draft.autoClose, objectionsBlock: draft.objectionsBlock,
        decidersResolve: draft.decidersResolve)
      topic.rule = rule.isEmpty ? nil : rule
    }
    guard let decision = draft.decision else { return }
    let outcome = choice(decision.outcome)
    topic.decision = try Decision(
      outcome, title: decision.title ?? outcome.flatMap { title(of: $0) }, reason: decision.reason,
      author: decision.author ?? author,
      date: min(decision.date ?? now, now), authority: decision.authority,
      digest: decision.digest ?? digest, successor: decision.successor)
  }
}

extension Post {
  /// Returns the same post, last changed at this time, but not before it was written.
  ///
  /// - Parameter editor: the user who has changed it; nil if that is not known.
  fileprivate func updated(at date: Timestamp, by editor: String?) -> Post {
    Post(
      id: id, topic: topic, title: title, content: content, author: author, created: created,
      updated: max(date, created), updatedBy: editor ?? (date > created ? nil : author))
  }
}

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
    var board = Board(
      topic, pros: pros, cons: cons,
      positions: try Self.positions(draft.positions, of: index, at: now))
    do throws(BoardError) {
      try board.adopt(draft, by: author, at: now)
    } catch {
      throw .decision(topic: index, error)
    }
    board.record(.created(title: topic.title), author, now)
    self.init(board, posts: try Self.posts(draft.posts, of: topic.id, index, by: author, at: now))
  }

  private static func list(
    _ side: Side, _ drafts: [TopicDraft.ArgumentDraft], of index: Int, by author: String,
    at now: Timestamp
  ) throws(ImportError) -> ArgumentList {
    try ArgumentList(side, importing: drafts, by: author, at: now) { place, error in
      ImportError.argument(topic: index, side, place, error)
    }
  }

  private static func positions(
    _ drafts: [TopicDraft.PositionDraft], of index: Int, at now: Timestamp
  ) throws(ImportError) -> [Position] {
    var positions: [Position] = []
    var people: Set<String> = []
    for (place, draft) in drafts.enumerated() {
      do throws(BoardError) {
        guard place < Limits.positions else { throw .tooManyPositions(limit: Limits.positions) }
        guard people.insert(draft.person).inserted else { throw .duplicate(text: draft.person) }
        positions.append(
          try Position(
            person: draft.person, choice: draft.choice, sentence: draft.sentence,
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
  /// - Parameter author: the importing user, who has decided if nobody else is named.
  fileprivate mutating func adopt(
    _ draft: TopicDraft, by author: String, at now: Timestamp
  ) throws(BoardError) {
    topic.round = min(max(1, draft.round ?? 1), Limits.rounds)
    if let draft = draft.rule {
      let rule = try DecisionRule(
        asked: draft.asked, quorum: draft.quorum, deadline: draft.deadline,
        autoClose: draft.autoClose)
      topic.rule = rule.isEmpty ? nil : rule
    }
    guard let decision = draft.decision else { return }
    topic.decision = try Decision(
      decision.outcome, reason: decision.reason, author: decision.author ?? author,
      date: min(decision.date ?? now, now), authority: decision.authority,
      digest: decision.digest ?? digest)
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

public import Domain

/// A store that sessions show: its topics under a root path, and the use cases of its posts. All
/// sessions share one.
public final class TopicMount {
  /// One segment of a path, such as `topics`.
  public let root: String
  public let topics: TopicsViewModel

  private let posts: any PostUseCases
  private let history: ReadHistory
  private let inBackground: RunInBackground
  private let road: StoreRoad

  /// Returns the newest entries of the history of a topic, newest first, at most so many.
  public typealias ReadHistory =
    (_ topic: Topic.ID, _ limit: Int) async throws(BoardError) -> [HistoryEntry]

  /// - Parameter inBackground: runs what reads a post again after a change.
  public init(
    _ root: String, _ topics: TopicsViewModel, _ posts: any PostUseCases,
    history: @escaping ReadHistory, inBackground: @escaping RunInBackground,
    road: StoreRoad
  ) {
    self.road = road
    self.root = root
    self.topics = topics
    self.posts = posts
    self.history = history
    self.inBackground = inBackground
  }

  /// The box that says whether its store works.
  var alert: String { "\(root).\(Self.alertName)" }
  static let alertName: Substring = "isErrorFree"
  /// The patterns of the boxes that show its topics.
  var list: [String] { ["\(root).*.summary", alert] }

  /// Returns the post that all sessions share while any of them shows it.
  func followedPost(_ id: Post.ID, of topic: TopicViewModel) -> FollowedPost {
    topic.followedPost(id) {
      FollowedPost(id, of: topic.topic.id, posts, inBackground: inBackground)
    }
  }

  /// Reads what waits for people, unless it was read. It is not cancelled with the caller, since others
  /// may wait for it, too.
  func loadPending() async {
    guard !topics.pending.isLoaded else { return }
    await withCheckedContinuation { continuation in
      let pending = topics.pending
      inBackground {
        await pending.loadIfNeeded()
        continuation.resume()
      }
    }
  }

  // MARK: Changes, shown to everyone at once

  /// Writes a post. Throws `.post`.
  func write(
    _ words: PostWords, in topic: Topic.ID, author: String
  ) async throws(WritingError) -> Post {
    do throws(PostError) {
      return await shown(
        try await posts.write(
          in: topic, title: words.title, content: words.content, author: author))
    } catch {
      throw .post(error)
    }
  }

  /// Replaces the words of a post. Throws `.conflict` or `.post`.
  ///
  /// - Parameter seen: the post's date as the author saw it.
  func edit(
    _ id: Post.ID, of topic: Topic.ID, to words: PostWords, ifUpdated seen: Timestamp,
    author: String
  ) async throws(WritingError) -> Post {
    do throws(PostError) {
      return await shown(
        try await posts.edit(
          id, of: topic, title: words.title, content: words.content, ifUpdated: seen,
          author: author))
    } catch {
      throw await failed(to: error, id, of: topic, seen)
    }
  }

  /// Removes a post. Throws `.post`.
  func remove(_ id: Post.ID, of topic: Topic.ID, author: String) async throws(WritingError) {
    do throws(PostError) {
      _ = await shown(try await posts.remove(id, of: topic, ifUpdated: nil, author: author))
    } catch {
      throw await failed(to: error, id, of: topic, nil)
    }
  }

  /// Returns the answer to a change once the change is shown.
  private func shown<Answer>(_ answer: Stored<Answer>) async -> Answer {
    await road.wait(for: answer.version)
    return answer.value
  }

  private func failed(
    to error: PostError, _ id: Post.ID, of topic: Topic.ID, _ seen: Timestamp?
  ) async -> WritingError {
    switch error {
    case .notFound(id):
      topics.topic(topic)?.showRemoval(of: id)
      return .post(error)
    case .changed(_, let updated):
      let authors = await authors(ofChangesOf: id, of: topic, after: seen ?? updated)
      return .conflict(authors: authors, updated: updated)
    default:
      return .post(error)
    }
  }

  /// Returns the users who changed a post after a date, oldest change first, each once; none if the
  /// store keeps no history. Only the newest changes of the topic are searched.
  private func authors(
    ofChangesOf post: Post.ID, of topic: Topic.ID, after date: Timestamp
  ) async -> [String] {
    let entries = (try? await history(topic, Self.searched)) ?? []
    var authors: [String] = []
    for record in entries.reversed().map(\.record)
    where record.event.post == post && record.date > date && !authors.contains(record.author) {
      authors.append(record.author)
    }
    return authors
  }

  /// Entries can be long, and a change that conflicts is usually among the newest.
  private static let searched = 50
}

/// The title and the content of a post.
typealias PostWords = (title: String, content: String)

/// Access to the topics of a store.
///
/// Each change reads, applies the rules and stores in one atomic step that nothing can interrupt.
/// The closure may run on any thread, and more than once if a platform has to retry. If it throws,
/// its error is rethrown and nothing is stored.
public protocol TopicsGateway: Sendable {
  /// Returns all topics with their figures, in order of creation, in one query. Throws `.store` if
  /// the store fails.
  func topics() async throws(TopicError) -> Stored<[TopicOverview]>

  /// Adds topics with everything that belongs to them and their history records, after all others:
  /// all of them, or none. Returns their identifiers. A platform whose topics are separate files may leave some of them after
  /// a crash.
  ///
  /// - Parameter make: receives the identifiers of all topics, and returns topics with different
  ///   ones.
  /// - Throws: what `make` throws, or `.store`.
  func insert<Failure: StoreFailure>(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(Failure) -> [TopicContent]
  ) async throws(Failure) -> Stored<[Topic.ID]>

  /// Returns a topic with everything that belongs to it. Throws `.notFound`, `.tooLarge` if its
  /// texts have more bytes than `bytes`, or `.store`.
  func content(of id: Topic.ID, upTo bytes: Int) async throws(TopicError) -> TopicContent

  /// Changes a topic, except its identifier. Also throws `.notFound`, or `.store`.
  func update(
    _ id: Topic.ID, by author: String,
    _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Stored<Void>

  /// Removes a topic with everything that belongs to it. It is put into
  /// the trash, if the store keeps one. The history of the store keeps who has removed it, and when.
  /// Throws `.notFound`, or `.store`.
  func remove(_ id: Topic.ID, _ removal: Removal) async throws(TopicError) -> Stored<Void>
}

extension TopicsGateway {
  /// Adds a topic without arguments, after all others, and returns its identifier.
  ///
  /// - Parameters:
  ///   - author: the user who adds it.
  ///   - make: receives the identifiers of all topics, and returns a topic with a different one.
  /// - Throws: the `TopicError` that `make` throws, or `.store`.
  public func add(
    by author: String,
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(TopicError) -> Topic
  ) async throws(TopicError) -> Stored<Topic.ID> {
    let added = try await insert { (taken: Set<Topic.ID>) throws(TopicError) in
      let topic = try make(taken)
      var board = Board(topic)
      board.record(.created(title: topic.title), author, topic.created)
      return [TopicContent(board)]
    }
    return added.map { $0[0] }
  }
}

public import BoardValues
public import Boxes
public import Domain

/// The discussion of one topic: its newest posts, ready to be shown, and the intents that read and
/// change posts.
public final class PostsViewModel {
  public let topic: Topic.ID
  /// The newest `Limits.postsShown`, newest first; empty until the first fetch. A failure leaves
  /// them unchanged.
  public var items: Output<[PostItem]> { Output(itemsBox) }
  /// False with a message if the store failed, or if something is left out. A broken rule concerns
  /// only the caller who broke it, and is not reported here; a topic without posts is not an error
  /// either.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }
  /// How old the items are, if the store is a service elsewhere.
  public var freshness: Output<FreshnessItem> { fetched.freshness }

  /// Called when the view model is released.
  var whenReleased: (() -> Void)?
  private let fetched: FetchedValue<[PostOverview], PostError>
  private let itemsBox: Box<[PostItem]>
  private let itemsFollowPosts: Binding
  private let road: StoreRoad
  private let useCases: any PostUseCases

  /// Reads nothing yet: call ``fetch()``.
  public init(
    topic: Topic.ID, _ useCases: any PostUseCases, road: StoreRoad
  ) {
    let fetched = FetchedValue<[PostOverview], PostError>(
      [], message: \.alert, road: road)
    let items = Box<[PostItem]>([])
    self.topic = topic
    self.fetched = fetched
    itemsBox = items
    itemsFollowPosts = fetched.output.bind { items.value = $0.map(PostItem.init) }
    self.road = road
    self.useCases = useCases
  }

  deinit {
    whenReleased?()
  }

  /// Reads the newest posts from the store. Throws `.noTopic` or `.store`, which are also in
  /// `isErrorFree`.
  public func fetch() async throws(PostError) {
    try await fetched.fetch { () async throws(PostError) in
      try await useCases.list(of: topic)
    } follow: { newest, change in
      if case .posts(topic, let newer, _) = change { newest = newer }
    } show: {
      road.show([.posts(topic, newest: $0, changes: nil)], true)
    }
  }

  /// Returns a page of posts, newest first. They are not added to `items`.
  ///
  /// - Parameters:
  ///   - before: only older posts than this one; nil for the newest.
  ///   - limit: maximum number of posts, 1 to `Limits.postsShown`.
  /// - Throws: `PostError`: `.noTopic` or `.store`.
  public func page(before: Post.ID?, limit: Int) async throws(PostError) -> [PostItem] {
    try await useCases.list(of: topic, before: before, limit: limit).map(PostItem.init)
  }

  /// Returns a whole post. Throws `.notFound`, `.noTopic` or `.store`.
  public func read(_ id: Post.ID) async throws(PostError) -> PostText {
    PostText(try await useCases.read(id, of: topic))
  }

  /// Writes a post and returns it. Throws `.invalid` or `.full`, `.noTopic` or `.store`; the last two
  /// are also in `isErrorFree`.
  public func write(
    title: String, content: String, author: String
  ) async throws(PostError) -> PostText {
    PostText(
      try await fetched.change { () async throws(PostError) in
        try await useCases.write(in: topic, title: title, content: content, author: author)
      })
  }

  /// Changes the title, the content or both of a post; nil keeps the current value.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil to accept any.
  /// - Throws: `PostError`: `.invalid`, also if both are nil, `.notFound`, `.changed`, `.noTopic` or
  ///   `.store`; the last two are also in `isErrorFree`.
  public func edit(
    _ id: Post.ID, title: String? = nil, content: String? = nil, ifUpdated seen: Timestamp? = nil,
    author: String
  ) async throws(PostError) -> PostText {
    PostText(
      try await fetched.change { () async throws(PostError) in
        try await useCases.edit(
          id, of: topic, title: title, content: content, ifUpdated: seen, author: author)
      })
  }

  /// Removes a post. Throws `.notFound`, `.changed`, `.noTopic` or `.store`; the last two are also in
  /// `isErrorFree`.
  ///
  /// - Returns: its identifier in the trash, if the store keeps one.
  @discardableResult
  public func remove(
    _ id: Post.ID, ifUpdated seen: Timestamp? = nil, author: String
  ) async throws(PostError) -> Removal.ID {
    try await fetched.change { () async throws(PostError) in
      try await useCases.remove(id, of: topic, ifUpdated: seen, author: author)
    }.id
  }

  /// Shows how old the items are.
  func show(_ freshness: Freshness) {
    fetched.show(freshness)
  }

  /// Shows what is left out of the list, in sentences.
  func show(faults sentences: [String]) {
    fetched.show(faults: sentences)
  }

  /// Shows the newest posts.
  func receive(_ newest: [PostOverview], isRead: Bool) {
    fetched.receive(newest, isRead: isRead)
  }

  /// Reads the newest posts in the background. A failure changes nothing.
  func refresh() async {
    await fetched.refresh { () async throws(PostError) in
      try await useCases.list(of: topic)
    } follow: { newest, change in
      if case .posts(topic, let newer, _) = change { newest = newer }
    } show: {
      road.show([.posts(topic, newest: $0, changes: nil)], true)
    }
  }
}

extension PostError {
  /// The message shown to everyone; nil for a broken rule.
  fileprivate var alert: String? {
    switch self {
    case .invalid, .notFound, .changed, .superseded, .full: nil
    case .noTopic, .store: message
    }
  }
}

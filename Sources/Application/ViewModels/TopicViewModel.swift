public import Boxes
public import Domain

/// A topic in a few figures, always available, and the arguments of its sides while a client needs
/// them.
public final class TopicViewModel {
  public var topic: Topic { overview.topic }
  /// The topic in a few figures: those of the store at first, then changed in the same turn as the
  /// list of either side.
  public var summary: Output<Summary> { Output(summaryBox) }

  /// The version of what is shown.
  private(set) var version: Int
  private var overview: TopicOverview
  private let summaryBox: Box<Summary>
  private let makeArguments: (Topic.ID, Side) -> ArgumentsViewModel
  private weak var pros: ArgumentsViewModel?
  private weak var cons: ArgumentsViewModel?
  private let makePosts: (Topic.ID) -> PostsViewModel
  private weak var postsViewModel: PostsViewModel?
  /// How old both sides and the posts are; nil unless they are copies.
  private var boardFreshness: Freshness?
  private var postsFreshness: Freshness?
  /// The posts that sessions show.
  private var followedPosts: [Post.ID: WeakPost] = [:]

  /// - Parameters:
  ///   - arguments: makes the view model of a side's arguments.
  ///   - posts: makes the view model of the posts.
  public init(
    _ overview: Stored<TopicOverview>,
    arguments: @escaping (Topic.ID, Side) -> ArgumentsViewModel,
    posts: @escaping (Topic.ID) -> PostsViewModel
  ) {
    version = overview.version
    self.overview = overview.value
    summaryBox = Box(Summary(overview.value))
    makeArguments = arguments
    makePosts = posts
  }

  /// Returns the arguments of one side, not read yet. Keep one view model per side: a change of one
  /// side is also shown on the other one and in the summary.
  public func arguments(_ side: Side) -> ArgumentsViewModel {
    let viewModel = makeArguments(topic.id, side)
    viewModel.boardCame = { [self] in show($0) }
    viewModel.whenReleased = { [self] in forgetReleased() }
    if let boardFreshness { viewModel.show(boardFreshness) }
    switch side {
    case .pro: pros = viewModel
    case .con: cons = viewModel
    }
    return viewModel
  }

  /// Returns the posts, not read yet. Keep one view model of them.
  public func posts() -> PostsViewModel {
    let viewModel = makePosts(topic.id)
    viewModel.postsCame = { [self] in follow($0, $1) }
    viewModel.whenReleased = { [self] in forgetReleased() }
    if let postsFreshness { viewModel.show(postsFreshness) }
    postsViewModel = viewModel
    return viewModel
  }

  /// Shows the store's state, unless something newer is shown.
  func show(_ new: Stored<TopicOverview>) {
    guard new.version > version else { return }
    version = new.version
    guard new.value != overview else { return }
    overview = new.value
    summaryBox.value = Summary(overview)
  }

  /// Shows the store's state on both sides, unless something newer is shown.
  ///
  /// - Parameter isFetched: whether the board was just read, which proves that the store works.
  func show(_ board: Stored<Board>, isFetched: Bool = false) {
    if board.version > version { show(board.map(\.overview)) }
    for side in sides { side.receive(board, isFetched: isFetched) }
  }

  /// Shows the newest posts of the store, unless something newer is shown.
  ///
  /// - Parameter change: what was done to one of all posts; nil if it is not known.
  func show(_ newest: Stored<[PostOverview]>, _ change: PostChange? = nil) {
    postsViewModel?.receive(newest)
    follow(newest, change)
  }

  /// Shows how old both sides are.
  func showBoard(_ freshness: Freshness) {
    boardFreshness = freshness
    for side in sides { side.show(freshness) }
  }

  /// Shows how old the posts are.
  func showPosts(_ freshness: Freshness) {
    postsFreshness = freshness
    postsViewModel?.show(freshness)
  }

  /// Returns the post that all sessions share while any of them shows it.
  ///
  /// - Parameter make: makes it if none of them does.
  func followedPost(_ id: Post.ID, make: () -> FollowedPost) -> FollowedPost {
    if let post = followedPosts[id]?.post { return post }
    let post = make()
    post.whenReleased = { [self] in forgetReleased(id) }
    followedPosts[id] = WeakPost(post: post)
    return post
  }

  /// Shows that a post does not exist.
  func showRemoval(of post: Post.ID) {
    followedPosts[post]?.post?.disappear()
  }

  /// Reads what clients need again in the background. A failure changes nothing.
  func refresh() async {
    if let board = await sides.first?.read() { show(board, isFetched: true) }
    await postsViewModel?.refresh()
    for followed in Array(followedPosts.values) { try? await followed.post?.read() }
  }

  private func follow(_ newest: Stored<[PostOverview]>, _ change: PostChange?) {
    for followed in Array(followedPosts.values) { followed.post?.follow(newest, change) }
  }

  /// Overwrites the references to view models that were released. The memory that each of them
  /// holds until then is small, but keeps the memory around it from being returned to the system:
  /// 120 MB with 10,000 topics.
  private func forgetReleased() {
    if pros == nil { pros = nil }
    if cons == nil { cons = nil }
    if postsViewModel == nil { postsViewModel = nil }
  }

  private func forgetReleased(_ post: Post.ID) {
    if followedPosts[post]?.post == nil { followedPosts[post] = nil }
  }

  private var sides: [ArgumentsViewModel] { [pros, cons].compactMap(\.self) }
}

private struct WeakPost {
  weak var post: FollowedPost?
}

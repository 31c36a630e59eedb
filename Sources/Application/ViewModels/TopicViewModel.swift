public import BoardValues
public import Boxes
public import Domain

/// A topic in a few figures, always available, and its parts while a client needs them.
public final class TopicViewModel {
  public var topic: Topic { overview.topic }
  /// The topic in a few figures: those of the store at first, then changed in the same turn as the
  /// list of either side.
  public var summary: Output<Summary> { Output(summaryBox) }

  private var overview: TopicOverview
  private let summaryBox: Box<Summary>
  private let parts: TopicParts
  private weak var pros: ArgumentsViewModel?
  private weak var cons: ArgumentsViewModel?
  private weak var postsViewModel: PostsViewModel?
  private weak var positionsViewModel: PositionsViewModel?
  private weak var decisionViewModel: DecisionViewModel?
  /// How old the board and the posts are; nil unless they are copies.
  private var boardFreshness: Freshness?
  private var postsFreshness: Freshness?
  /// What is wrong with parts of it.
  private var faults: [StoreFault] = []
  /// The posts that sessions show.
  private var followedPosts: [Post.ID: WeakPost] = [:]

  /// - Parameter parts: makes the view models of its parts.
  public init(_ overview: TopicOverview, parts: TopicParts) {
    self.overview = overview
    summaryBox = Box(Summary(overview))
    self.parts = parts
  }

  /// Returns the arguments of one side, not read yet. Keep one view model per side: a change of one
  /// side is also shown on the other one and in the summary.
  public func arguments(_ side: Side) -> ArgumentsViewModel {
    let viewModel = parts.arguments(of: topic.id, side)
    viewModel.whenReleased = { [self] in forgetReleased() }
    if let boardFreshness { viewModel.show(boardFreshness) }
    show(faults, on: viewModel)
    switch side {
    case .pro: pros = viewModel
    case .con: cons = viewModel
    }
    return viewModel
  }

  /// Returns the posts, not read yet. Keep one view model of them.
  public func posts() -> PostsViewModel {
    let viewModel = parts.posts(of: topic.id)
    viewModel.whenReleased = { [self] in forgetReleased() }
    if let postsFreshness { viewModel.show(postsFreshness) }
    show(faults, on: viewModel)
    postsViewModel = viewModel
    return viewModel
  }

  /// Returns the positions, not read yet. Keep one view model of them.
  public func positions() -> PositionsViewModel {
    let viewModel = parts.positions(of: topic.id)
    viewModel.whenReleased = { [self] in forgetReleased() }
    if let boardFreshness { viewModel.show(boardFreshness) }
    show(faults, on: viewModel)
    positionsViewModel = viewModel
    return viewModel
  }

  /// Returns the decision, whose positions are not read yet. Keep one view model of it.
  public func decision() -> DecisionViewModel {
    let viewModel = parts.decision(of: topic)
    viewModel.whenReleased = { [self] in forgetReleased() }
    decisionViewModel = viewModel
    return viewModel
  }

  /// Shows what has changed because time has passed.
  func renewDecision() {
    decisionViewModel?.renew()
  }

  /// Shows the figures of the store.
  func receive(_ new: TopicOverview) {
    guard new != overview else { return }
    let old = overview.topic
    overview = new
    summaryBox.value = Summary(overview)
    if new.topic != old { decisionViewModel?.receive(new.topic) }
  }

  /// Shows a board of the store, in all of its parts.
  func receive(_ board: Board, isRead: Bool) {
    receive(board.overview)
    for side in sides { side.receive(board, isRead: isRead) }
    positionsViewModel?.receive(board, isRead: isRead)
    decisionViewModel?.receive(board, isRead: isRead)
  }

  /// Shows the newest posts of the store.
  ///
  /// - Parameter changes: what was done to any of its posts; nil if that is not known.
  func receive(_ newest: [PostOverview], _ changes: [PostChange]?, isRead: Bool) {
    postsViewModel?.receive(newest, isRead: isRead)
    for followed in Array(followedPosts.values) { followed.post?.follow(newest, changes) }
  }

  /// Shows how old the board is.
  func showBoard(_ freshness: Freshness) {
    boardFreshness = freshness
    for side in sides { side.show(freshness) }
    positionsViewModel?.show(freshness)
  }

  /// Shows how old the posts are.
  func showPosts(_ freshness: Freshness) {
    postsFreshness = freshness
    postsViewModel?.show(freshness)
  }

  /// Shows what is wrong with parts of it, each where something is left out.
  func show(faults new: [StoreFault]) {
    faults = new
    for side in sides { show(new, on: side) }
    if let postsViewModel { show(new, on: postsViewModel) }
    if let positionsViewModel { show(new, on: positionsViewModel) }
  }

  private func show(_ faults: [StoreFault], on arguments: ArgumentsViewModel) {
    let own = faults.filter { fault in
      fault.part == .board(topic.id) && (fault.side ?? arguments.side) == arguments.side
    }
    arguments.show(faults: own.map(\.sentence))
  }

  private func show(_ faults: [StoreFault], on posts: PostsViewModel) {
    posts.show(faults: faults.filter { $0.part == .posts(topic.id) }.map(\.sentence))
  }

  private func show(_ faults: [StoreFault], on positions: PositionsViewModel) {
    let own = faults.filter { $0.part == .board(topic.id) && $0.side == nil }
    positions.show(faults: own.map(\.sentence))
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
    for side in sides { await side.refresh() }
    await positionsViewModel?.refresh()
    await decisionViewModel?.refresh()
    await postsViewModel?.refresh()
    for followed in Array(followedPosts.values) { try? await followed.post?.read() }
  }

  /// Overwrites the references to view models that were released. The memory that each of them
  /// holds until then is small, but keeps the memory around it from being returned to the system:
  /// 120 MB with 10,000 topics.
  private func forgetReleased() {
    if pros == nil { pros = nil }
    if cons == nil { cons = nil }
    if postsViewModel == nil { postsViewModel = nil }
    if positionsViewModel == nil { positionsViewModel = nil }
    if decisionViewModel == nil { decisionViewModel = nil }
  }

  private func forgetReleased(_ post: Post.ID) {
    if followedPosts[post]?.post == nil { followedPosts[post] = nil }
  }

  private var sides: [ArgumentsViewModel] { [pros, cons].compactMap(\.self) }
}

private struct WeakPost {
  weak var post: FollowedPost?
}

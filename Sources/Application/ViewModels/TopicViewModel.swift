public import BoardValues
public import Boxes
public import Domain

/// A topic in a few figures, always available, and its parts while a client needs them.
public final class TopicViewModel {
  public var topic: Topic { overview.topic }
  /// The identifiers of its options, in their order.
  var optionIDs: [Option.ID] { overview.options }
  /// The topic in a few figures: those of the store at first, then changed in the same turn as the
  /// list of either side.
  public var summary: Output<Summary> { Output(summaryBox) }

  private var overview: TopicOverview
  private let summaryBox: Box<Summary>
  private let parts: TopicParts
  /// What shows parts of the board.
  private var boardParts: [WeakPart] = []
  private weak var postsViewModel: PostsViewModel?
  private weak var decisionViewModel: DecisionViewModel?
  /// The topics that this one replaces.
  private var predecessors: [Topic.ID] = []
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

  /// Returns the arguments of one column, not read yet. Keep one view model of each: a change of the
  /// board is shown in all of its parts and in the summary.
  public func arguments(_ column: Column) -> ArgumentsViewModel {
    follow(parts.arguments(of: topic.id, column))
  }

  /// Returns the options, not read yet. Keep one view model of them, as of all other parts.
  public func options() -> OptionsViewModel { follow(parts.options(of: topic.id)) }

  /// Returns the objections, not read yet.
  public func objections() -> ObjectionsViewModel { follow(parts.objections(of: topic.id)) }

  /// Returns the todos, not read yet.
  public func todos() -> TodosViewModel { follow(parts.todos(of: topic.id)) }

  /// Returns the posts, not read yet. Keep one view model of them.
  public func posts() -> PostsViewModel {
    let viewModel = parts.posts(of: topic.id)
    viewModel.whenReleased = { [self] in forgetReleased() }
    if let postsFreshness { viewModel.show(postsFreshness) }
    show(faults, on: viewModel)
    postsViewModel = viewModel
    return viewModel
  }

  /// Returns the positions, not read yet.
  public func positions() -> PositionsViewModel { follow(parts.positions(of: topic.id)) }

  /// Returns the decision, whose positions are not read yet.
  public func decision() -> DecisionViewModel {
    let viewModel = follow(parts.decision(of: topic, replaces: predecessors))
    decisionViewModel = viewModel
    return viewModel
  }

  private func follow<Part: BoardPart>(_ part: Part) -> Part {
    part.whenReleased = { [self] in forgetReleased() }
    if let boardFreshness { part.show(boardFreshness) }
    part.show(faults: faults)
    boardParts.append(WeakPart(part: part))
    return part
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
    if new.topic != old { decisionViewModel?.receive(new.topic, replaces: predecessors) }
  }

  /// Shows which topics this one replaces.
  func receive(predecessors new: [Topic.ID]) {
    predecessors = new
    decisionViewModel?.receive(topic, replaces: new)
  }

  /// Shows a board of the store, in all of its parts.
  func receive(_ board: Board, isRead: Bool) {
    receive(board.overview)
    for part in shownParts { part.receive(board, isRead: isRead) }
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
    for part in shownParts { part.show(freshness) }
  }

  /// Shows how old the posts are.
  func showPosts(_ freshness: Freshness) {
    postsFreshness = freshness
    postsViewModel?.show(freshness)
  }

  /// Shows what is wrong with parts of it, each where something is left out.
  func show(faults new: [StoreFault]) {
    faults = new
    for part in shownParts { part.show(faults: new) }
    if let postsViewModel { show(new, on: postsViewModel) }
  }

  private func show(_ faults: [StoreFault], on posts: PostsViewModel) {
    posts.show(faults: faults.filter { $0.part == .posts(topic.id) }.map(\.sentence))
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
    // All of them show the board that one has read.
    let shown = shownParts
    if await shown.first?.refresh() == true { for part in shown { part.clearFailure() } }
    await postsViewModel?.refresh()
    for followed in Array(followedPosts.values) { try? await followed.post?.read() }
  }

  /// Overwrites the references to view models that were released. The memory that each of them
  /// holds until then is small, but keeps the memory around it from being returned to the system:
  /// 120 MB with 10,000 topics.
  private func forgetReleased() {
    boardParts.removeAll { $0.part == nil }
    if boardParts.isEmpty { boardParts = [] }
    if postsViewModel == nil { postsViewModel = nil }
    if decisionViewModel == nil { decisionViewModel = nil }
  }

  private func forgetReleased(_ post: Post.ID) {
    if followedPosts[post]?.post == nil { followedPosts[post] = nil }
  }

  private var shownParts: [any BoardPart] { boardParts.compactMap(\.part) }
}

private struct WeakPart {
  weak var part: (any BoardPart)?
}

private struct WeakPost {
  weak var post: FollowedPost?
}

internal import Boxes
internal import Domain

/// A whole post that sessions show. It is read once for all of them, and again in the background
/// whenever it may have changed.
final class FollowedPost {
  let id: Post.ID
  let topic: Topic.ID
  /// nil until the first read, and once the post is removed. A failure leaves it unchanged.
  var post: Output<Post?> { Output(box) }

  /// Called when the post is released.
  var whenReleased: (() -> Void)?
  private let box = Box<Post?>(nil)
  private let posts: any PostUseCases
  private let inBackground: RunInBackground
  /// The number of the newest read.
  private var started = 0
  /// The newest read when the current state became known: no answer to it, or to an older one, is
  /// newer.
  private var known = 0
  private var isReadingAgain = false
  private var hasChangedSince = false

  /// Reads nothing yet: call ``read()``.
  init(
    _ id: Post.ID, of topic: Topic.ID, _ posts: any PostUseCases,
    inBackground: @escaping RunInBackground
  ) {
    self.id = id
    self.topic = topic
    self.posts = posts
    self.inBackground = inBackground
  }

  deinit {
    whenReleased?()
  }

  /// Reads the post. Of overlapping reads, the latest wins. Throws the failure of the store.
  func read() async throws(StoreError) {
    started += 1
    let call = started
    var found: Post?
    do throws(PostError) {
      found = try await posts.read(id, of: topic)
    } catch {
      if case .store(let failure) = error { throw failure }
    }
    if call > known { show(found, from: call) }
  }

  /// Shows that the post was removed.
  func disappear() {
    show(nil, from: started)
  }

  /// Follows what the store reports of the topic's posts. If that may concern this post, and it is not
  /// known how, the post is read again.
  ///
  /// - Parameter changes: what was done to any of them; nil if that is not known.
  func follow(_ newest: [PostOverview], _ changes: [PostChange]?) {
    guard let changes else { return compare(with: newest) }
    for change in changes {
      switch change {
      case .stored(let post) where post.id == id: show(post, from: started)
      case .removed(id): disappear()
      case .stored, .removed: break
      }
    }
  }

  private func compare(with newest: [PostOverview]) {
    if let overview = newest.first(where: { $0.id == id }) {
      if box.value.map(PostOverview.init) != overview { readAgain() }
    } else if newest.count == Limits.postsShown, let oldest = newest.last, id < oldest.id {
      readAgain()
    } else {
      disappear()
    }
  }

  private func show(_ post: Post?, from call: Int) {
    known = call
    if box.value != post { box.value = post }
  }

  private func readAgain() {
    hasChangedSince = true
    guard !isReadingAgain else { return }
    isReadingAgain = true
    inBackground(readWhileChanging)
  }

  private func readWhileChanging() async {
    while hasChangedSince {
      hasChangedSince = false
      try? await read()
    }
    isReadingAgain = false
  }
}

internal import TerminalClient

/// The posts that are older than those that the daemon shows by itself. They are loaded when the user
/// gets to them.
struct OlderPosts {
  /// Newest first.
  private(set) var posts: [Board.Post] = []
  /// Whether it is known that there are no more.
  private var isComplete = false
  private var isLoading = false
  /// The number of the last request.
  private var number = 0

  /// Whether more can be asked for.
  var canContinue: Bool { !isComplete && !isLoading }

  /// Leaves out what is also among the newest posts, which have changed: there may be more.
  mutating func remove(_ newest: [Board.Post]) {
    let ids = Set(newest.map(\.id))
    posts.removeAll { ids.contains($0.id) }
    isComplete = false
  }

  /// Begins a request, which replaces those before.
  ///
  /// - Returns: its number.
  mutating func begin() -> Int {
    number += 1
    isLoading = true
    return number
  }

  func isCurrent(_ number: Int) -> Bool { number == self.number }

  mutating func fail() {
    isLoading = false
  }

  mutating func end(with posts: [Board.Post], isComplete: Bool) {
    (self.posts, self.isComplete, isLoading) = (posts, isComplete, false)
  }
}

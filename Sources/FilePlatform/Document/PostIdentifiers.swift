internal import Domain

/// Assigns identifiers to the posts that have none, and to those whose identifier an earlier one
/// has: that of a previous post with the same title, or else one derived from the title.
struct PostIdentifiers {
  private let topic: Topic.ID
  /// Identifiers that posts have, and those that were assigned.
  private var taken: Set<Post.ID>
  private var used: Set<Post.ID> = []
  /// By title, identifiers of previous posts that no longer occur in the document.
  private var known: [String: [Post.ID]] = [:]
  /// By title, the number of identifiers that were made.
  private var made: [String: Int] = [:]

  /// - Parameters:
  ///   - written: the identifiers in the document, in order.
  ///   - known: the previous posts.
  init(of topic: Topic.ID, _ written: [Post.ID], known: [Post]) {
    self.topic = topic
    taken = Set(written)
    for post in known where !taken.contains(post.id) {
      self.known[post.title, default: []].append(post.id)
    }
  }

  mutating func next(_ written: Post.ID?, _ title: String, at date: Timestamp) -> Post.ID {
    if let written, used.insert(written).inserted { return written }
    var id = ""
    if let first = known[title]?.first {
      known[title]?.removeFirst()
      id = first
    }
    while id.isEmpty || !taken.insert(id).inserted {
      let number = made[title, default: 0]
      made[title] = number + 1
      // Always the same for the same post.
      let text = "\(topic)/\(title)/\(number)"
      id = UUIDv7.make(
        at: date, from: (Fingerprint(text).value, Fingerprint("\(text)/").value))
    }
    used.insert(id)
    return id
  }
}

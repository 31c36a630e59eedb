internal import Domain

/// What a call did to one post of a topic.
enum PostChange {
  /// It was edited, and now is this.
  case edited(Post)
  case removed(Post.ID)
}

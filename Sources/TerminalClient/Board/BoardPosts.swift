package import BoardValues
internal import Terminal

/// The discussion under a board: a heading, a rule and the posts below it.
struct BoardPosts {
  let posts: [PostItem]
  /// Whether the posts are numbered, from `#1`.
  var isNumbered = false

  /// The lines of the discussion, none wider than `width`.
  func lines(width: Int) -> [StyledText] {
    let heading = TextWrap.lines(of: "💬 Posts (\(posts.count))", width: width)
      .map { StyledText($0, .bold) }
    let rule = StyledText(String(repeating: "─", count: width), .dim)
    let rows = posts.enumerated().flatMap { index, post in
      lines(of: post, bullet: isNumbered ? "#\(index + 1)  " : "* ", width: width)
    }
    return heading + [rule] + rows
  }

  private func lines(of post: PostItem, bullet: String, width: Int) -> [StyledText] {
    let indent = String(repeating: " ", count: bullet.displayWidth)
    return StyledText.hanging(bullet, post.title.visibleName, width: width, style: .bold)
      + StyledText.hanging(indent, post.byline.visibleName, width: width, style: .dim)
      + StyledText.hanging(indent, post.subtitle.printable, width: width, style: nil)
  }
}

extension PostItem {
  package var byline: String { [author, dates].filter { !$0.isEmpty }.joined(separator: ", ") }
}

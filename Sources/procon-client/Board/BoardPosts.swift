internal import Terminal

/// The discussion under a board: a heading, a rule and the posts below it.
struct BoardPosts {
  let posts: [Board.Post]

  /// The lines of the discussion, none wider than `width`.
  func lines(width: Int) -> [StyledText] {
    let heading = TextWrap.lines(of: "💬 Posts (\(posts.count))", width: width)
      .map { StyledText($0, .bold) }
    let rule = StyledText(String(repeating: "─", count: width), .dim)
    let rows = posts.flatMap { post in
      StyledText.hanging("* ", post.title.printable, width: width, style: .bold)
        + TextWrap.lines(of: "\(post.author), \(post.dates)".printable, width: max(1, width - 2))
        .map { StyledText("  \($0)", .dim) }
        + TextWrap.lines(of: post.subtitle.printable, width: max(1, width - 2))
        .map { StyledText("  \($0)") }
    }
    return heading + [rule] + rows
  }
}

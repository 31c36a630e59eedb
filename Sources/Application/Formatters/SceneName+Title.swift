extension SceneName {
  /// The title of a scene for people.
  ///
  /// - Parameter subject: the title of the topic or post that it shows; ignored if it shows none.
  func title(_ subject: String = "") -> String {
    switch self {
    case .topics: "Topics"
    case .board, .post: subject
    case .posts: "Posts: \(subject)"
    case .draft: "New post"
    case .login: "Log in"
    }
  }
}

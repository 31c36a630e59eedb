internal import BoxClient
internal import BoxWire
internal import Terminal

/// What a scene shows above the menu.
protocol SceneContent {
  /// Failures, without the word "Alert".
  var alerts: [String] { get }
  /// Rows that a user can choose by their numbers, from `#1`.
  var rows: [SceneRow] { get }
  /// Words for intents that the daemon has chosen, by path, such as `Save`.
  var captions: [String: String] { get }

  /// The lines from top to bottom, without line ends and alerts; none is wider than `width`.
  ///
  /// - Parameter width: columns, at least 1.
  func lines(width: Int, palette: Palette) -> [String]
}

extension SceneContent {
  var rows: [SceneRow] { [] }
  var captions: [String: String] { [:] }
}

/// A row that a user can choose.
struct SceneRow: Equatable {
  /// The intent that shows more of it.
  let intent: String
  /// That intent's parameters.
  let parameters: Parameters
}

extension KnownScene {
  /// Returns its content; nil if the scene lacks what the view needs.
  func content(of scene: ShownScene, _ entry: SessionRoute.Entry) -> (any SceneContent)? {
    switch self {
    case .topics: TopicsSceneContent(scene)
    case .board: BoardSceneContent(scene, entry)
    case .posts: PostsSceneContent(scene, entry)
    case .post: PostSceneContent(scene, entry)
    case .draft: DraftContent(scene, entry)
    case .login: LoginContent(scene, entry)
    }
  }
}

extension ShownScene {
  /// What is shown: by the view for this kind of scene, else by its description alone.
  var content: any SceneContent {
    guard let entry else { return DescribedContent(title: "There is nothing to show.", self) }
    return KnownScene(rawValue: entry.scene)?.content(of: self, entry)
      ?? DescribedContent(title: entry.title, self)
  }
}

internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal

/// The posts of a topic.
struct PostsSceneContent: SceneContent {
  let alerts: [String]
  private let title: String
  private let place: String
  private let posts: [PostItem]

  /// nil without a place.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    guard let place = entry.place else { return nil }
    title = entry.title
    self.place = place
    var boxes = BoxReader { scene[$0] }
    posts = boxes.read("\(place).posts.items") ?? []
    alerts = scene.alerts + boxes.faults
  }

  var rows: [SceneRow] {
    posts.map { post in
      SceneRow(
        intent: "session.toPost",
        parameters: Parameters([.at: JSONText(place), .id: JSONText(post.id)]))
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    let head = TextWrap.lines(of: title.visibleName, width: width).map { palette.styled($0, .bold) }
    let list = BoardPosts(posts: posts, isNumbered: true).lines(width: width)
    return PageLayout(width: width, height: nil, palette: palette).lines(
      head: head + [""], sections: [list.map { palette.styled($0.text, $0.style) }], notice: nil)
  }
}

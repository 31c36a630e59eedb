internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal

/// The list of topics.
struct TopicsSceneContent: SceneContent {
  let alerts: [String]
  private let list: TopicList

  init(_ scene: ShownScene) {
    var list = TopicList(summaries: scene.boxes)
    list.isNumbered = true
    self.list = list
    alerts = scene.alerts
  }

  var rows: [SceneRow] {
    list.rows.map {
      SceneRow(intent: "session.toBoard", parameters: Parameters([.at: JSONText($0.name.path)]))
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    list.lines(width: width, height: nil, palette: palette)
  }
}

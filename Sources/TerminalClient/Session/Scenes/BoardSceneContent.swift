internal import BoxClient
internal import Terminal

/// The pros and cons of a topic.
struct BoardSceneContent: SceneContent {
  /// The board shows its alerts itself.
  let alerts: [String] = []
  private let board: BoardPage

  /// nil without a place.
  init?(_ scene: ShownScene, _ entry: SessionRoute.Entry) {
    guard let place = entry.place else { return nil }
    board = BoardPage(at: place, name: entry.title, showsIDs: true, alerts: scene.alerts) {
      scene[$0]
    }
  }

  func lines(width: Int, palette: Palette) -> [String] {
    board.lines(width: width, height: nil, palette: palette)
  }
}

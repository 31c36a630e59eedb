internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Shows a topic as a board that fills the terminal and is drawn in place.
@LoopActor
final class BoardScreen: SubscriptionView {
  private let topic: TopicName
  private var board: Board?
  private var screen: LiveScreen?

  /// - Parameter output: a terminal.
  init(topic: TopicName, output: StandardOutput, palette: Palette) {
    self.topic = topic
    screen = LiveScreen(output) { [unowned self] columns, rows in
      board.map { BoardRenderer(width: columns, height: rows, palette: palette).lines($0) }
    }
  }

  let showsConnectionLoss = true

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    if mirror.isSynced { sync(mirror) }
  }

  func sync(_ mirror: Mirror) {
    board = Board(of: topic, in: mirror)
    screen?.redraw()
  }

  func lose(_ mirror: Mirror) {
    // The mirror may contain half of a change.
    board = board ?? Board(of: topic, in: Mirror())
    board?.notice = "The connection to the daemon is lost; trying again …"
    screen?.redraw()
  }

  func end() {
    screen?.end()
  }
}

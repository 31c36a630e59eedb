internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Prints each state of a topic as a separate board, with a blank line between two of them.
@LoopActor
final class BoardPages: SubscriptionView {
  private let topic: TopicName
  private let output: StandardOutput
  private let palette: Palette
  private var shown: Board?

  init(topic: TopicName, output: StandardOutput, palette: Palette) {
    self.topic = topic
    self.output = output
    self.palette = palette
  }

  let showsConnectionLoss = false

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    if mirror.isSynced { show(mirror) }
  }

  func sync(_ mirror: Mirror) {
    show(mirror)
  }

  func lose(_ mirror: Mirror) {}

  func end() {}

  private func show(_ mirror: Mirror) {
    let board = Board(of: topic, in: mirror)
    guard board != shown else { return }
    let renderer = BoardRenderer(width: output.columns, height: nil, palette: palette)
    let lines = (shown == nil ? [] : [""]) + renderer.lines(board)
    shown = board
    output.write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}

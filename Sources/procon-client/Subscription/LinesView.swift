internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Prints each change as lines, for programs and for people who watch boxes.
@LoopActor
final class LinesView: SubscriptionView {
  enum Format: Sendable {
    case lines
    case json
    case value
  }

  private let format: Format
  private let context: CommandContext

  init(_ format: Format, _ context: CommandContext) {
    self.format = format
    self.context = context
  }

  let showsConnectionLoss = false

  func change(_ boxes: BoxValues, _ mirror: Mirror) {
    Alert.all(in: boxes.values).forEach(context.report)
    switch format {
    case .json: write([boxes.json.bytes])
    case .lines: write(BoxLines.lines(boxes.values) + BoxLines.lines(removed: boxes.removed))
    case .value: write(BoxLines.oneLineValues(boxes.values) + boxes.removed.map { _ in [] })
    }
  }

  func sync(_ mirror: Mirror) {}

  func lose(_ mirror: Mirror) {}

  func end() {}

  private func write(_ lines: [[UInt8]]) {
    lines.forEach(context.output.write(line:))
  }
}

internal import ArgumentParser
internal import BoxWire

/// The name of a topic, as `--topic` takes it: one segment of a path.
struct TopicName: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  /// nil when the text is not a valid segment.
  init?(argument: String) {
    guard let path = Path(argument), path.segments.count == 1 else { return nil }
    text = argument
  }

  /// The topic of a new installation.
  static let ai = TopicName(argument: "ai")!

  func path(_ side: Side, _ member: String) -> Path {
    // A valid segment with three others is a valid path.
    Path("topics.\(text).\(side.plural).\(member)")!
  }
}

extension TopicName: CustomStringConvertible {
  var description: String { text }
}

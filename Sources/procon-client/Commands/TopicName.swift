internal import ArgumentParser
internal import BoxWire

/// What `--topic` names: one segment of a path.
struct TopicName: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  /// nil when it cannot stand in a path.
  init?(argument: String) {
    guard let path = Path(argument), path.segments.count == 1 else { return nil }
    text = argument
  }

  /// The topic of a new installation.
  static let ai = TopicName(argument: "ai")!

  func path(_ side: Side, _ member: String) -> Path {
    // A name of one segment stays a path with two more.
    Path("topics.\(text).\(side.plural).\(member)")!
  }
}

extension TopicName: CustomStringConvertible {
  var description: String { text }
}

internal import ArgumentParser
package import BoxWire

/// The name of a topic, as `--topic` takes it: its id, such as `cats`, or root and id, such as
/// `wiki.cats`.
package struct TopicName: ExpressibleByArgument, Hashable, Sendable {
  /// Where its store is mounted, such as `topics`.
  package let root: String
  package let id: String

  /// nil when the text is neither one valid segment nor two.
  package init?(argument: String) {
    guard let segments = Path(argument)?.segments.map(String.init), segments.count <= 2 else {
      return nil
    }
    root = segments.count == 2 ? segments[0] : Self.defaultRoot
    id = segments[segments.count - 1]
  }

  /// The name of the topic whose summary has this path; nil for a shared box, and for any other
  /// path.
  package init?(summary path: String) {
    let segments = path.split(separator: ".").map(String.init)
    guard segments.count == 3, segments[2] == "summary", segments[0] != "shared" else { return nil }
    root = segments[0]
    id = segments[1]
  }

  /// The root of a name without one.
  package static let defaultRoot = "topics"

  /// The summaries of the topics of all stores.
  package static let summaries = Pattern("*.*.summary")!

  /// As `--topic` takes it.
  package var text: String { root == Self.defaultRoot ? id : "\(root).\(id)" }

  /// Where its boxes are.
  package var path: String { "\(root).\(id)" }

  package func path(_ side: SideName, _ member: String) -> Path {
    ColumnName(self, side).path(member)
  }
}

/// What has chosen a topic before the command was typed.
package enum TopicChoice: Equatable, Sendable {
  /// The variable `PROCON_TOPIC`.
  case environment
  /// ``CurrentTopic``.
  case terminal
}

/// The side of the board of a topic, or of one of its options.
package struct ColumnName: Equatable, Sendable {
  package let topic: TopicName
  package let side: SideName
  /// The id of the option; nil for the topic's own board.
  package let option: String?

  package init(_ topic: TopicName, _ side: SideName, of option: String? = nil) {
    (self.topic, self.side, self.option) = (topic, side, option)
  }

  package func path(_ member: String) -> Path {
    let board = option.map { "\(topic.path).options.\($0)" } ?? topic.path
    // Valid segments are a valid path: the ids of options are numbers.
    return Path("\(board).\(side.plural).\(member)")!
  }
}

extension TopicName: CustomStringConvertible {
  package var description: String { text }
}

/// The side of an argument: for or against.
package enum SideName: String, CaseIterable, ExpressibleByArgument, Sendable {
  case pro
  case con

  /// The name in paths, such as `pros`.
  package var plural: String { rawValue + "s" }
}

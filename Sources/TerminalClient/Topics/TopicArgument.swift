internal import ArgumentParser

/// A topic on the command line: its id, with the root path of its store as in `wiki.cats` unless that
/// is `topics`, the beginning of that, or its title.
package struct TopicArgument: ExpressibleByArgument, Equatable, Sendable {
  package let text: String

  /// nil for an empty text.
  package init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  /// The topic with this text as its id; nil if it cannot be one.
  ///
  /// - Parameter root: that of its store, unless the text has one.
  package func name(under root: RootName?) -> TopicName? {
    guard let name = TopicName(argument: text), let root, !text.contains(".") else {
      return TopicName(argument: text)
    }
    return TopicName(argument: root.name(ofTopic: name.id))
  }
}

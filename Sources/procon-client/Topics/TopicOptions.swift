internal import ArgumentParser
internal import BoxWire
internal import TerminalClient

/// The options that say which topic a command is about.
struct TopicOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The topic: its id, the beginning of one, or its title. (environment: PROCON_TOPIC; default: the"
        + " topic that 'use' has chosen on this terminal, or the only one)", valueName: "topic"),
    completion: .topics)
  var topic: TopicArgument?

  @Option(help: "The root path of the topic's store. (default: \(TopicName.defaultRoot))")
  var root: RootName?

  init() {}

  /// The topic that is meant when none is named.
  init(root: RootName?) {
    topic = nil
    self.root = root
  }
}

/// A topic on the command line: its id, with the root path of its store as in `wiki.cats` unless that
/// is `topics`, the beginning of that, or its title.
struct TopicArgument: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  /// nil for an empty text.
  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  /// The topic with this text as its id; nil if it cannot be one.
  ///
  /// - Parameter root: that of its store, unless the text has one.
  func name(under root: RootName?) -> TopicName? {
    guard let name = TopicName(argument: text), let root, !text.contains(".") else {
      return TopicName(argument: text)
    }
    return TopicName(argument: root.name(ofTopic: name.id))
  }
}

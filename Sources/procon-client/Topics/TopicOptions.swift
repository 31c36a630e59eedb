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

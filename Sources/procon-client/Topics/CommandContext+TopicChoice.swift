internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import OperatingSystem
internal import Terminal
internal import TerminalClient
internal import UVLoop

extension CommandContext {
  /// Whether a person types commands and reads their output. Otherwise, what was typed elsewhere does
  /// not count.
  var isOnTerminal: Bool { StandardInput.isTerminal && output.isTerminal }

  /// Returns the topic that a command is about: the one that it names; else the one in `PROCON_TOPIC`;
  /// else, on a terminal, the one that `use` has chosen; else the only one.
  ///
  /// - Parameters:
  ///   - argument: names the topic in place of `--topic`.
  ///   - isSafe: whether the beginning of an id is enough in a script, too.
  /// - Throws: `.usage` if several are meant, or none of several is chosen; `.noTopic` or
  ///   `.noChosenTopic` if it does not exist.
  @LoopActor
  func topic(
    _ options: TopicOptions, _ argument: TopicArgument? = nil, isSafe: Bool = true,
    command: String, over connection: Connection
  ) async throws(Failure) -> KnownTopic {
    guard argument == nil || options.topic == nil else {
      throw .usage("the topic is given twice", command: command)
    }
    if let argument = argument ?? options.topic {
      return try await topic(
        argument, under: options.root, isSafe: isSafe, command: command, over: connection)
    }
    if let topic = try await chosenTopic(
      under: options.root, isSafe: isSafe, command: command, over: connection)
    {
      return topic.topic
    }
    return try await onlyTopic(under: options.root, command: command, over: connection)
  }

  /// Returns the topic that a text on the command line means. The id of one that the daemon does not show
  /// is passed on to the daemon, which may know it.
  @LoopActor
  func topic(
    _ argument: TopicArgument, under root: RootName?, isSafe: Bool = true, command: String,
    over connection: Connection
  ) async throws(Failure) -> KnownTopic {
    let name = argument.name(under: root)
    if let root, let name, name.root != root.description {
      throw .usage(
        "'\(argument.text.excerpt)' is not in the store '\(root)'; leave out --root",
        command: command)
    }
    if let name, let topic = try await shownTopic(name, over: connection) { return topic }
    let topics = try await topics(over: connection)
    switch topics.named(argument, under: root) {
    case .one(let topic): return topic
    case .beginning(let topic):
      try requireWhole(argument.text, topic.name.text, isSafe: isSafe, command: command)
      return topic
    case .several(let topics): throw .ambiguous(argument, among: topics, command: command)
    case .none:
      if let name { return KnownTopic(name) }
      throw .noTopic(argument.text, near: topics.nearest(to: argument.text))
    }
  }

  /// Returns the topic that was chosen before this command; nil if none was.
  @LoopActor
  func chosenTopic(
    under root: RootName?, isSafe: Bool = true, command: String, over connection: Connection
  ) async throws(Failure) -> (topic: KnownTopic, by: TopicChoice)? {
    if let argument = Environment["PROCON_TOPIC"].flatMap(TopicArgument.init(argument:)) {
      let topic = try await topic(
        argument, under: root, isSafe: isSafe, command: command, over: connection)
      guard topic.title != nil else { throw .noChosenTopic(argument.text, .environment) }
      return (topic, .environment)
    }
    guard isOnTerminal, let name = CurrentTopic.read(at: finder.place),
      root.map({ $0.description == name.root }) ?? true
    else { return nil }
    guard let topic = try await shownTopic(name, over: connection) else {
      throw .noChosenTopic(name.text, .terminal)
    }
    return (topic, .terminal)
  }

  /// Returns the topic that is meant when none is named or chosen.
  @LoopActor
  private func onlyTopic(
    under root: RootName?, command: String, over connection: Connection
  ) async throws(Failure) -> KnownTopic {
    let topics = try await topics(over: connection)
      .filter { topic in root.map { $0.description == topic.name.root } ?? true }
    guard let topic = topics.first else {
      throw .noTopics(root: root?.description)
    }
    guard topics.count == 1 else {
      let choice =
        isOnTerminal ? "choose it with 'procon-client use TOPIC'" : "set PROCON_TOPIC"
      throw .usage(
        "which topic? There are \(topics.list); name it with --topic, or \(choice)",
        command: command)
    }
    return topic
  }

  /// Returns a topic; nil if there is none with this id, or this user may not read it.
  @LoopActor
  func shownTopic(
    _ name: TopicName, over connection: Connection
  ) async throws(Failure) -> KnownTopic? {
    // Valid segments are a valid path.
    try await value(of: Path("\(name.path).summary")!, over: connection).value
      .map { KnownTopic(name, summary: $0) }
  }

  /// Returns the topics of all stores, in the order of their names.
  func topics(over connection: Connection) async throws(Failure) -> [KnownTopic] {
    let get = Get(patterns: [TopicName.summaries])
    return KnownTopic.all(in: try await call(Get.method, get.parameters, over: connection))
      .sorted { $0.name.text < $1.name.text }
  }
}

extension [KnownTopic] {
  /// The ids and titles that are similar to a text.
  func nearest(to text: String) -> [String] {
    (map(\.name.text) + compactMap(\.title)).nearest(to: text)
  }
}

/// The words of a command line on which the topic before another word may be left out.
struct TopicAndWord {
  /// The topic; nil if it is left out.
  let topic: TopicArgument?
  let word: String

  /// - Parameters:
  ///   - first: the first word.
  ///   - second: the second word; without it, the first one is not the topic.
  ///   - name: that of the word after the topic, in the help.
  /// - Throws: `ValidationError` if there is no word.
  init(_ first: TopicArgument?, _ second: String?, _ name: String) throws(ValidationError) {
    guard let word = second ?? first?.text else {
      throw ValidationError("Missing expected argument '<\(name)>'")
    }
    self.word = word
    topic = second == nil ? nil : first
  }
}

extension CommandContext {
  /// Returns the topic that a command is about.
  ///
  /// - Parameters:
  ///   - words: after the command.
  ///   - isSafe: whether the beginning of an id is enough in a script, too.
  ///   - missing: what the word is. A word that is the id of a topic is refused where the topic is left
  ///     out: it is the topic then, and something is missing.
  @LoopActor
  func topic(
    _ options: TopicOptions, before words: TopicAndWord, isSafe: Bool = true, missing: String,
    command: String, over connection: Connection
  ) async throws(Failure) -> KnownTopic {
    if words.topic == nil, options.topic == nil, let name = TopicName(argument: words.word),
      try await shownTopic(name, over: connection) != nil
    {
      throw .usage(
        "'\(words.word.excerpt)' is a topic, and \(missing) is missing; to use it as \(missing), name the"
          + " topic with --topic", command: command)
    }
    return try await topic(
      options, words.topic, isSafe: isSafe, command: command, over: connection)
  }
}

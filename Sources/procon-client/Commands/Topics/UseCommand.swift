internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct UseCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "use",
    abstract: "Choose the topic that commands are about, or show which one it is.",
    usage: "procon-client use [<options>] [<topic>]",
    discussion: """
      The choice counts for commands without --topic on this terminal, until its shell ends. --topic and \
      the variable PROCON_TOPIC override it. A command whose standard input or output is not the terminal \
      ignores it: a script does not depend on what was typed before. Where nothing is chosen and there is \
      one topic, commands are about that one. Without a topic, prints the chosen one; in a pipe, its id, a \
      tab and its title:
        procon-client use which-editor
        procon-client add pro "Known by everybody"
        procon-client use --none
        PROCON_TOPIC=which-editor procon-client history
      """)

  @Argument(
    help: "The topic: its id, the beginning of one, or its title. (default: show which one it is)",
    completion: .topics)
  var topic: TopicArgument?

  @Option(help: "The root path of the topic's store. (default: \(TopicName.defaultRoot))")
  var root: RootName?

  @Flag(help: "Choose no topic.")
  var none = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard !none || topic == nil else { throw ValidationError("give a topic or --none, not both") }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    if none {
      try context.use(nil)
      return context.print(line: "No topic is chosen on this terminal.")
    }
    let connection = try await context.connect()
    guard let topic else { return try await show(in: context, over: connection) }
    let chosen = try await context.topic(
      topic, under: root, command: Self._commandName, over: connection)
    guard chosen.title != nil else { throw .noTopic(topic.text) }
    try context.use(chosen.name)
    context.print(line: "Commands on this terminal are about \(chosen.words) now.")
  }

  /// Prints the topic that commands are about here.
  @LoopActor
  private func show(
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) {
    let chosen = try await context.chosenTopic(
      under: root, command: Self._commandName, over: connection)
    let topic =
      if let chosen { chosen.topic } else {
        try await context.topic(
          TopicOptions(root: root), command: Self._commandName, over: connection)
      }
    guard context.output.isTerminal else {
      return context.print(table: [[topic.name.text, topic.title ?? ""]])
    }
    let reason =
      switch chosen?.by {
      case .environment: "as PROCON_TOPIC says"
      case .terminal: "chosen on this terminal"
      case nil: "the only one"
      }
    context.print(line: "\(topic.words) (\(topic.name)), \(reason).")
  }
}

extension CommandContext {
  /// Chooses a topic for the commands on this terminal; nil for none.
  ///
  /// - Throws: `.usage` without a terminal, or if the choice cannot be kept.
  func use(_ topic: TopicName?) throws(Failure) {
    let command = UseCommand._commandName
    guard isOnTerminal else {
      throw .usage(
        "there is no terminal to choose a topic for; set PROCON_TOPIC, or use --topic",
        command: command)
    }
    let reason: String
    do throws(LoopError) {
      if try CurrentTopic.choose(topic, at: finder.place) { return }
      reason = "the terminal does not control this session"
    } catch {
      reason = error.reason
    }
    throw .usage(
      "the choice cannot be kept: \(reason); set PROCON_TOPIC instead", command: command)
  }
}

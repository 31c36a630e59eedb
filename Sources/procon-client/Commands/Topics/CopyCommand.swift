internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct CopyCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a topic to another store.",
    usage: "procon-client copy [<options>] [<topic>]",
    discussion: """
      Copies the arguments and posts of a topic, with authors and dates but without its history: \
      everything, or nothing. The copy keeps the id if that is free, otherwise it gets one made from \
      its title. In a pipe, prints the result as one line of JSON, with the id:
        procon-client copy news.cats
        procon-client copy which-editor --to wiki
      """)

  @Argument(help: "The topic, as --topic takes it.", completion: .topics)
  var topic: TopicArgument?

  @OptionGroup var about: TopicOptions
  @Option(name: .customLong("to"), help: "The root path of the store to create the copy in.")
  var target = RootName.standard

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, topic, command: Self._commandName, over: connection)
    let result = try await context.call(
      "\(target).copy", about: topic.name, [.from: topic.name.path.json], over: connection)
    let copy = target.name(ofTopic: result.newID)
    context.print(result, as: "Copied \(topic.words): the copy is \(copy).")
  }
}

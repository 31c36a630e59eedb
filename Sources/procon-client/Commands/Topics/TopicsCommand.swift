internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct TopicsCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "topics",
    abstract: "List the topics.",
    usage: "procon-client topics [<options>]",
    discussion: """
      Prints one line for each topic of every store, in order of creation: id (with the root path, \
      as in wiki.cats, unless that is topics), title and figures, in columns on a terminal and \
      separated by tabs in a pipe. 'procon-client subscribe --topics' follows changes of the list.
        procon-client topics
        procon-client topics | cut -f 1
        procon-client topics --root wiki
      """)

  @Option(help: "Only this topic: its id, the beginning of one, or its title.", completion: .topics)
  var topic: TopicArgument?

  @Option(help: "Only the topics of the store with this root path.")
  var root: RootName?

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    var list = try await context.topicList(over: connection)
    if let topic {
      let name = try await context.topic(
        topic, under: root, command: Self._commandName, over: connection
      ).name
      list = list.filtered { $0.name == name }
      guard !list.rows.isEmpty else { throw .noTopic(topic.text) }
    } else if let root {
      list = list.filtered { $0.name.root == root.description }
    }
    guard !context.printsJSON else {
      return context.print(JSONText(elements: list.rows.map(\.json)))
    }
    guard context.output.isTerminal else {
      return context.print(table: list.rows.map { [$0.name.text, $0.title, $0.line] })
    }
    list.rowLines(width: context.output.columns).forEach(context.print(line:))
  }
}

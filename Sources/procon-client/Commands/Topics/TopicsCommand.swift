internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct TopicsCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "topics",
    abstract: "List the topics.",
    discussion: """
      Prints one line for each topic of every store, in order of creation: id (with the root path, \
      as in wiki.cats, unless that is topics), title and figures, in columns on a terminal and \
      separated by tabs in a pipe. 'procon-client subscribe --topics' follows changes of the list.
        procon-client topics
        procon-client topics | cut -f 1
      """)

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let list = try await context.topicList(over: connection)
    context.print(table: list.rows.map { [$0.name.text, $0.title, $0.line] })
  }
}

internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct ExportCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print topics with everything but their history.",
    usage: "procon-client export [<options>] [<topic> ...]",
    discussion: """
      Prints each topic with all that belongs to it as one line of JSON or as Markdown. 'import' reads both, and a store of files reads the Markdown of one topic. The format \
      madr is one topic as a Markdown Architectural Decision Record (MADR 4); what such a record \
      cannot hold is named on standard error:
        procon-client export > topics.json
        procon-client export which-editor wiki.cats | jq
        procon-client export which-editor --format markdown > which-editor.md
        procon-client export which-editor --format madr > 0007-which-editor.md
      """)

  @Argument(
    help: ArgumentHelp(
      "The topics. (default: all topics of the store at --root)", valueName: "topic"),
    completion: .topics)
  var topics: [TopicArgument] = []

  @OptionGroup var about: TopicOptions

  @Option(help: "The output format.")
  var format = Format.json

  enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    case json
    case markdown
    case madr
  }

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    var names: [TopicName] = []
    for argument in topics + [about.topic].compactMap(\.self) {
      names.append(
        try await context.topic(
          argument, under: about.root, command: Self._commandName, over: connection
        ).name)
    }
    if names.isEmpty {
      let root = about.root ?? .standard
      names = try await context.topicList(over: connection)
        .rows.map(\.name).filter { $0.root == root.description }
    }
    guard format != .madr || names.count == 1 else {
      throw .usage("a decision record has one topic; name it", command: Self._commandName)
    }
    var exported: [JSONText] = []
    for topic in names {
      exported.append(
        try await context.call(
          "\(topic.root).export", about: topic,
          [.id: topic.id.json, .format: format.rawValue.json], over: connection))
    }
    switch format {
    case .json:
      let topics = JSONText(elements: exported.compactMap { $0[AnswerKey.topic] })
      context.print(Parameters([.topics: topics]).json)
    case .markdown:
      for (index, document) in exported.enumerated() {
        context.output.write(
          Array(((index > 0 ? "\n" : "") + (document[AnswerKey.markdown]?.string ?? "")).utf8))
      }
    case .madr:
      for record in exported {
        context.output.write(Array((record[AnswerKey.madr]?.string ?? "").utf8))
        for part in record[AnswerKey.leftOut]?.elements?.compactMap(\.string) ?? [] {
          StandardError.report("left out: \(part)")
        }
      }
    }
  }
}

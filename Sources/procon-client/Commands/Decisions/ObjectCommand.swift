internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct ObjectCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "object",
    abstract: "Object to deciding a topic as it stands, or take that back.",
    usage: "procon-client object [<options>] [<topic>] [<text>]",
    discussion: """
      Where the topic's rule says so ('ask --objections-block'), it cannot be decided while an objection \
      is open. 'objections' lists them; 'resolve' answers and closes one. In a pipe, prints the result as \
      one line of JSON, with the id of the objection:
        procon-client object which-db "Nobody here can operate it"
        procon-client object which-db --withdraw 1
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(help: "What you have against it, in at most 500 characters.")
  var text: String?

  @Option(help: ArgumentHelp("Take back your objection with this id.", valueName: "id"))
  var withdraw: String?

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// The topic and the text.
  private func words() throws(ValidationError) -> TopicAndWord {
    try TopicAndWord(topic, text, "text")
  }

  func validate() throws {
    guard withdraw == nil ? topic != nil : text == nil else {
      throw ValidationError("give a text, or --withdraw and the id of an objection")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let command = Self._commandName
    if let withdraw {
      let topic = try await context.topic(about, topic, command: command, over: connection)
      let result = try await context.call(
        "\(topic.name.path).objections.withdraw", about: topic.name, [.id: withdraw.json],
        over: connection)
      return context.print(result, as: "Withdrew objection \(withdraw) to \(topic.words).")
    }
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let topic = try await context.topic(
      about, before: words, missing: "a text", command: command, over: connection)
    let result = try await context.call(
      "\(topic.name.path).objections.raise", about: topic.name, [.text: words.word.json],
      over: connection)
    context.print(result, as: "Raised objection \(result.newID) to \(topic.words).")
  }
}

struct ObjectionsCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "objections",
    abstract: "List the objections to the decision of a topic.",
    usage: "procon-client objections [<options>] [<topic>]",
    discussion: """
      Prints one line for each objection, in the order in which they were raised: id, open, withdrawn or \
      resolved, person, text and answer, in columns on a terminal and separated by tabs in a pipe:
        procon-client objections which-db
      """)

  @Argument(help: "The topic, as --topic takes it.", completion: .topics)
  var topic: TopicArgument?

  @OptionGroup var about: TopicOptions

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(
      about, topic, command: Self._commandName, over: connection
    ).name
    let list = try await context.list(
      of: ObjectionItem.self, at: Path("\(topic.path).objections.items")!, about: topic,
      over: connection)
    let rows = list.items.map { item in
      [
        item.id, item.status.rawValue, item.author.visibleName, item.text,
        item.answer.map { "\(item.answeredBy?.visibleName ?? ""): \($0)" } ?? "",
      ].map(\.printable)
    }
    context.print(table: rows, json: list.json)
  }
}

struct ResolveCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Answer an objection, or close one that is answered.",
    usage: "procon-client resolve [<options>] [<topic>] <objection>",
    discussion: """
      With --answer, the answer is kept and the objection stays open until it is resolved: by the person \
      who has raised it or, where the topic's rule says so ('ask --deciders-resolve'), by those who may \
      decide. In a pipe, prints the result as one line of JSON:
        procon-client resolve which-db 1 --answer "Ada can, and she teaches it"
        procon-client resolve which-db 1
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(help: "The id of the objection.")
  var objection: String?

  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp("Answer it, in at most 2,000 characters.", valueName: "text"))
  var reply: String?

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  private func words() throws(ValidationError) -> TopicAndWord {
    try TopicAndWord(topic, objection, "objection")
  }

  func validate() throws {
    _ = try words()
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let connection = try await context.connect()
    let topic = try await context.topic(
      about, before: words, missing: "the id of an objection", command: Self._commandName,
      over: connection)
    let objection = words.word
    let scene = "\(topic.name.path).objections"
    if let reply {
      let result = try await context.call(
        "\(scene).answer", about: topic.name, [.id: objection.json, .text: reply.json],
        over: connection)
      return context.print(result, as: "Answered objection \(objection) to \(topic.words).")
    }
    let result = try await context.call(
      "\(scene).resolve", about: topic.name, [.id: objection.json], over: connection)
    context.print(result, as: "Resolved objection \(objection) to \(topic.words).")
  }
}

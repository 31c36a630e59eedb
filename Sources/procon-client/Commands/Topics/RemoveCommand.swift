internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct RemoveCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a pro, a con, a post or a topic.",
    discussion: """
      In a pipe, prints the result as one line of JSON. Asks before removing a post, or a topic with all that \
      belongs to it; without a terminal, --yes is required. They can be restored ('trash' lists \
      them), unless the store keeps no trash, which the question says.
        procon-client remove pro "No breaks"
        procon-client remove con 2
        procon-client remove post 018bcfe5-6800 --yes
        procon-client remove topic which-editor --yes
      """)

  /// What can be removed.
  enum Kind: String, CaseIterable, ExpressibleByArgument, Sendable {
    case pro
    case con
    case post
    case topic

    /// nil for a post or a topic.
    var side: SideName? { SideName(rawValue: rawValue) }
  }

  @Argument(help: "What to remove.")
  var kind: Kind

  @Argument(
    help: ArgumentHelp(
      "The argument: its id, a whole number, or its text, ignoring case; the id of the post,"
        + " or its beginning; or the id of the topic.", valueName: "id|text"), completion: .names)
  var name: String

  @Option(
    help: "The option of the argument. (default: the topic's own board)",
    completion: .options)
  var option: OptionName?

  @Flag(help: "Remove a post or a topic without asking.")
  var yes = false

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// For the answer to its question.
  var readsStandardInput: Bool { kind.side == nil && !yes }

  func validate() throws {
    guard option == nil || kind.side != nil else {
      throw ValidationError("--option is for a pro or a con")
    }
    guard kind == .topic else { return }
    guard about.topic == nil else { throw ValidationError("--topic is for a pro, a con or a post") }
    guard !name.isEmpty else { throw ValidationError("name the topic") }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let command = Self._commandName
    let topic = try await context.topic(
      about, kind == .topic ? TopicArgument(argument: name) : nil, isSafe: false,
      command: command, over: connection)
    switch kind {
    case .pro, .con:
      guard let side = kind.side else { return }
      let column = try await context.column(side, of: topic.name, option, over: connection)
      let id = try await ArgumentName(argument: name).id(in: column, context, over: connection)
      let result = try await context.call(
        column.path("remove").text, about: topic.name, [.id: id.json], over: connection)
      context.print(result, as: "\(side) \(id) removed from \(topic.words)")
    case .post:
      let id = try await context.postID(
        name, of: topic.name, isSafe: false, command: command, over: connection)
      let result = try await context.call(
        "\(topic.name.path).posts.read", about: topic.name, [.id: id.json], over: connection)
      let title = try result.read(.post, as: PostText.self).title.visibleName
      let intent = "\(topic.name.path).posts.remove"
      try await confirm("the post \"\(title)\"", intent, in: context, over: connection)
      let removed = try await context.call(
        intent, about: topic.name, [.id: id.json], over: connection)
      context.print(removed, as: sentence("the post \"\(title)\"", topic.name.root, removed))
    case .topic:
      guard topic.title != nil else { throw .noTopic(name) }
      let intent = "\(topic.name.root).remove"
      let what = "the topic \(topic.words)"
      try await confirm(
        "\(what) with all that belongs to it", intent, in: context, over: connection)
      let removed = try await context.call(
        intent, about: topic.name, [.id: topic.name.id.json], over: connection)
      context.print(removed, as: sentence(what, topic.name.root, removed))
    }
  }

  /// Says how to restore what was removed.
  private func sentence(_ what: String, _ root: String, _ result: JSONText) -> String {
    guard let id = result[AnswerKey.trash]?.string else { return "Removed \(what)." }
    let option = root == TopicName.defaultRoot ? "" : " --root \(root)"
    return "Removed \(what); 'procon restore \(id)\(option)' restores it."
  }

  /// - Parameter intent: the one that removes it.
  private func confirm(
    _ what: String, _ intent: String, in context: CommandContext, over connection: Connection
  ) async throws(Failure) {
    guard !yes else { return }
    let fate = try await context.fate(ofWhat: intent, over: connection)
    try await context.confirm(
      "Are you sure you want to delete \(what)?\(fate)", isConfirmed: yes,
      command: Self._commandName)
  }
}

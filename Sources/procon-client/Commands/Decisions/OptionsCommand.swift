internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct OptionsCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "options",
    abstract: "List or change the options of a topic.",
    discussion: """
      A topic without options is a question that is answered with yes or no. Each option has pros and \
      cons of its own, which 'add' and others change with --option. Prints one line for each option: id, \
      title, pros, cons and score, in columns on a terminal and separated by tabs in a pipe. 'convert' \
      makes the present pros and cons those of a new first option. Asks before it removes an option with \
      its arguments; 'undo' brings it back:
        procon-client options which-db
        procon-client options which-db add Postgres --text "The one that we know"
        procon-client options which-db convert SQLite
        procon-client options which-db change SQLite --title "SQLite, one file each"
        procon-client options which-db move Postgres --before 1
        procon-client options which-db remove 3 --yes
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(
    help: ArgumentHelp("What to do: \(Action.names). (default: list)", valueName: "action"),
    completion: .list(Action.allCases.map(\.rawValue)))
  var second: String?

  @Argument(
    help: ArgumentHelp(
      "The title of a new option, or the option: its id or its title, ignoring case.",
      valueName: "option"),
    completion: .options)
  var third: String?

  @Option(help: ArgumentHelp("The new title, for 'change'.", valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "What the option means, in at most 2,000 characters; empty for nothing.", valueName: "text"))
  var text: String?

  @Option(
    help: ArgumentHelp("The option to put it before. (default: the end)", valueName: "option"),
    completion: .options)
  var before: OptionName?

  @Flag(help: "Remove an option without asking.")
  var yes = false

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  enum Action: String, CaseIterable, ExpressibleByArgument {
    case list, add, convert, change, move, remove

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
  }

  private func words() throws(ValidationError) -> TopicAndAction<Action> {
    try TopicAndAction(topic, second, third, isChosen: about.topic != nil)
  }

  /// For the answer to its question.
  var readsStandardInput: Bool { (try? words())?.action == .remove && !yes }

  func validate() throws {
    let words = try words()
    let (action, option) = (words.action ?? .list, words.rest)
    guard (option == nil) == (action == .list) else {
      throw ValidationError(
        action == .list
          ? "'list' takes no option"
          : [.add, .convert].contains(action)
            ? "'\(action.rawValue)' needs a title" : "which option? give its id or title")
    }
    guard title == nil || action == .change else {
      throw ValidationError(
        "--title is for 'change'; give the title itself to '\(action.rawValue)'")
    }
    guard text == nil || [.add, .convert, .change].contains(action) else {
      throw ValidationError("--text is for 'add', 'convert' and 'change'")
    }
    guard before == nil || action == .move else {
      throw ValidationError("--before is for 'move'")
    }
    guard action != .change || title != nil || text != nil else {
      throw ValidationError("give --title, --text, or both")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let connection = try await context.connect()
    let known = try await context.topic(
      about, words.topic, command: Self._commandName, over: connection)
    let topic = known.name
    let scene = "\(topic.path).options"
    guard let action = words.action, let option = words.rest.map(OptionName.init(argument:)) else {
      let list = try await context.list(
        of: OptionItem.self, at: Path("\(scene).items")!, about: topic, over: connection)
      let rows = list.items.map { item in
        [item.id, item.title.visibleName] + [item.pros, item.cons, item.score].map(String.init)
      }
      return context.print(table: rows, json: list.json)
    }
    switch action {
    case .list: break
    case .add, .convert:
      let result = try await context.call(
        "\(scene).\(action.rawValue)", about: topic,
        [.title: option.text.json, .text: text?.json], over: connection)
      context.print(
        result, as: "option \(result.newID) \"\(option.text.visibleName)\" added to \(known.words)")
    case .change:
      let item = try await option.item(of: topic, in: context, over: connection)
      let result = try await context.call(
        "\(scene).change", about: topic,
        [.id: item.id.json, .title: title?.json, .text: text?.json], over: connection)
      context.print(result, as: "Changed option \(item.id).")
    case .move:
      let item = try await option.item(of: topic, in: context, over: connection)
      let next = try await before?.item(of: topic, in: context, over: connection)
      let result = try await context.call(
        "\(scene).move", about: topic, [.id: item.id.json, .before: next?.id.json],
        over: connection)
      context.print(result, as: "Moved option \(item.id).")
    case .remove:
      let item = try await option.item(of: topic, in: context, over: connection)
      if item.pros + item.cons > 0 {
        try await context.confirm(
          "Are you sure you want to remove the option \"\(item.title.visibleName)\" with"
            + " \(item.pros + item.cons) arguments?",
          isConfirmed: yes, command: Self._commandName)
      }
      let result = try await context.call(
        "\(scene).remove", about: topic, [.id: item.id.json], over: connection)
      context.print(
        result,
        as:
          "Removed the option \"\(item.title.visibleName)\"; 'procon undo \(topic)' restores it."
      )
    }
  }
}

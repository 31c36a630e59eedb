internal import ArgumentParser
internal import BoardValues
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct TodoCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "todo",
    abstract: "List or change what follows from a topic.",
    discussion: """
      Prints one line for each todo: id, [x] or [ ], text, assignee and due date, in columns on a terminal \
      and separated by tabs in a pipe. Decided topics can have new todos, too. In a pipe, a change prints \
      its result as one line of JSON:
        procon-client todo which-db
        procon-client todo which-db add "Migrate the staging copy" --assign ada --due 2026-12-01
        procon-client todo which-db check 1
        procon-client todo which-db change 1 --text "Migrate all copies" --assign ""
        procon-client todo which-db move 3 --before 1
        procon-client todo which-db remove 2
      """)

  @Argument(help: "The topic, as --topic takes it; may be left out.", completion: .topics)
  var topic: TopicArgument?

  @Argument(
    help: ArgumentHelp("What to do: \(Action.names). (default: list)", valueName: "action"),
    completion: .list(Action.allCases.map(\.rawValue)))
  var second: String?

  @Argument(
    help: ArgumentHelp("The text of a new todo, or the id of one.", valueName: "text|id"),
    completion: .todos)
  var third: String?

  @Option(help: ArgumentHelp("The new text, for 'change'.", valueName: "text"))
  var text: String?

  @Option(
    help: ArgumentHelp("The user who is to do it; empty for nobody.", valueName: "user"),
    completion: .people)
  var assign: String?

  @Option(
    help: ArgumentHelp("The last day for it, such as 2026-12-01; empty for any.", valueName: "day"))
  var due: String?

  @Option(
    help: ArgumentHelp("The id of the todo to put it before. (default: the end)", valueName: "id"))
  var before: String?

  @OptionGroup var about: TopicOptions
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  enum Action: String, CaseIterable, ExpressibleByArgument {
    case list, add, change, check, uncheck, move, remove

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
  }

  private func words() throws(ValidationError) -> TopicAndAction<Action> {
    try TopicAndAction(topic, second, third, isChosen: about.topic != nil)
  }

  func validate() throws {
    let words = try words()
    let (action, todo) = (words.action ?? .list, words.rest)
    guard (todo == nil) == (action == .list) else {
      throw ValidationError(
        action == .list
          ? "'list' takes no todo"
          : action == .add ? "'add' needs a text" : "which todo? give its id")
    }
    guard text == nil || action == .change else { throw ValidationError("--text is for 'change'") }
    guard (assign == nil && due == nil) || [.add, .change].contains(action) else {
      throw ValidationError("--assign and --due are for 'add' and 'change'")
    }
    guard before == nil || action == .move else {
      throw ValidationError("--before is for 'move'")
    }
    guard action != .change || text != nil || assign != nil || due != nil else {
      throw ValidationError("give --text, --assign or --due")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let words = try? words() else { preconditionFailure("validate() has checked them") }
    let connection = try await context.connect()
    let known = try await context.topic(
      about, words.topic, command: Self._commandName, over: connection)
    let topic = known.name
    let scene = "\(topic.path).todos"
    guard let action = words.action, let todo = words.rest else {
      let list = try await context.list(
        of: TodoItem.self, at: Path("\(scene).items")!, about: topic, over: connection)
      let rows = list.items.map { item in
        [
          item.id, item.done ? "[x]" : "[ ]", item.text, item.assignee?.visibleName ?? "",
          item.due ?? "",
        ].map(\.printable)
      }
      return context.print(table: rows, json: list.json)
    }
    let parameters: KeyValuePairs<ParameterName, JSONText?> =
      switch action {
      case .list, .check, .uncheck, .remove: [.id: todo.json]
      case .add:
        [
          .text: todo.json, .assignee: assign.flatMap { $0.isEmpty ? nil : $0.json },
          .due: due.flatMap { $0.isEmpty ? nil : $0.json },
        ]
      case .change: [.id: todo.json, .text: text?.json, .assignee: assign?.json, .due: due?.json]
      case .move: [.id: todo.json, .before: before?.json]
      }
    let result = try await context.call(
      "\(scene).\(action.rawValue)", about: topic, parameters, over: connection)
    context.print(
      result,
      as: action == .add
        ? "todo \(result.newID) \"\(todo.visibleName)\" added to \(known.words)"
        : "todo \(todo) \(action.past) in \(known.words)")
  }
}

extension TodoCommand.Action {
  /// What was done.
  fileprivate var past: String {
    switch self {
    case .list: "listed"
    case .add: "added"
    case .change: "changed"
    case .check: "checked"
    case .uncheck: "unchecked"
    case .move: "moved"
    case .remove: "removed"
    }
  }
}

internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// Makes the scenes of a list that belongs to the board of each topic, with its boxes.
///
/// - Parameters:
///   - place: the pattern of the scenes.
///   - copies: the store if it shows copies, which has to know who looks at them.
///   - description: what the items are.
@LoopActor
private func boardListScenes<Item: Encodable & Equatable & JSONSchemaDescribed, UseCases>(
  _ place: String, _ copies: (any CopyGateway)?, _ description: String,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> BoardListViewModel<Item, UseCases>
) -> SceneFamily<BoardListViewModel<Item, UseCases>> {
  let scenes = SceneFamily(place, make: viewModel)
  scenes.publish("items", description: description) { $0.items }
  scenes.publish("isErrorFree", description: "Whether the store works.") { $0.isErrorFree }
  scenes.publish("isFetching", description: "Whether the store is being read.") { $0.isFetching }
  copies?.followBoards(of: scenes) { $0.topic }
  // A failure is also in `isErrorFree`.
  scenes.onFirstUse(again: copies?.isDue { $0.topic }) { try await $0.fetch() }
  return scenes
}

/// The options of each topic: `<root>.<topic>.options`, with its boxes and intents.
@LoopActor
func optionsScenes(
  _ root: String, users: UserNames, _ copies: (any CopyGateway)?, _ acts: Acts,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> OptionsViewModel
) -> SceneFamily<OptionsViewModel> {
  let scenes = boardListScenes("\(root).*.options", copies, "In their order.", viewModel)
  let title = Parameter<TopicTitle>(
    .title, example: TopicTitle("Postgres"), description: TopicTitle.rules)
  let text = Parameter<OptionMeaning?>(
    .text, example: OptionMeaning("The one that we know"), description: OptionMeaning.rules)
  scenes.intent(
    "add", summary: "Adds an option at the end.",
    answers: [MemberDescription(.id, .string, "The id of the new option.")],
    errors: [.failed, .notFound, .limit, .unavailable], title, text
  ) { viewModel, caller, title, text in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      let id = try await viewModel.add(title.text, text: text?.text, author: author)
      return answer(.id, JSONText(id))
    }
  }
  scenes.intent(
    "convert", summary: "Makes the topic's own board that of a new first option.",
    answers: [MemberDescription(.id, .string, "The id of the new option.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<TopicTitle>(
      .title, example: TopicTitle("SQLite"), description: TopicTitle.rules), text
  ) { viewModel, caller, title, text in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      let id = try await viewModel.convert(to: title.text, text: text?.text, author: author)
      return answer(.id, JSONText(id))
    }
  }
  scenes.intent(
    "change", summary: "Changes the title or the text of an option, or both.",
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")),
    Parameter<TopicTitle?>(
      .title, example: TopicTitle("PostgreSQL"), description: TopicTitle.rules),
    Parameter<Clearable<OptionMeaning>?>(
      .text, example: Clearable(OptionMeaning("The one that we know")),
      description: OptionMeaning.rules + " Empty for none."),
    Parameter<DateText?>.ifUpdated(of: "option")
  ) { viewModel, caller, id, title, text, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.change(
        id.text, title: title?.text, text: text.map { $0.value?.text ?? "" },
        ifUpdated: seen?.date, author: author)
      return []
    }
  }
  scenes.intent(
    "move", summary: "Moves an option before another one.",
    errors: [.failed, .notFound, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")),
    Parameter<CountedID?>(
      .before, description: "The id of the option before which to put it; by default at the end.")
  ) { viewModel, caller, id, next in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.move(id.text, before: next?.text, author: author)
      return []
    }
  }
  scenes.intent(
    "remove", summary: "Removes an option with its arguments.",
    confirm: "Are you sure you want to remove this option with its arguments?",
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")),
    Parameter<DateText?>.ifUpdated(of: "option")
  ) { viewModel, caller, id, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.remove(id.text, ifUpdated: seen?.date, author: author)
      acts.log(author, "removed an option of", viewModel.topic, "with the id", id.text)
      return []
    }
  }
  return scenes
}

/// The objections to the decision of each topic: `<root>.<topic>.objections`, with its boxes and intents.
@LoopActor
func objectionsScenes(
  _ root: String, users: UserNames, _ copies: (any CopyGateway)?,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> ObjectionsViewModel
) -> SceneFamily<ObjectionsViewModel> {
  let scenes = boardListScenes(
    "\(root).*.objections", copies, "In the order in which they were raised.", viewModel)
  let id = Parameter<CountedID>(.id, example: CountedID("1"))
  scenes.intent(
    "raise", summary: "Raises an objection, in the caller's name.",
    answers: [MemberDescription(.id, .string, "The id of the objection.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<ArgumentText>(
      .text, example: ArgumentText("Nobody can operate it"),
      description: ArgumentText.commonRules(Limits.textCharacters.upperBound) + ".")
  ) { viewModel, caller, text in
    let person = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      answer(.id, JSONText(try await viewModel.raise(text.text, person: person)))
    }
  }
  scenes.intent(
    "answer", summary: "Answers an open objection, in place of the previous answer.",
    errors: [.failed, .notFound, .unavailable], id,
    Parameter<ReasonText>(
      .text, example: ReasonText("Ada can"),
      description: ReasonText.commonRules(Limits.reasonCharacters.upperBound) + ".")
  ) { viewModel, caller, id, text in
    let person = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.handle(id.text, .answer(text.text), person: person)
      return []
    }
  }
  scenes.intent(
    "resolve",
    summary: "Resolves an answered objection: its own, or where the rule says so, as a decider.",
    errors: [.failed, .notFound, .unavailable], id
  ) { viewModel, caller, id in
    let person = await users.name(of: caller)
    let decide = Path("\(root).\(viewModel.topic).\(DecisionScenes.name).decide")
    let isDecider = decide.map { caller.may(.call, at: $0) } ?? false
    return try await answering { () async throws(BoardError) in
      try await viewModel.handle(id.text, .resolve, person: person, isDecider: isDecider)
      return []
    }
  }
  scenes.intent(
    "withdraw", summary: "Takes back an open objection of the caller.",
    errors: [.failed, .notFound, .unavailable], id
  ) { viewModel, caller, id in
    let person = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.handle(id.text, .withdraw, person: person)
      return []
    }
  }
  return scenes
}

/// The todos of each topic: `<root>.<topic>.todos`, with its boxes and intents.
@LoopActor
func todosScenes(
  _ root: String, users: UserNames, _ copies: (any CopyGateway)?,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> TodosViewModel
) -> SceneFamily<TodosViewModel> {
  let scenes = boardListScenes("\(root).*.todos", copies, "In their order.", viewModel)
  let id = Parameter<CountedID>(.id, example: CountedID("1"))
  let textRules = ArgumentText.commonRules(Limits.textCharacters.upperBound) + "."
  let ifUpdated = Parameter<DateText?>.ifUpdated(of: "todo")
  scenes.intent(
    "add", summary: "Adds a todo at the end, also on a decided topic.",
    answers: [MemberDescription(.id, .string, "The id of the new todo.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<ArgumentText>(
      .text, example: ArgumentText("Migrate the staging copy"), description: textRules),
    Parameter<String?>(.assignee, example: "ada", description: "The user who is to do it."),
    Parameter<DayText?>(.due, description: "The last day for it.")
  ) { viewModel, caller, text, assignee, due in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      let id = try await viewModel.add(
        text.text, assignee: assignee, due: due?.day, author: author)
      return answer(.id, JSONText(id))
    }
  }
  scenes.intent(
    "change", summary: "Changes a todo.", errors: [.failed, .notFound, .conflict, .unavailable],
    id,
    Parameter<ArgumentText?>(
      .text, example: ArgumentText("Migrate all copies"), description: textRules),
    Parameter<Clearable<String>?>(
      .assignee, description: "The user who is to do it; empty for nobody."),
    Parameter<Clearable<DayText>?>(.due, description: "The last day for it; empty for any."),
    ifUpdated
  ) { viewModel, caller, id, text, assignee, due, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.change(
        id.text,
        TodoChange(
          text: text?.text, assignee: assignee.map(\.value), due: due.map { $0.value?.day }),
        ifUpdated: seen?.date, author: author)
      return []
    }
  }
  for (name, isDone) in [("check", true), ("uncheck", false)] {
    scenes.intent(
      name, summary: isDone ? "Marks a todo as done." : "Marks a todo as not done.",
      errors: [.failed, .notFound, .unavailable], id
    ) { viewModel, caller, id in
      let author = await users.name(of: caller)
      return try await answering { () async throws(BoardError) in
        try await viewModel.change(id.text, TodoChange(isDone: isDone), author: author)
        return []
      }
    }
  }
  scenes.intent(
    "move", summary: "Moves a todo before another one.",
    errors: [.failed, .notFound, .unavailable], id,
    Parameter<CountedID?>(
      .before, description: "The id of the todo before which to put it; by default at the end.")
  ) { viewModel, caller, id, next in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.move(id.text, before: next?.text, author: author)
      return []
    }
  }
  scenes.intent(
    "remove", summary: "Removes a todo.", errors: [.failed, .notFound, .conflict, .unavailable],
    id, ifUpdated
  ) { viewModel, caller, id, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.remove(id.text, ifUpdated: seen?.date, author: author)
      return []
    }
  }
  return scenes
}

/// What an option means, as a parameter.
struct OptionMeaning: TextParameter {
  static let mostBytes = Limits.optionTextBytes
  static let rules =
    "What it means: " + commonRules(Limits.optionTextCharacters.upperBound) + "."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

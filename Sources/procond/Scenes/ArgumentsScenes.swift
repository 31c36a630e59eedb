internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// One side of the board of each topic, `<root>.<topic>.pros` or `.cons`, or of each option,
/// `<root>.<topic>.options.<option>.pros` or `.cons`, with its boxes and intents.
///
/// - Parameters:
///   - place: the pattern of what has a board.
///   - copies: the store if it shows copies, which has to know who looks at them.
@LoopActor
func argumentsScenes(
  _ place: String, _ side: Side, users: UserNames, _ copies: (any CopyGateway)?,
  _ viewModel: @escaping @LoopActor (_ name: String) -> ArgumentsViewModel
) -> SceneFamily<ArgumentsViewModel> {
  let (scenes, add) = (SceneFamily("\(place).\(side.plural)", make: viewModel), "add")
  let root = place.prefix { $0 != "." }
  scenes.publish("items", description: "In order of addition.") { $0.items }
  scenes.publish(
    "isErrorFree", description: "Whether the store works and there is something to show."
  ) { $0.isErrorFree }
  scenes.publish("isFetching", description: "Whether the store is being read.") { $0.isFetching }
  if let copies {
    scenes.publish("freshness", description: freshnessDescription) { $0.freshness }
    scenes.onObservedChange { copies.look(at: .board($0.topic), $1) }
  }
  // A failure is also in `isErrorFree`.
  let isDue = copies.map { copies in
    { @LoopActor (viewModel: ArgumentsViewModel) in copies.isDue(.board(viewModel.topic)) }
  }
  scenes.onFirstUse(again: isDue) { try await $0.fetch(isShared: true) }

  scenes.intent(
    "fetch", summary: "Reads the store again.", errors: [.failed, .notFound, .unavailable]
  ) {
    viewModel, _ in
    copies?.expire(.board(viewModel.topic))
    return try await answering { () async throws(BoardError) in
      try await viewModel.fetch()
      return []
    }
  }
  scenes.intent(
    add, summary: "Adds a \(side) at the end.",
    answers: [MemberDescription(.id, .string, "The id of the new argument.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<ArgumentText>(
      .text, example: ArgumentText("Always awake"), description: ArgumentText.rules),
    Parameter<Int>(
      .weight, default: Limits.defaultWeight, in: Limits.weight,
      description: "How much it counts.")
  ) { viewModel, caller, text, weight in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      let item = try await viewModel.add(text: text.text, weight: weight, author: author)
      return answer(.id, JSONText(item.id))
    }
  }
  scenes.intent(
    "change", summary: "Changes the text or weight of a \(side), or both.",
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")),
    Parameter<ArgumentText?>(
      .text, example: ArgumentText("Never tired"), description: ArgumentText.rules),
    Parameter<Int?>(
      .weight, in: Limits.weight, example: Limits.weight.upperBound,
      description: "How much it counts."),
    ifUpdated
  ) { viewModel, caller, id, text, weight, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      _ = try await viewModel.change(
        id: id.text, text: text?.text, weight: weight, ifUpdated: seen?.date, author: author)
      return []
    }
  }
  scenes.intent(
    "move", summary: "Moves a \(side) before another argument, to the other side or to an option.",
    answers: [
      MemberDescription(.id, .string, "The argument's id: a new one if it was moved elsewhere.")
    ],
    errors: [.failed, .notFound, .notAllowed, .conflict, .limit, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")),
    Parameter<SideParameter?>(
      .to, title: "to the side", description: "The side to move it to; by default its own."),
    Parameter<Clearable<CountedID>?>(
      .option,
      description: "The option to whose board to move it, or empty for the topic's own board; by "
        + "default it stays on this one."),
    Parameter<CountedID?>(
      .before, description: "The id there before which to put it; by default at the end."),
    ifUpdated
  ) { viewModel, caller, id, target, option, next, seen in
    let own = viewModel.column
    let column = Column(
      target?.side ?? own.side, of: option.map { $0.value?.text } ?? own.option)
    if column != own {
      try caller.checkCalling("\(root).\(viewModel.topic).\(column.path).\(add)")
    }
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      let item = try await viewModel.move(
        id: id.text, to: column, before: next?.text, ifUpdated: seen?.date, author: author)
      return answer(.id, JSONText(item.id))
    }
  }
  scenes.intent(
    "support", summary: "Supports a \(side), in the caller's name.",
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")),
    Parameter<Bool>(.support, default: true, description: "False to no longer support it.")
  ) { viewModel, caller, id, isSupporting in
    let person = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.support(id: id.text, isSupporting, person: person)
      return []
    }
  }
  scenes.intent(
    "comment", summary: "Comments on a \(side), also on a decided topic.",
    answers: [MemberDescription(.id, .string, "The id of the comment.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1"), description: "The id of the \(side)."),
    Parameter<ArgumentText>(
      .text, example: ArgumentText("See https://example.com"),
      description: ArgumentText.commonRules(Limits.textCharacters.upperBound) + ".")
  ) { viewModel, caller, id, text in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      let comment = try await viewModel.comment(on: id.text, text: text.text, author: author)
      return answer(.id, JSONText(comment))
    }
  }
  scenes.intent(
    "uncomment", summary: "Removes a comment on a \(side).",
    errors: [.failed, .notFound, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1"), description: "The id of the \(side)."),
    Parameter<CountedID>(
      .comment, example: CountedID("1"), description: "The id of the comment.")
  ) { viewModel, caller, id, comment in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.removeComment(comment.text, on: id.text, author: author)
      return []
    }
  }
  scenes.intent(
    "remove", summary: "Removes a \(side).",
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<CountedID>(.id, example: CountedID("1")), ifUpdated
  ) { viewModel, caller, id, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.remove(id: id.text, ifUpdated: seen?.date, author: author)
      return []
    }
  }
  return scenes
}

private let ifUpdated = Parameter<DateText?>.ifUpdated(of: "argument")

/// The text of an argument as a parameter.
struct ArgumentText: TextParameter {
  static let mostBytes = Limits.textBytes
  static let rules =
    commonRules(Limits.textCharacters.upperBound) + "; unique on its side, ignoring case."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// A side as a parameter: `pro` or `con`.
struct SideParameter: ParameterValue {
  static var typeName: String { "\"pro\" or \"con\"" }
  static let jsonSchema = JSONSchema.string(oneOf: Side.allCases.map(\.rawValue))

  let side: Side

  init?(json: JSONText) {
    guard let side = json.string.flatMap(Side.init(rawValue:)) else { return nil }
    self.side = side
  }

  var json: JSONText { JSONText(side.rawValue) }
}

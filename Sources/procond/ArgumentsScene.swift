internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// One side of a topic: `topics.<topic>.pros` or `.cons`, with its boxes and intents.
@LoopActor
func argumentsScene(_ viewModel: ArgumentsViewModel, users: UserNames) -> Scene {
  let scene = Scene("topics.\(viewModel.topic).\(viewModel.side.plural)")
  scene.publish(viewModel.items, as: "items", description: "In order of addition.")
  scene.publish(
    viewModel.isErrorFree, as: "isErrorFree",
    description: "Whether the store works and there is something to show.")
  scene.publish(
    viewModel.isFetching, as: "isFetching", description: "Whether the store is being read.")
  // A failure is in `isErrorFree`.
  scene.onFirstUse { try? await viewModel.fetch() }

  scene.intent("fetch", summary: "Reads the store again.", errors: [.failed, .notFound]) { _ in
    try await answering { () async throws(ArgumentError) in
      try await viewModel.fetch()
      return []
    }
  }
  scene.intent(
    "add", summary: "Adds a \(viewModel.side) at the end.",
    answers: [MemberDescription("id", .string, "Of what was added.")],
    errors: [.failed, .notFound, .limit],
    Parameter<ArgumentText>(
      "text", example: ArgumentText("Always awake"), description: ArgumentText.rules),
    Parameter<Int>(
      "weight", default: Limits.defaultWeight, in: Limits.weight,
      description: "How much it counts.")
  ) { caller, text, weight in
    let author = await users.name(of: caller)
    return try await answering { () async throws(ArgumentError) in
      let item = try await viewModel.add(text: text.text, weight: weight, author: author)
      return [("id", JSONText(item.id))]
    }
  }
  scene.intent(
    "change", summary: "Gives a \(viewModel.side) another text, weight or both.",
    errors: [.failed, .notFound],
    Parameter<ArgumentID>("id", example: ArgumentID("1")),
    Parameter<ArgumentText?>(
      "text", example: ArgumentText("Never tired"), description: ArgumentText.rules),
    Parameter<Int?>(
      "weight", in: Limits.weight, example: Limits.weight.upperBound,
      description: "How much it counts.")
  ) { _, id, text, weight in
    try await answering { () async throws(ArgumentError) in
      _ = try await viewModel.change(id: id.text, text: text?.text, weight: weight)
      return []
    }
  }
  scene.intent(
    "remove", summary: "Removes a \(viewModel.side).", errors: [.failed, .notFound],
    Parameter<ArgumentID>("id", example: ArgumentID("1"))
  ) { _, id in
    try await answering { () async throws(ArgumentError) in
      try await viewModel.remove(id: id.text)
      return []
    }
  }
  return scene
}

extension Side {
  fileprivate var plural: String {
    switch self {
    case .pro: "pros"
    case .con: "cons"
    }
  }
}

/// Carries out `body` and turns what the product says into what the protocol says.
@LoopActor
private func answering(
  _ body: @LoopActor () async throws(ArgumentError) -> Answer
) async throws(RequestError) -> Answer {
  do {
    return try await body()
  } catch {
    throw RequestError(error)
  }
}

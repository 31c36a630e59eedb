internal import Application
internal import Domain
internal import Loop
internal import Server
internal import Wire

/// One side of a topic: `topics.<topic>.pros` or `.cons`, with its boxes and intents.
@LoopActor
func argumentsScene(_ viewModel: ArgumentsViewModel, users: UserNames) -> Scene {
  let scene = Scene("topics.\(viewModel.topic).\(viewModel.side.plural)")
  scene.publish(viewModel.items, as: "items")
  scene.publish(viewModel.isErrorFree, as: "isErrorFree")
  scene.publish(viewModel.isFetching, as: "isFetching")
  // A failure is in `isErrorFree`.
  scene.onFirstUse { try? await viewModel.fetch() }

  scene.intent("fetch") { _ in
    try await answering { () async throws(ArgumentError) in
      try await viewModel.fetch()
      return []
    }
  }
  scene.intent(
    "add", Parameter<String>("text"),
    Parameter<Int>("weight", default: Domain.Limits.defaultWeight)
  ) { caller, text, weight in
    let author = await users.name(of: caller)
    return try await answering { () async throws(ArgumentError) in
      let item = try await viewModel.add(text: text, weight: weight, author: author)
      return [("id", JSONText(item.id))]
    }
  }
  scene.intent(
    "change", Parameter<ArgumentID>("id"), Parameter<String?>("text"), Parameter<Int?>("weight")
  ) { _, id, text, weight in
    try await answering { () async throws(ArgumentError) in
      _ = try await viewModel.change(id: id.text, text: text, weight: weight)
      return []
    }
  }
  scene.intent("remove", Parameter<ArgumentID>("id")) { _, id in
    try await answering { () async throws(ArgumentError) in
      try await viewModel.remove(id: id.text)
      return []
    }
  }
  return scene
}

/// The id of an argument. It is a string of digits, and so a whole number, as a shell writes it,
/// stands for it too.
private struct ArgumentID: ParameterValue {
  static var typeName: String { "a string" }

  let text: String

  init?(json: JSONText) {
    guard let text = json.string ?? json.integer.map(String.init) else { return nil }
    self.text = text
  }
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

internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The list of topics: the boxes `<root>.isErrorFree` and `<root>.isFetching`, and the intents that
/// make, rename and remove topics.
@LoopActor
func topicsScene(
  _ root: String, _ viewModel: TopicsViewModel, users: UserNames
) -> Scene {
  let scene = Scene(root)
  scene.publish(
    viewModel.isErrorFree, as: "isErrorFree", description: "Whether the store works.")
  scene.publish(
    viewModel.isFetching, as: "isFetching", description: "Whether the store is being read.")
  scene.intent(
    "fetch", summary: "Reads the list of topics again.", errors: [.failed, .unavailable]
  ) { _ in
    try await answering { () async throws(TopicError) in
      try await viewModel.fetch()
      return []
    }
  }
  scene.intent(
    "create", summary: "Makes a topic without arguments.",
    answers: [
      MemberDescription("id", .string, "Of the new topic: a segment of paths, made from its title.")
    ],
    errors: [.failed, .limit, .unavailable],
    Parameter<TopicTitle>(
      "title", example: TopicTitle("Which editor?"), description: TopicTitle.rules)
  ) { caller, title in
    let author = await users.name(of: caller)
    return try await answering { () async throws(TopicError) in
      [("id", JSONText(try await viewModel.create(title: title.text, author: author)))]
    }
  }
  scene.intent(
    "rename", summary: "Gives a topic another title; its id stays.",
    errors: [.failed, .notFound, .unavailable],
    Parameter<String>("id", example: "ai"),
    Parameter<TopicTitle>(
      "title", example: TopicTitle("Which editor?"), description: TopicTitle.rules)
  ) { caller, id, title in
    let author = await users.name(of: caller)
    return try await answering { () async throws(TopicError) in
      try await viewModel.rename(id, to: title.text, author: author)
      return []
    }
  }
  scene.intent(
    "remove", summary: "Removes a topic with its arguments.",
    errors: [.failed, .notFound, .unavailable],
    Parameter<String>("id", example: "ai")
  ) { _, id in
    try await answering { () async throws(TopicError) in
      try await viewModel.remove(id)
      return []
    }
  }
  return scene
}

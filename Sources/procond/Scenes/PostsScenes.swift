internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The posts of each topic: `<root>.<topic>.posts`, with its boxes and intents.
///
/// - Parameters:
///   - copies: the store if it shows copies, which has to know who looks at them.
///   - keepsTrash: whether what is removed can be restored.
@LoopActor
func postsScenes(
  _ root: String, users: UserNames, _ copies: (any CopyGateway)?, keepsTrash: Bool,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> PostsViewModel
) -> SceneFamily<PostsViewModel> {
  let scenes = SceneFamily("\(root).*.posts", make: viewModel)
  scenes.publish(
    "items", description: "The newest \(Limits.postsShown), newest first."
  ) { $0.items }
  scenes.publish("isErrorFree", description: "Whether the store works.") { $0.isErrorFree }
  scenes.publish("isFetching", description: "Whether the store is being read.") { $0.isFetching }
  if let copies {
    scenes.publish("freshness", description: freshnessDescription) { $0.freshness }
    scenes.onObservedChange { copies.look(at: .posts($0.topic), $1) }
  }
  // A failure is also in `isErrorFree`.
  let isDue = copies.map { copies in
    { @LoopActor (viewModel: PostsViewModel) in copies.isDue(.posts(viewModel.topic)) }
  }
  scenes.onFirstUse(again: isDue) { try await $0.fetch() }

  scenes.intent(
    "refresh", summary: "Reads the store again.", errors: [.failed, .notFound, .unavailable]
  ) { viewModel, _ in
    copies?.expire(.posts(viewModel.topic))
    return try await answering { () async throws(PostError) in
      try await viewModel.fetch()
      return []
    }
  }
  scenes.intent(
    "page", summary: "Lists posts, newest first.",
    answers: [MemberDescription(.items, .array(of: PostItem.jsonSchema), "Newest first.")],
    errors: [.failed, .notFound, .unavailable],
    Parameter<String?>(.before, example: examplePost, description: "Only older posts than this."),
    Parameter<Int>(
      .limit, default: Limits.postsShown, in: 1...Limits.postsShown,
      description: "Maximum number of posts.")
  ) { viewModel, _, before, limit in
    try await answering { () async throws(PostError) in
      try await viewModel.page(before: before, limit: limit)
    } as: { items in
      try answer(.items, JSONText(encoding: items))
    }
  }
  scenes.intent(
    "read", summary: "Returns a post with all of its content.",
    answers: [MemberDescription(.post, PostText.jsonSchema)],
    errors: [.failed, .notFound, .unavailable], Parameter<String>(.id, example: examplePost)
  ) { viewModel, _, id in
    try await answering { () async throws(PostError) in
      try await viewModel.read(id)
    } as: { post in
      try answer(.post, JSONText(encoding: post))
    }
  }
  scenes.intent(
    "write", summary: "Writes a post.",
    answers: [MemberDescription(.id, .string, "The id of the new post.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<PostTitle>(
      .title, example: PostTitle("What the trial showed"), description: PostTitle.rules),
    Parameter<PostContent>(
      .content, example: PostContent("It is faster.\nIt is louder, too."),
      description: PostContent.rules)
  ) { viewModel, caller, title, content in
    let author = await users.name(of: caller)
    return try await answering { () async throws(PostError) in
      let post = try await viewModel.write(
        title: title.text, content: content.text, author: author)
      return answer(.id, JSONText(post.id))
    }
  }
  scenes.intent(
    "edit", summary: "Changes the title or content of a post, or both.",
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<String>(.id, example: examplePost),
    Parameter<PostTitle?>(
      .title, example: PostTitle("What both trials showed"), description: PostTitle.rules),
    Parameter<PostContent?>(
      .content, example: PostContent("It is faster."), description: PostContent.rules),
    Parameter<DateText?>.ifUpdated(of: "post")
  ) { viewModel, caller, id, title, content, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(PostError) in
      _ = try await viewModel.edit(
        id, title: title?.text, content: content?.text, ifUpdated: seen?.date, author: author)
      return []
    }
  }
  scenes.intent(
    "remove",
    summary: keepsTrash
      ? "Removes a post; it can be restored from the trash."
      : "Removes a post; it cannot be restored: there is no trash.",
    confirm: PostItem.deletion,
    answers: [MemberDescription.trash(keepsTrash)].compactMap(\.self),
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<String>(.id, example: examplePost), Parameter<DateText?>.ifUpdated(of: "post")
  ) { viewModel, caller, id, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(PostError) in
      let trash = try await viewModel.remove(id, ifUpdated: seen?.date, author: author)
      return keepsTrash ? answer(.trash, JSONText(trash)) : []
    }
  }
  return scenes
}

/// The id of a post, as an example.
let examplePost = "018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70"

/// The title of a post as a parameter.
struct PostTitle: TextParameter {
  static let mostBytes = Limits.postTitleBytes
  static let rules = commonRules(Limits.postTitleCharacters.upperBound) + hiddenRule

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// The content of a post as a parameter.
struct PostContent: TextParameter {
  static let mostBytes = Limits.postContentBytes
  static let rules = "At most \(mostBytes) bytes, on any number of lines; not empty."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

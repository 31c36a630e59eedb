internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// What the session shows, and where it goes: the box `session.route`, the intents that change it,
/// and those that change who the client is.
@LoopActor
func routeScene(_ users: UserNames, _ acts: Acts) -> SessionScene<UserSession> {
  let scene = SessionScene<UserSession>("session")
  scene.publish(
    "route", description: "What this client is shown: the sheet, or else the top of the stack."
  ) { $0.router.route }
  scene.intent("toTopics", summary: "Shows the list of topics.", errors: [.notAllowed, .limit]) {
    session, _ in
    try await answering { () async throws(RouteError) in
      try session.router.toTopics()
      return []
    }
  }
  scene.intent(
    "toBoard", summary: "Shows a topic and its arguments.", errors: routeErrors, Parameter.topic
  ) { session, _, path in
    try await answering { () async throws(RouteError) in
      try await session.router.toBoard(at: path)
      return []
    }
  }
  scene.intent(
    "toPosts", summary: "Shows the posts of a topic.", errors: routeErrors, Parameter.topic
  ) { session, _, path in
    try await answering { () async throws(RouteError) in
      try await session.router.toPosts(at: path)
      return []
    }
  }
  scene.intent(
    "toPost", summary: "Shows a post.", errors: routeErrors, Parameter.topic,
    Parameter<String>(.id, example: examplePost)
  ) { session, _, path, id in
    try await answering { () async throws(RouteError) in
      try await session.router.toPost(at: path, id: id)
      return []
    }
  }
  scene.intent(
    "toCreatePost", summary: "Presents a new draft of a post.", errors: routeErrors,
    Parameter.topic
  ) { session, _, path in
    try await answering { () async throws(RouteError) in
      try await session.router.toCreatePost(at: path)
      return []
    }
  }
  scene.intent("toLogin", summary: "Shows the login.", errors: [.limit]) { session, _ in
    try await answering { () async throws(RouteError) in
      try session.router.toLogin()
      return []
    }
  }
  scene.intent("dismiss", summary: "Removes the sheet, or else the top of the stack.") {
    session, _ in
    session.router.dismiss()
    return []
  }
  publishLogIn(in: scene, users, acts)
  return scene
}

private let routeErrors: [RequestError.Code] = [
  .failed, .notFound, .notAllowed, .limit, .unavailable,
]

extension Parameter where Value == String {
  /// The path of a topic.
  @LoopActor fileprivate static let topic = Parameter(
    .at, example: "topics.ai", description: "The topic's path.")
}

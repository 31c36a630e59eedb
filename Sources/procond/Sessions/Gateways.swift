internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import UVLoop

/// The users whose connections are those of others, whom they name: programs that people reach over a
/// network.
@LoopActor
final class Gateways {
  /// The names of these users.
  var users: Set<String> = []
  /// Whether people can log in.
  var hasUsers = false
  /// Whether a policy says what they may do.
  var hasPolicy = false

  nonisolated init() {}

  /// Returns the scene with the intent `session.gateway.forward`.
  func scene(_ names: UserNames) -> SessionScene<SessionClient> {
    let scene = SessionScene<SessionClient>("session.gateway")
    scene.intent(
      "forward",
      summary: "Says who is behind this connection of a gateway, to whom all counts that it uses.",
      answers: [
        MemberDescription("users", .boolean, "Whether anybody can log in."),
        MemberDescription("policy", .boolean, "Whether a policy says who may do what."),
      ],
      errors: [.notAllowed, .limit],
      Parameter<String>(
        .for, example: "ada@192.0.2.7",
        description: "The gateway's name for them, 1 to 128 characters.")
    ) { [unowned self] client, caller, name in
      // The user of the process, even if the client is logged in as another one.
      let user = await names.name(of: Caller(credentials: caller.credentials))
      guard users.contains(user) else {
        throw RequestError(
          .notAllowed, "'\(user)' is not in \"gateways\" of the daemon's configuration",
          .reason("policy"))
      }
      guard (1...ServerLimits.forwardedName).contains(name.count) else {
        throw RequestError.invalid(
          member: .for, "for has 1 to \(ServerLimits.forwardedName) characters")
      }
      try client.forward(for: name)
      return [("users", JSONText(hasUsers)), ("policy", JSONText(hasPolicy))]
    }
    return scene
  }
}

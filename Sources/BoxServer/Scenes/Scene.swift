public import BoxWire
public import Boxes
public import UVLoop

/// A view model as clients see it: a path, its boxes and its intents.
@LoopActor
public final class Scene {
  public let path: Path
  let kind = SceneKind<Void>()

  /// - Parameter path: where the scene is, such as `topics.ai.pros`.
  /// - Precondition: it is a path.
  public init(_ path: String) {
    guard let path = Path(path) else { preconditionFailure("\(path) is not a path") }
    self.path = path
  }

  /// Publishes a box; every assignment that changes its encoded value is sent to clients.
  ///
  /// `rpc.discover` shows the value's schema if its type is `JSONSchemaDescribed`; otherwise it
  /// describes the value as any JSON.
  ///
  /// - Parameters:
  ///   - output: the box as its view model exposes it.
  ///   - name: the last segment of its path.
  ///   - description: a sentence for people.
  public func publish<Value: Encodable>(
    _ output: Output<Value>, as name: String, description: String? = nil
  ) {
    kind.publish(name, description) { _ in output }
  }

  /// Publishes an intent, which clients can call.
  ///
  /// - Parameters:
  ///   - name: the last segment of its path.
  ///   - summary: a sentence for people.
  ///   - question: what clients ask before they call it; nil for nothing.
  ///   - answers: the members of the result in addition to the revision.
  ///   - errors: the errors that it can return, apart from those of every method.
  ///   - parameters: its parameters. Others are refused, as is a value of the wrong type.
  ///   - perform: carries it out, and returns the members of the result in addition to the
  ///     revision. It throws `RequestError` to answer the client with that; any other error is an
  ///     internal error of the daemon, and logged.
  public func intent<each Value: ParameterValue>(
    _ name: String, summary: String? = nil, confirm question: String? = nil,
    answers: [MemberDescription] = [], errors: [RequestError.Code] = [],
    _ parameters: repeat Parameter<each Value>,
    perform: @escaping @LoopActor (Caller, repeat each Value) async throws -> Answer
  ) {
    var described: [MemberDescription] = []
    for parameter in repeat each parameters { described.append(parameter.description) }
    let known = described.map(\.name)
    let description = MethodDescription(
      name, summary, confirm: question, parameters: described, result: .answer(answers),
      errors: errors)
    kind.addIntent(description) { _, caller, given in
      try given.allowOnly(known)
      return try await perform(caller, repeat (each parameters).read(given))
    }
  }

  /// Calls `load` when a client first requests one of the boxes, and again for the next client if
  /// it threw; `subscribe` and `get` wait for it for a while. At most one can be given.
  public func onFirstUse(_ load: @escaping @LoopActor () async throws -> Void) {
    precondition(kind.load == nil, "\(path) has two loads")
    kind.load = { _ in try await load() }
  }

  /// Calls `refresh` each time before a client is given values of the boxes on request.
  public func onRead(_ refresh: @escaping @LoopActor () -> Void) {
    kind.refresh = { _ in refresh() }
  }

  /// Calls `observe` when the first client subscribes to one of the boxes, and when the last
  /// one has left or the scene is removed.
  public func onObservedChange(_ observe: @escaping @LoopActor (_ isObserved: Bool) -> Void) {
    kind.observe = { _, isObserved in observe(isObserved) }
  }
}

public import BoxWire
public import UVLoop

/// One connection as its scenes see it: who the client is, and the boxes and intents under `session`
/// that only this client has. It ends with the connection.
///
/// ```swift
/// let counter = SessionScene<CounterViewModel>("session.counter")
/// counter.publish("count") { $0.count }
/// registry.configure([counter]) { _ in [counter.presenting(CounterViewModel())] }
/// ```
@LoopActor
public final class Session {
  /// The first segment of the paths of its boxes and intents.
  public nonisolated static let root = "session"

  let boxes: SessionBoxes
  /// The user to whom it counts: the one that the kernel reports, or who is behind a gateway.
  private(set) var user: Turns.User
  private let registry: Registry
  /// The client; nil once the connection is closed.
  public private(set) var caller: Caller?
  /// Called when the client has logged in or out, to update its rights.
  var loginChanged: (@LoopActor (Login?) -> Void)?
  /// Called with the gateway's name for the person for whom it has opened the connection.
  var moved: (@LoopActor (String) -> Void)?
  private var scenes: [Scene] = []
  /// Intents that are in progress.
  private var calls: [ObjectIdentifier: IntentCall] = [:]

  private struct Scene {
    let kind: ObjectIdentifier
    let path: Path
    let face: SceneFace
    let perform: @LoopActor (Int, Caller, Parameters) async throws -> Answer
    let places: [SessionPlace]
    /// nil when there is nothing to load.
    let loading: Loading?
  }

  /// - Parameter subscriber: receives the changes of its boxes.
  init(_ registry: Registry, for caller: Caller, _ subscriber: Subscriber) {
    user = caller.user
    self.registry = registry
    self.caller = caller
    boxes = SessionBoxes(registry.log, registry.delivery, registry.sessions, subscriber, user)
  }

  /// Who the client has logged in as; nil for the user that the kernel reports. When it changes, the
  /// client's rights follow at once. It cannot change once the connection is closed.
  public var login: Login? {
    get { caller?.login }
    set {
      caller?.login = newValue
      loginChanged?(newValue)
    }
  }

  /// Counts all that the client uses to somebody behind it from now on, since it is a gateway that the
  /// daemon trusts. Its rights stay what they are.
  ///
  /// - Parameter name: the gateway's name for them.
  /// - Throws: `RequestError` -32004 if they use too much already.
  public func forward(for name: String) throws(RequestError) {
    guard var caller else { return }
    caller.behind = name
    guard caller.user != user else { return }
    try registry.sessions.move(self, to: caller.user)
    user = caller.user
    self.caller = caller
    moved?(name)
  }

  /// Called when the client's rights have changed. Held until the session ends.
  public var whenRightsChange: (@LoopActor () -> Void)?

  /// Returns what another process needs for the scenes to be as they are; nil if they need nothing. Nothing
  /// is in progress then. Held until the session ends.
  package var save: (@LoopActor () -> JSONText?)?
  /// Makes the scenes what they were in another process, as far as that is possible. Held until the
  /// session ends.
  package var restore: (@LoopActor (JSONText) async -> Void)?

  /// To be called when the client's rights have changed.
  func setRights(_ rights: Rights?) {
    caller?.rights = rights
    boxes.setRights(rights)
    whenRightsChange?()
  }

  /// To be called once, after it was created.
  func present(_ parts: [SessionPart]) {
    scenes.reserveCapacity(parts.count)
    for part in parts {
      scenes.append(
        Scene(
          kind: part.kind, path: part.path, face: part.scene.face, perform: part.scene.perform,
          places: part.places,
          loading: part.scene.load.map {
            Loading(registry.tasks, isDue: part.scene.isDue ?? { false }, $0)
          }))
    }
    boxes.add(parts)
    // Its first values are no change.
    _ = boxes.takeNewValues()
  }

  /// To be called when the connection is closed. Calls in progress are cancelled; no one gets their
  /// answers.
  func end() {
    caller = nil
    loginChanged = nil
    moved = nil
    boxes.end()
    for call in calls.values { call.cancel() }
    for scene in scenes { scene.loading?.cancel() }
    scenes = []
    whenRightsChange = nil
    save = nil
    restore = nil
  }

  // MARK: Handing over

  /// Whether no intent is in progress.
  var isAtRest: Bool { calls.isEmpty }

  /// What the next process needs to go on.
  func handOver() -> HandedSession {
    var state = boxes.handOver()
    state.behind = caller?.behind
    state.state = save?()
    return state
  }

  /// Makes it what it was in another process, and then calls `done`. ``endRestoring()`` must follow.
  ///
  /// - Throws: `RequestError` -32004 if whom a gateway has named has too many sessions.
  func restore(
    _ state: HandedSession, _ done: @escaping @LoopActor () -> Void
  ) throws(RequestError) {
    if let name = state.behind { try forward(for: name) }
    boxes.beginRestoring(state, caller?.rights)
    registry.tasks.start { [weak self] in
      if let text = state.state { await self?.restore?(text) }
      self?.whenReady(state.patterns, done)
    }
  }

  /// Sends what is due from now on.
  func endRestoring() {
    boxes.endRestoring()
  }

  /// Loads the scenes with matching boxes, and calls `body` once they are loaded: at once, or later, or
  /// when the time is up.
  func whenReady(_ patterns: [Pattern], _ body: @escaping @LoopActor () -> Void) {
    let loadings = scenes.compactMap { scene in
      scene.places.contains { patterns.match($0.segments) } ? scene.loading : nil
    }
    guard !loadings.isEmpty else { return body() }
    LoadWait.start(for: loadings, until: registry.scenes.deadline, body)
  }

  /// Returns the scenes that a request for these patterns may describe; nil for all.
  func scenes(in patterns: [Pattern]?) -> [PlacedFace] {
    guard patterns?.contains(where: \.isOfSession) ?? true else { return [] }
    return scenes.map { PlacedFace(id: $0.kind, path: $0.path, face: $0.face) }
  }

  /// Carries out an intent; `reply` is called once its effect is visible.
  ///
  /// - Throws: `RequestError` -32601 when there is none at that path, -32004 when all sessions
  ///   together hold too much for its parameters.
  func perform(
    _ method: String, _ parameters: Parameters, _ reply: @escaping Reply
  ) throws(RequestError) {
    guard let (scene, intent) = find(method), let caller else {
      throw .noMethod(method)
    }
    try registry.sessions.checkRoom(for: parameters, user)
    let call = IntentCall { [registry] in registry.answer($0, of: method, reply) }
    calls[ObjectIdentifier(call)] = call
    call.start(registry.tasks) { [perform = scene.perform] in
      try await perform(intent, caller, parameters)
    } ended: {
      [weak self] in
      self?.calls[ObjectIdentifier(call)] = nil
    }
  }

  private func find(_ method: String) -> (scene: Scene, intent: Int)? {
    guard let dot = method.lastIndex(of: ".") else { return nil }
    let path = method[..<dot]
    let name = method[method.index(after: dot)...]
    for scene in scenes where scene.path.text == path {
      if let intent = scene.face.intent(name) { return (scene, intent) }
    }
    return nil
  }
}

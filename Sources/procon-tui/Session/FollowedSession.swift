internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The session of this program: follows its route and calls intents. After a lost connection, it
/// leads the new session to the place of the old one.
@LoopActor
final class FollowedSession {
  typealias Outcome = Result<JSONText, Failure>

  /// Called when what it shows has changed, also the loss and the slowness.
  var changed: (@LoopActor () -> Void)?
  /// Called when the connection is lost.
  ///
  /// - Returns: calls that bring back what the user has typed in the scene that is shown.
  var interrupted: (@LoopActor () -> [Call])?
  /// Called with the scene at the old place, before what the user has typed is brought back.
  var returned: (@LoopActor (ShownScene) -> Void)?
  /// Called when the old place has been reached, or with the reason why it was not, and whether what
  /// the user has typed there was kept.
  var resumed: (@LoopActor (Failure?, _ isKept: Bool) -> Void)?
  /// Called once when the session cannot continue.
  var failed: (@LoopActor (Failure) -> Void)?

  private let context: CommandContext
  private let follower: SceneFollower<CommandContext>
  private var trail = Trail()
  /// The way back to the old place; nil unless the connection is or was lost.
  private var way: WayBack?
  private var returning: Task<Void, Never>?
  private var calls = 0
  private var delay: Timer?

  /// Present while the connection is lost, and until the old place has been reached or the user has
  /// to log in.
  private(set) var loss: Countdown?
  /// Whether the daemon has kept the user waiting.
  private(set) var isSlow = false

  /// How long an answer may take before a notice says that it is late.
  private static let patience = Duration.seconds(1)

  init(_ context: CommandContext) {
    self.context = context
    follower = SceneFollower(context, reconnects: true)
  }

  /// Connects, and returns once ``shown`` is complete.
  func start() async throws(Failure) {
    // The follower's tasks may end later than this session.
    follower.changed = { [weak self] in self?.update() }
    follower.interrupted = { [weak self] in self?.lose($0) }
    follower.failed = { [weak self] in self?.failed?($0) }
    follower.besides = { Self.beside(topics: $0) + Self.posts(at: $0, $1) }
    try await follower.start()
  }

  /// nil until the first complete state.
  var shown: ShownScene? { follower.shown }

  /// The list of topics, while another scene is shown and ``followsTopics``.
  var topics: ShownScene? { follower.first }

  /// Whether the list of topics is followed while another scene is shown.
  var followsTopics: Bool {
    get { follower.followsStart }
    set { follower.followsStart = newValue }
  }

  /// Whether an intent has not been answered, or the old place has not been reached.
  var isBusy: Bool { calls > 0 || returning != nil }

  /// Whether the old place has not been reached, also while the user logs in.
  var isReturning: Bool { way != nil }

  /// Whether what the user has typed is brought back at the end of the way to the old place.
  var keepsText: Bool { way?.bringsText == true }

  /// The list of topics does not say which stores are still being read, nor what waits for the user;
  /// other boxes do.
  private static func beside(topics entry: SessionRoute.Entry) -> [Pattern] {
    guard entry.scene == KnownScene.topics.rawValue else { return [] }
    // A path that the user may not read would be refused, a pattern is not.
    return (entry.roots.map { "\($0).*" } + [AwaitingList.boxes]).compactMap { Pattern($0) }
  }

  /// The list of posts says that a post has changed while it is edited; its own scene does not.
  private static func posts(at entry: SessionRoute.Entry, _ boxes: Mirror) -> [Pattern] {
    guard entry.scene == KnownScene.post.rawValue, let place = entry.place,
      boxes["session.post.isEditing"]?.boolean == true
    else { return [] }
    return [Pattern("\(place).posts.items")].compactMap(\.self)
  }

  // MARK: Calls

  /// Calls an intent.
  ///
  /// - Parameter done: called once its effect is in ``shown``.
  func call(_ call: Call, done: @escaping @LoopActor (Outcome) -> Void) {
    guard loss == nil else { return done(.failure(.notSent(.closed))) }
    calls += 1
    delay = Timer(after: Self.patience) { [unowned self] in
      isSlow = true
      changed?()
    }
    LoopActor.task { [self] in
      let outcome = await outcome(of: call)
      calls -= 1
      if calls == 0 { (delay, isSlow) = (nil, false) }
      done(outcome)
    }
  }

  private func outcome(of call: Call) async -> Outcome {
    do throws(Failure) {
      let answer = try await follower.call(call.intent, call.parameters)
      if let connection = follower.connection {
        context.remember(answer, of: call.intent, over: connection)
      }
      if let route { trail.add(call, to: route) }
      return .success(answer)
    } catch {
      return .failure(error)
    }
  }

  /// Calls an intent that changes nothing.
  ///
  /// - Parameter done: receives its answer; nil if it is refused or there is no connection.
  func inquire(_ call: Call, done: @escaping @LoopActor (JSONText?) -> Void) {
    guard let connection = follower.connection else { return done(nil) }
    connection.send(call.intent, call.parameters) { done(try? $0.get()) }
  }

  private var route: SessionRoute? { shown?[SessionRoute.pattern.text].map { SessionRoute($0) } }

  // MARK: A lost connection

  private func update() {
    guard way == nil else { return comeBack() }
    if calls == 0, let route { trail.drop(outside: route) }
    changed?()
  }

  private func lose(_ pause: Duration) {
    if way == nil { way = WayBack(there: trail.calls, then: interrupted?() ?? []) }
    loss = Countdown(pause) { [unowned self] in changed?() }
    changed?()
  }

  private func comeBack() {
    guard returning == nil, let way else { return }
    guard shown?.entry?.scene != KnownScene.login.rawValue else { return waitForLogIn() }
    // Scenes on the way are not shown.
    loss = loss ?? Countdown(.zero) {}
    returning = LoopActor.task { [self] in
      var failure: Failure?
      do throws(Failure) {
        try await follow(way.there)
        if let shown { returned?(shown) }
        try await follow(way.then)
      } catch {
        failure = error
      }
      // Without an answer, the connection is lost again.
      let isLost = failure != nil && failure?.refusal == nil
      if !isLost, let refused = failure { failure = await way.save(after: refused) }
      returning = nil
      guard !isLost else { return }
      self.way = nil
      loss = nil
      resumed?(failure, failure != nil && way.bringsText)
      changed?()
    }
  }

  /// The way continues after the login.
  private func waitForLogIn() {
    guard loss != nil else { return changed?() ?? () }
    loss = nil
    resumed?(nil, false)
  }

  private func follow(_ calls: [Call]) async throws(Failure) {
    for call in calls { _ = try await outcome(of: call).get() }
  }
}

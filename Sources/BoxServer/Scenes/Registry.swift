package import BoxWire
internal import Glibc
public import Logging
public import UVLoop

/// The scenes of a daemon and the boxes that clients share: everything that its listeners serve.
@LoopActor
public final class Registry {
  /// Name and version, as in the greeting.
  public let server: String
  /// Identifies the daemon in the greeting, also after a restart; nil to announce none.
  public var identity: String? {
    didSet { lastGreeting.line = [] }
  }
  /// Logs faults. Its level may change.
  public var logger: Logger
  /// The limits for clients. New limits apply from then on; open connections keep their maximum
  /// line length.
  public var limits: ServerLimits {
    didSet {
      shared.limits = limits
      for boxes in storedBoxes { boxes.limits = limits }
      sessions.limits = limits
      log.limits = limits
      lastGreeting.line = []
      answers.removeAll()
    }
  }
  /// Returns what a caller may do; nil for everything. Called for each connection, and again when
  /// its caller logs in or out and after ``rightsChanged()``. Callers with the same rights should get
  /// the same object.
  ///
  /// `groups` asks the kernel for the IDs of the groups of the client's process, all of them; empty
  /// if it is already gone. Without this closure, every caller may do everything.
  public var rights: (@LoopActor (_ caller: Caller, _ groups: () -> [UInt32]) -> Rights?)?
  /// The revision at which rights last changed: what a client missed since then, or
  /// since before, is unknown.
  var rightsRevision = -1
  /// Those of an earlier run that this one continues.
  var earlierRights: (revision: Int, hash: UInt64)?
  /// Increases with each ``rightsChanged()``.
  private(set) var rules: Int32 = 0
  /// The key of the hashes in the memory of the earlier run.
  var earlierKey: (UInt64, UInt64)?
  /// Called after rights have changed; by listener.
  var whenRightsChange: [ObjectIdentifier: @LoopActor () -> Void] = [:]

  let log: ChangeLog
  let delivery: Delivery
  let shared: SharedBoxes
  /// The boxes that stores keep, each under its root.
  var storedBoxes: [StoredBoxes] = []
  /// The turns of each client at changing such boxes.
  let storing = TurnQueue<ObjectIdentifier>()
  let scenes: SceneDirectory
  let sessions: Sessions
  let tasks = TaskBag()
  let turns = Turns()
  let answers: SharedAnswers

  private var lastGreeting: (revision: Int, line: [UInt8]) = (0, [])
  /// The named schemas that the scenes and the protocol's own methods refer to.
  private var schemas: [String: JSONText]

  /// - Parameters:
  ///   - server: name and version, such as `procond 0.1.0`.
  ///   - logger: logs faults; writes to standard error when nil.
  ///   - loadTime: how long requests wait for what is being loaded.
  ///   - sceneRetention: how long the scene of a family is kept once it is neither observed nor
  ///     busy.
  ///   - limits: the limits for clients.
  public init(
    server: String, logger: Logger? = nil, loadTime: Duration = ServerLimits.load,
    sceneRetention: Duration = ServerLimits.sceneRetention, limits: ServerLimits = ServerLimits()
  ) {
    let logger = logger ?? Logger(label: server) { StreamLogHandler.standardError(label: $0) }
    self.server = server
    self.logger = logger
    self.limits = limits
    let epoch = UInt64.random(in: .min ... .max)
    log = ChangeLog(epoch: String(epoch, radix: 16), limits: limits)
    delivery = Delivery(log: log)
    answers = SharedAnswers(log.memory)
    shared = SharedBoxes(log: log, limits: limits)
    sessions = Sessions(limits: limits)
    scenes = SceneDirectory(
      log, delivery, tasks, turns, loadTime: loadTime, sceneRetention: sceneRetention)
    schemas = JSONSchema.definitions(
      of: MethodDescription.builtIn().flatMap(\.schemas) + [shared.schema])
    log.faultFound = { [weak self] in self?.logger.error("\($0)") }
  }

  // MARK: Scenes

  /// Publishes a scene.
  ///
  /// - Precondition: there is no other scene at its path, and no other schema of the same name.
  public func add(_ scene: Scene) {
    know(scene.kind.face)
    scenes.add(scene.kind.bind(()), at: scene.path)
  }

  /// Withdraws a scene from clients: its boxes in the revision of this turn, its intents at once.
  /// Calls in progress are cancelled, and answered when they end. The path can be reused at once.
  public func remove(_ scene: Scene) {
    scenes.remove(at: scene.path)
  }

  /// Publishes the scenes of a family, including those of members that are inserted later.
  ///
  /// - Precondition: it was not added before, and there is no other schema of the same name.
  public func add<Model>(_ family: SceneFamily<Model>) {
    know(family.kind.face)
    scenes.add(family.members, family.kind.face)
  }

  /// Withdraws a family with all of its members from clients, as ``remove(_:)-(Scene)`` does with a
  /// scene.
  public func remove<Model>(_ family: SceneFamily<Model>) {
    scenes.remove(family.members)
  }

  /// Loads what is under a root, such as `topics`: adds scenes, or inserts members into families.
  ///
  /// Until that ends, requests that name the root wait for it, at most `loadTime`; after that,
  /// requests for what does not exist yet are answered with -32005. If `load` throws, it is called
  /// again when a client next names the root.
  ///
  /// - Parameters:
  ///   - startsNow: whether loading starts at once, or when a client first names the root.
  ///   - isDue: returns true if what was loaded is out of date: then `load` is called again when a
  ///     client next requests a box under the root that always exists.
  public func load(
    _ root: String, startsNow: Bool = true,
    again isDue: @escaping @LoopActor () -> Bool = { false },
    _ load: @escaping @LoopActor () async throws -> Void
  ) {
    scenes.load(root, startsNow: startsNow, again: isDue, load)
  }

  /// Ends what ``load(_:startsNow:_:)`` started for a root. From then on, what has not been added does not
  /// exist.
  public func stopLoading(_ root: String) {
    scenes.stopLoading(root)
  }

  /// Calls `observe` when the first client subscribes to something at or under a root that it may
  /// read, and when the last one has left; at once if somebody does so already.
  ///
  /// - Parameter observe: nil to end this.
  public func onObservedChange(
    under root: String, _ observe: (@LoopActor (_ isObserved: Bool) -> Void)?
  ) {
    scenes.observe(root, observe)
  }

  /// Gives each connection scenes of its own, under `session`.
  ///
  /// - Parameters:
  ///   - scenes: all scenes that a session may have.
  ///   - parts: called once for each connection, before its first request that names `session` is
  ///     carried out; returns the scenes of that session. It must not keep the session alive, which
  ///     ends with the connection.
  /// - Precondition: it was not called before, and there is no other schema of the same name.
  public func configure<each Model>(
    _ scenes: repeat SessionScene<each Model>,
    parts: @escaping @LoopActor (Session) -> [SessionPart]
  ) {
    precondition(sessions.configure == nil, "sessions are configured twice")
    for scene in repeat each scenes { know(scene.kind.face) }
    sessions.configure = parts
  }

  /// The number of connections with scenes of their own.
  public var sessionCount: Int { sessions.count }

  /// Detects two schemas with the same name now, and not when a client asks.
  private func know(_ face: SceneFace) {
    schemas = JSONSchema.definitions(of: face.schemas, known: schemas)
  }

  /// Carries out an intent; `reply` is called once its effect is visible.
  ///
  /// - Parameter caller: called once it is known whether there is such an intent; throws if the
  ///   client may no longer call it.
  func perform(
    _ method: String, _ parameters: Parameters, _ reply: @escaping Reply,
    by caller: @escaping @LoopActor () throws(RequestError) -> Caller
  ) {
    scenes.whenKnown(method) { [self] in
      let client: Caller
      do throws(RequestError) { client = try caller() } catch { return reply(.failure(error)) }
      guard let (scene, intent) = scenes.intent(at: method) else {
        return reply(.failure(missing(method)))
      }
      scene.perform(intent, client, parameters, tasks) { self.answer($0, of: method, reply) }
    }
  }

  private func missing(_ method: String) -> RequestError {
    scenes.unknown(method) ?? .noMethod(method)
  }

  /// Answers an intent that has ended, once its effect is visible.
  func answer(_ outcome: Result<Answer, any Error>, of method: String, _ reply: @escaping Reply) {
    let outcome = answer(outcome, of: method)
    log.atEndOfTurn { revision in
      reply(outcome.map { .text(JSONText(members: [("revision", JSONText(revision))] + $0)) })
    }
  }

  private func answer(
    _ outcome: Result<Answer, any Error>, of method: String
  ) -> Result<Answer, RequestError> {
    switch outcome {
    case .success(let answer): return .success(answer)
    case .failure(let error as RequestError): return .failure(error)
    case .failure(is CancellationError):
      return .failure(
        RequestError(.notFound, "\(method.excerpt) was removed while it was carried out"))
    case .failure(let error):
      logger.error("\(method): \(error)")
      return .failure(RequestError(.fault, "the daemon failed; its log says how"))
    }
  }

  /// To be called when ``rights`` may return others than before, for any caller. Subscribers whose
  /// rights have changed get a `gap`, and then what they may read now.
  public func rightsChanged() {
    rightsRevision = log.revision
    log.stream?.rights = (rightsRevision, 0)
    rules &+= 1
    for body in whenRightsChange.values { body() }
  }

  // MARK: What clients see

  /// Identifies this run of revisions.
  public var epoch: String { log.epoch }
  /// The number of the last published change.
  public var revision: Int { log.revision }
  /// The number of connections that hold at least one pattern.
  public var subscribers: Int { delivery.groups.members }
  /// The number of `change` and other lines about boxes that were sent to subscribers, and their
  /// bytes.
  public var sent: (lines: Int, bytes: Int) { (delivery.sent.lines, delivery.sent.bytes) }

  /// The first line on every connection.
  var greeting: [UInt8] {
    if lastGreeting.revision != log.revision || lastGreeting.line.isEmpty {
      let hello = Hello(
        server: server, identity: identity, epoch: log.epoch, revision: log.revision,
        limits: announcedLimits)
      lastGreeting = (log.revision, hello.line)
    }
    return lastGreeting.line
  }

  /// The limits that the greeting names.
  var announcedLimits: AnnouncedLimits {
    AnnouncedLimits(line: limits.line, value: limits.value, patterns: limits.patterns)
  }

  /// Everything that a connection is sent if there is no room for it.
  var refusal: [UInt8] {
    greeting + Bye(.limit, retryAfter: ServerLimits.retryAfterRefusal).line
  }
}

extension RequestError {
  static func noMethod(_ method: String) -> RequestError {
    RequestError(.noMethod, "there is no method \(method.excerpt)")
  }
}

/// What the server counts.
extension Registry {
  /// How often boxes have changed since each of them was made, removals included.
  ///
  /// - Parameters:
  ///   - patterns: of the boxes.
  ///   - revision: boxes whose last change is not after it are left out.
  ///   - caller: boxes that it may not read are left out.
  /// - Returns: the boxes that match, removed ones as long as they are remembered, the latest change
  ///   first.
  package func changeCounts(
    matching patterns: [Pattern], after revision: Int, for caller: Caller
  ) -> [(path: Path, count: Int, isRemoved: Bool)] {
    log.endTurn()
    return log.boxes(changedAfter: revision, in: Selection(patterns, caller.rights))
      .filter { $0.remembered == nil }
      .map { ($0.path, $0.changes, !$0.exists) }
  }
}

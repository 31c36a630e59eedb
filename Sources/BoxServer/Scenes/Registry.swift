public import BoxWire
internal import Boxes
internal import Glibc
public import Logging
public import UVLoop

/// The scenes of a daemon and what clients share: everything that its listeners serve.
@LoopActor
public final class Registry {
  /// Name and version, as the greeting says.
  public let server: String
  let log: ChangeLog
  let delivery: Delivery
  /// For faults. Its level may change.
  public var logger: Logger
  /// What clients may ask for. Other limits count from then on; connections that stand keep their
  /// longest line.
  public var limits: ServerLimits {
    didSet {
      shared.limits = limits
      log.limits = limits
      lastGreeting.line = []
    }
  }
  let shared: SharedBoxes
  let tasks = TaskBag()
  let spare = SpareBuffer()
  /// Decides which requests are carried out: called for each of them, it throws what the client is
  /// answered instead. Without one, everything is allowed.
  public var policy: (@LoopActor (Access) throws(RequestError) -> Void)?
  private let loadTime: Duration

  private var lastGreeting: (revision: Int, line: [UInt8]) = (0, [])
  private var intents: [String: Intent] = [:]
  private(set) var scenes: [Scene] = []
  /// The named schemas that these and the protocol's own methods refer to.
  private var schemas: [String: JSONText]
  private var bindings: [Binding] = []
  private var loads: [SceneLoad] = []
  private var refreshed: [Scene] = []
  private var observed: [ObservedScene] = []

  /// - Parameters:
  ///   - server: name and version, such as `procond 0.1.0`.
  ///   - logger: for faults; to standard error when nil.
  ///   - loadTime: how long `subscribe` and `get` wait for scenes to load.
  ///   - limits: what clients may ask for.
  public init(
    server: String, logger: Logger? = nil, loadTime: Duration = ServerLimits.load,
    limits: ServerLimits = ServerLimits()
  ) {
    let logger = logger ?? Logger(label: server) { StreamLogHandler.standardError(label: $0) }
    self.server = server
    self.loadTime = loadTime
    self.logger = logger
    self.limits = limits
    let epoch = UInt64.random(in: .min ... .max)
    log = ChangeLog(epoch: String(epoch, radix: 16), limits: limits)
    delivery = Delivery(log: log)
    shared = SharedBoxes(log: log, limits: limits)
    schemas = JSONSchema.definitions(
      of: MethodDescription.builtIn().flatMap(\.schemas) + [shared.schema])
    log.faultFound = { [weak self] in self?.logger.error("\($0)") }
    delivery.interestChanged = { [weak self] _ in self?.updateObserved() }
  }

  /// Names this run of revisions.
  public var epoch: String { log.epoch }
  /// The number of the last published change.
  public var revision: Int { log.revision }
  /// Connections that hold at least one pattern.
  public var subscribers: Int { delivery.subscribers }
  /// `change` and other lines about boxes that were sent to subscribers, and their bytes.
  public var sent: (lines: Int, bytes: Int) { (delivery.sent.lines, delivery.sent.bytes) }

  private func updateObserved() {
    for scene in observed { scene.update(delivery) }
  }

  /// Observers end where the boxes live, wherever it is released.
  isolated deinit {
    for binding in bindings { binding.cancel() }
  }

  /// Publishes a scene.
  ///
  /// - Precondition: no box or intent of the same path was published before, and no other schema of
  ///   the same name.
  public func add(_ scene: Scene) {
    for box in scene.boxes {
      let published = log.add(box.path, encode: box.encode)
      bindings.append(box.bind { [unowned log] in log.mark(published) })
    }
    for intent in scene.intents {
      let name = intent.description.name
      precondition(intents[name] == nil, "two intents at \(name)")
      intents[name] = intent
    }
    scenes.append(scene)
    // Found out now, and not when a client asks: two schemas of one name.
    schemas = JSONSchema.definitions(of: scene.schemas, known: schemas)
    if scene.load != nil { loads.append(SceneLoad(scene)) }
    if scene.refresh != nil { refreshed.append(scene) }
    if scene.observe != nil { observed.append(ObservedScene(scene)) }
  }

  /// The first line on every connection.
  var greeting: [UInt8] {
    if lastGreeting.revision != log.revision || lastGreeting.line.isEmpty {
      let hello = Hello(
        server: server, epoch: log.epoch, revision: log.revision,
        limits: announcedLimits)
      lastGreeting = (log.revision, hello.line)
    }
    return lastGreeting.line
  }

  /// Those that clients are told.
  var announcedLimits: AnnouncedLimits {
    AnnouncedLimits(line: limits.line, value: limits.value, patterns: limits.patterns)
  }

  /// All that a connection gets for which there is no room.
  var refusal: [UInt8] {
    greeting + Bye(.limit, retryAfter: ServerLimits.retryAfterRefusal).line
  }

  func intent(at method: String) -> Intent? {
    intents[method]
  }

  /// Sees to it that boxes have the values that they should have, then calls `body`: at once, or
  /// when the scenes that match are loaded, or when the time for that is over.
  func whenReady(_ patterns: [Pattern], _ body: @escaping @LoopActor () -> Void) {
    for scene in refreshed where scene.matches(patterns) { scene.refresh?() }
    var matching: [SceneLoad] = []
    for load in loads where load.scene.matches(patterns) { matching.append(load) }
    guard !matching.isEmpty else { return body() }
    let wait = LoadWait(body)
    for load in matching {
      wait.add(load)
      load.start(tasks)
    }
    loads.removeAll(where: \.hasEnded)
    wait.begin(within: loadTime)
  }
}

/// A scene that wants to know whether anybody watches it.
@LoopActor
private final class ObservedScene {
  let scene: Scene
  var isObserved = false

  init(_ scene: Scene) {
    self.scene = scene
  }

  func update(_ delivery: Delivery) {
    let isObserved = scene.boxes.contains { delivery.isObserved($0.path) }
    guard isObserved != self.isObserved else { return }
    self.isObserved = isObserved
    scene.observe?(isObserved)
  }
}

internal import Domain
internal import Glibc
internal import Logging
internal import Loop
internal import MemoryPlatform
internal import Server

/// The running daemon: its registry, its listener, and what makes it end.
@LoopActor
final class Daemon {
  private let listener: Listener
  private let scenes: Scenes
  private let logger: Logger
  private let idleTime: Duration?
  private var signals: [Signal] = []
  private var idleTimer: Timer?
  private var isEnding = false

  /// Serves until it is told to end.
  ///
  /// - Throws: `StartError` when it cannot begin.
  nonisolated static func run(_ options: Options) throws {
    let settings = try Settings(options)
    try LoopActor.run { try Daemon(settings) }
  }

  private init(_ settings: Settings) throws {
    raiseDescriptorLimit()
    logger = Log.make(level: settings.logLevel)
    idleTime = settings.idleTime
    let registry = Registry(server: "procond \(Options.version)", logger: logger)
    let store = MemoryGateway.withBuiltInTopic(at: .now)
    scenes = Scenes(registry: registry, arguments: store, topics: store)
    scenes.addTopics()
    listener = try settings.listen(registry)
    scenes.addDaemon(listener)
    for number in [SIGTERM, SIGINT] {
      signals.append(try Signal(number) { [unowned self] in end("signal \(number)") })
    }
    listener.connectionsChanged = { [unowned self] in watchIdleness($0) }
    watchIdleness(0)
    for address in listener.addresses { logger.info("listening on \(address)") }
  }

  private func watchIdleness(_ connections: Int) {
    guard let idleTime, !isEnding else { return }
    idleTimer = connections > 0 ? nil : Timer(after: idleTime) { [unowned self] in end("idle") }
  }

  private func end(_ reason: String) {
    guard !isEnding else { return }
    isEnding = true
    idleTimer = nil
    logger.info("ending: \(reason)")
    listener.shutDown { LoopActor.stop() }
  }
}

/// Lets the daemon open as many files as it may: each client is one.
private func raiseDescriptorLimit() {
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
  limit.rlim_cur = limit.rlim_max
  setrlimit(resource, &limit)
}

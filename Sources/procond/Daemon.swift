internal import BoxServer
internal import Domain
internal import Glibc
internal import Logging
internal import MemoryPlatform
internal import UVLoop

/// The running daemon: its registry, its listener, and what makes it end.
@LoopActor
final class Daemon {
  let options: Options
  /// What it was started with.
  let startSettings: Settings
  let isActivated: Bool
  let registry: Registry
  let listener: Listener
  let report: ServiceReport?
  /// How long it stays when nobody is connected; nil: for ever.
  var idleTime: Duration?
  private(set) var isEnding = false
  private let configurator: Configurator
  private var signals: [Signal] = []
  private var idleTimer: Timer?

  var logger: Logger { registry.logger }

  /// Serves until it is told to end.
  ///
  /// - Throws: `StartError` when it cannot begin.
  nonisolated static func run(_ options: Options) throws {
    let service = try ServiceEnvironment.take()
    let settings = try Settings(options)
    try LoopActor.serve { try Daemon(options, settings, service) }
  }

  private init(_ options: Options, _ settings: Settings, _ service: ServiceEnvironment) throws {
    self.options = options
    startSettings = settings
    idleTime = settings.idleTime
    isActivated = !service.sockets.isEmpty
    // Each client is one.
    DescriptorLimit.raise()
    try settings.makeStateDirectory()
    let logger = Log.make(level: settings.logLevel)
    registry = Registry(
      server: "procond \(Options.version)", logger: logger, limits: settings.limits)
    let store = MemoryGateway.withBuiltInTopic(at: .now)
    configurator = Configurator(registry: registry, arguments: store, topics: store)
    configurator.addTopics()
    listener = try settings.listen(registry, inherited: service.sockets)
    configurator.addDaemon(listener)
    report = ServiceReport(service, logger: logger)
    try begin()
  }

  private func begin() throws {
    for number in [SIGTERM, SIGINT] {
      signals.append(try Signal(number) { [weak self] in self?.end("signal \(number)") })
    }
    signals.append(try Signal(SIGHUP) { [weak self] in self?.reload() })
    listener.connectionsChanged = { [weak self] in self?.connectionsChanged($0) }
    watchIdleness()
    for address in listener.addresses { logger.info("listening on \(address)") }
    if let file = startSettings.file { logger.info("configured by \(file)") }
    if isActivated, let socket = startSettings.namedSocket {
      logger.warning("\(socket) is not listened on: the sockets are the service manager's")
    }
    report?.tellReady()
  }

  private func connectionsChanged(_ connections: Int) {
    report?.tellClients(connections)
    watchIdleness()
  }

  /// Lets the time run, or begin anew, while nobody is connected.
  func watchIdleness() {
    guard !isEnding else { return }
    idleTimer = nil
    guard let idleTime, listener.connections == 0 else { return }
    idleTimer = Timer(after: idleTime) { [weak self] in self?.end("idle") }
  }

  private func end(_ reason: String) {
    guard !isEnding else { return }
    isEnding = true
    idleTimer = nil
    logger.info("ending: \(reason)")
    report?.tellStopping()
    listener.shutDown { LoopActor.stop() }
  }
}

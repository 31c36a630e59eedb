internal import AccountsPlatform
internal import Application
internal import BoxServer
internal import Domain
internal import Glibc
internal import Logging
internal import UVLoop

/// The running daemon: its registry, its listener, and the events that end it.
@LoopActor
final class Daemon {
  let options: Options
  /// The settings at its start.
  let startSettings: Settings
  /// The names of the inherited sockets; empty if it has made its own.
  let sockets: [String]
  let registry: Registry
  let listener: Listener
  let report: ServiceReport?
  /// How long it runs without clients; nil for unlimited.
  var idleTime: Duration?
  private(set) var isEnding = false
  let mounts: Mounts
  /// Those who can log in.
  let users: AccountsGateway
  /// Makes the scenes of sessions.
  let sessions: SessionConfigurator
  /// Who may do what.
  let policy = Policy()
  /// The directory to which paths in the configuration are relative.
  let stateDirectory: StateDirectory
  /// Reads the configuration and the files that it names again, off the loop and in order.
  let reading = SerialWork()
  private let revisions: RevisionReserve
  /// nil when shared boxes are not kept.
  private let keeper: SharedKeeper?
  private var scene: DaemonScene?
  private var signals: [Signal] = []
  private var idleTimer: Timer?

  var logger: Logger { registry.logger }
  var isActivated: Bool { !sockets.isEmpty }

  /// Makes what makes the scenes of sessions.
  typealias Sessions = @LoopActor (TopicMounts, any UsersGateway) -> SessionConfigurator

  /// Serves until a signal or the idle time ends it.
  ///
  /// - Parameter sessions: replaces what makes the scenes of sessions.
  /// - Throws: `StartError` when it cannot start.
  nonisolated static func run(
    _ options: Options, sessions: @escaping @Sendable Sessions = SessionConfigurator.standard
  ) throws {
    Heap.shareArena()
    let service = try ServiceEnvironment.take()
    let settings = try Settings(options)
    try LoopActor.serve { try Daemon(options, settings, service, sessions) }
  }

  private init(
    _ options: Options, _ settings: Settings, _ service: ServiceEnvironment,
    _ sessions: Sessions
  ) throws {
    self.options = options
    startSettings = settings
    idleTime = settings.idleTime
    sockets = service.sockets.map(\.name)
    // Each client needs a descriptor.
    DescriptorLimit.raise()
    DescriptorLimit.makeRoom(for: settings.limits.connections + ServerLimits.descriptorsKept)
    let logger = Log.make(level: settings.logLevel)
    registry = Registry(
      server: "procond \(Options.version)", logger: logger, limits: settings.limits)
    // The socket first: a client that started a second daemon can then use the one that listens
    // there.
    listener = try settings.listen(registry, inherited: service.sockets)
    let directory = try settings.openStateDirectory()
    stateDirectory = directory
    let files = try settings.readFiles(in: directory, sockets: sockets)
    users = AccountsGateway(files.accounts)
    revisions = try RevisionReserve(directory, registry)
    keeper = settings.keepsShared ? SharedKeeper(directory, registry) : nil
    let names = UserNames()
    mounts = Mounts(directory, names, registry)
    mounts.secrets.update(to: files.secrets)
    mounts.adopt(settings.mounts)
    self.sessions = sessions(mounts.shown, users)
    publishSessions(self.sessions, users: names, registry: registry)
    report = ServiceReport(service, logger: logger)
    scene = DaemonScene(listener, keepsShared: keeper != nil) {
      [weak self] () async throws(StartError) in
      try await self?.reload() ?? []
    }
    adopt(files.policy)
    try begin()
  }

  private func begin() throws {
    for number in [SIGTERM, SIGINT] {
      signals.append(try Signal(number) { [weak self] in self?.end("signal \(number)") })
    }
    // The result is in the log and the report.
    signals.append(
      try Signal(SIGHUP) { [weak self] in
        LoopActor.task { _ = try? await self?.reload() }
      })
    listener.connectionsChanged = { [weak self] in self?.connectionsChanged($0) }
    watchIdleness()
    for address in listener.addresses { logger.info("listening on \(address)") }
    if let file = startSettings.file { logger.info("configured by \(file)") }
    if isActivated, let socket = startSettings.namedSocket {
      logger.warning("not listening on \(socket): the service manager passes the sockets")
    }
    report?.sendReady()
  }

  private func connectionsChanged(_ connections: Int) {
    report?.sendClients(connections)
    watchIdleness()
  }

  /// Starts or restarts the idle time while no client is connected.
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
    report?.sendStopping()
    mounts.announceEnding()
    listener.shutDown { [mounts, keeper, users, reading] in
      LoopActor.task {
        await keeper?.close()
        await mounts.close()
        Log.output.finish(within: .seconds(1)) { isWritten in
          // exit(3) would wait for the libuv threads that are still writing, hashing or reading.
          if !isWritten || users.isHashing || reading.isRunning { _exit(0) }
          LoopActor.stop()
        }
      }
    }
  }
}

internal import BoxServer
internal import Glibc
internal import Logging
internal import OperatingSystem
internal import UVLoop

/// The running daemon: what it serves, and the events of its process that reload and end it.
@LoopActor
final class RunningDaemon {
  let options: Options
  /// The settings at its start.
  let startSettings: Settings
  /// The names of the inherited sockets; empty if it has made its own.
  let sockets: [String]
  let server: BoardServer
  let report: ServiceReport?
  /// How long it runs without clients; nil for unlimited.
  var idleTime: Duration?
  private(set) var isEnding = false
  /// Reads the configuration and the files that it names again, off the loop and in order.
  let reading = SerialWork()
  private let stream: KeptStream
  private var signals: [Signal] = []
  private var idleTimer: Timer?

  var logger: Logger { server.registry.logger }
  var isActivated: Bool { !sockets.isEmpty }

  /// Serves until a signal or the idle time ends it.
  ///
  /// - Throws: `StartError` when it cannot start.
  nonisolated static func run(_ options: Options) throws {
    Heap.shareArena()
    let service: ServiceEnvironment
    do throws(ServiceEnvironmentError) {
      service = try .take()
    } catch {
      throw StartError(status: .usage, description: "\(error)")
    }
    let settings = try Settings(options)
    try LoopActor.serve { try RunningDaemon(options, settings, service) }
  }

  private init(_ options: Options, _ settings: Settings, _ service: ServiceEnvironment) throws {
    self.options = options
    startSettings = settings
    idleTime = settings.idleTime
    let left = Successor.take()
    // A descriptor that the daemon has stored comes back after the sockets.
    let all = service.sockets + left
    let stored = all.filter { $0.name.hasPrefix(KeptStream.prefix) }
    let clients = all.filter { $0.name.hasPrefix(HandedClients.prefix) }
    let passed = service.sockets.filter { !stored.contains($0) && !clients.contains($0) }
    sockets = passed.map(\.name)
    // Each client needs a descriptor.
    DescriptorLimit.raise()
    DescriptorLimit.makeRoom(for: settings.limits.connections + ServerLimits.descriptorsKept)
    let logger = Log.make(level: settings.logLevel)
    report = ServiceReport(service, logger: logger)
    stream = KeptStream(stored, logger)
    server = try BoardServer(
      settings,
      inherited: passed.map { InheritedSocket(descriptor: $0.descriptor, name: $0.name) },
      left: BoardServer.Left(left), stream: stream, logger: logger)
    report?.store(stream)
    goOn(with: clients)
    server.reloadRequested = { [weak self] (program) async throws(StartError) in
      guard let program else { return try await self?.reload() ?? [] }
      return try await self?.replaceProgram(by: program) ?? []
    }
    try begin()
  }

  private func begin() throws {
    for number in [SIGTERM, SIGINT] {
      signals.append(
        try Signal(number) { [weak self] in
          self?.end("signal \(number)", mayRestart: number == SIGTERM)
        })
    }
    // The result is in the log and the report.
    signals.append(
      try Signal(SIGHUP) { [weak self] in
        LoopActor.task { _ = try? await self?.reload() }
      })
    server.listener.connectionsChanged = { [weak self] in self?.connectionsChanged($0) }
    watchIdleness()
    for address in server.listener.addresses { logger.info("listening on \(address)") }
    if let file = startSettings.file { logger.info("configured by \(file)") }
    if isActivated, let socket = startSettings.namedSocket {
      logger.warning("not listening on \(socket): the service manager passes the sockets")
    }
    report?.sendReady()
  }

  /// Goes on with the clients of the last run.
  private func goOn(with passed: [PassedSocket]) {
    guard !passed.isEmpty else { return }
    let taken = HandedClients.take(passed, logger)
    let count = server.goOn(with: taken)
    report?.clients = server.listener.connections
    report?.drop(HandedClients.Name.allCases.map(\.rawValue))
    logger.info("going on with \(count) of \(taken.clients.count) clients of the last run")
  }

  private func connectionsChanged(_ connections: Int) {
    report?.sendClients(connections)
    watchIdleness()
  }

  /// Starts or restarts the idle time while no client is connected.
  func watchIdleness() {
    guard !isEnding else { return }
    idleTimer = nil
    guard let idleTime, server.listener.connections == 0 else { return }
    idleTimer = Timer(after: idleTime) { [weak self] in self?.end("idle") }
  }

  /// Replaces the program of this process, which then continues with all clients.
  ///
  /// - Parameter program: its path.
  /// - Returns: a sentence for each name in the policy that does not exist.
  /// - Throws: `StartError` if that is not possible, or if the configuration has a mistake.
  private func replaceProgram(by program: String) async throws(StartError) -> [String] {
    guard report == nil, !isActivated else {
      throw StartError(
        status: .configuration,
        description: "a service manager started this daemon; restart its service instead")
    }
    guard program.hasPrefix("/") else {
      throw StartError(status: .usage, description: "\(program) is not an absolute path")
    }
    guard let version = await Successor.version(of: program) else {
      throw StartError(status: .configuration, description: "\(program) is not a procond")
    }
    // The program would not start with a mistake in it.
    let (_, files) = try await readConfiguration().get()
    try checkServing()
    guard let left = server.leave() else {
      throw StartError(status: .system, description: "no descriptor is free")
    }
    end("replaced by \(program) \(version)", next: (program, left))
    return files.policy?.warnings ?? []
  }

  /// Leaves the clients to the next run, if there is one.
  ///
  /// - Parameter isInPlace: whether the next run is another program of this process. Otherwise, the service
  ///   manager says whether there is one, and keeps the clients.
  /// - Returns: what is kept of them; nil if they are still clients of this run.
  private func handOver(isInPlace: Bool) async -> HandedClients? {
    guard server.keepsStream else { return nil }
    if !isInPlace {
      guard let report,
        await RestartJob.isRunning(isOfUser: report.isToUser, within: .seconds(1), logger)
      else { return nil }
    }
    let clients = await server.listener.handOver()
    do throws(SystemCallError) {
      let handed = try HandedClients(
        clients, epoch: server.registry.epoch, state: server.handedState)
      if await report?.store(handed, within: .seconds(5)) ?? true {
        logger.info("clients left to the next run: \(clients.count)")
        return handed
      }
      handed.void()
      logger.warning("the service manager has not kept the clients")
    } catch {
      logger.warning("the clients cannot be handed over: \(error.call): \(error.reason)")
    }
    server.listener.goOn(with: clients)
    return nil
  }

  private func descriptors(_ left: BoardServer.Left, _ clients: HandedClients?) -> [PassedSocket] {
    let kept = (clients?.descriptors ?? []).map {
      PassedSocket(descriptor: $0.descriptor, name: $0.name)
    }
    let memory = stream.kept.map { PassedSocket(descriptor: $0.memory.descriptor, name: $0.name) }
    return left.passed + kept + (memory.map { [$0] } ?? [])
  }

  /// How long clients that were not handed over may take to read what waits for them: the others wait for
  /// the next run.
  private static let shortShutdown = Duration.milliseconds(200)

  /// - Parameters:
  ///   - mayRestart: whether the service manager may be about to start it again.
  ///   - next: the program that replaces this one, and what it takes over; nil if the process exits.
  private func end(
    _ reason: String, mayRestart: Bool = false,
    next: (program: String, left: BoardServer.Left)? = nil
  ) {
    guard !isEnding else { return }
    isEnding = true
    idleTimer = nil
    logger.info("ending: \(reason)")
    report?.sendStopping()
    LoopActor.task { [server, reading] in
      let kept = mayRestart || next != nil ? await self.handOver(isInPlace: next != nil) : nil
      await server.shutDown(within: kept == nil ? ServerLimits.shutdown : Self.shortShutdown)
      Log.output.finish(within: .seconds(1)) { isWritten in
        if let next {
          let error = Successor.start(next.program, with: self.descriptors(next.left, kept))
          Log.writeLast("\(next.program) cannot be started: \(error.reason)")
          _exit(ExitStatus.system.rawValue)
        }
        // exit(3) would wait for the libuv threads that are still writing, hashing or reading.
        if !isWritten || server.isHashing || reading.isRunning { _exit(0) }
        LoopActor.stop()
      }
    }
  }
}

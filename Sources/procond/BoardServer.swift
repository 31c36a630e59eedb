internal import AccountsPlatform
internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain
internal import Glibc
internal import Logging
internal import OperatingSystem
internal import UVLoop

/// What the daemon serves: the scenes of its topics, of sessions and of itself, on its sockets, and
/// who may do what with them.
///
/// It changes nothing of the process, so a process may have several.
@LoopActor
final class BoardServer {
  let registry: Registry
  let listener: Listener
  /// The directory to which paths in the configuration are relative.
  let stateDirectory: StateDirectory
  /// Called by the intent `daemon.reload`; returns its warnings.
  var reloadRequested: @LoopActor (_ program: String?) async throws(StartError) -> [String] = {
    _ in []
  }
  private let mounts: Mounts
  /// Those who can log in.
  private let users: AccountsGateway
  /// Makes the scenes of sessions.
  private let sessions: SessionConfigurator
  /// Who may do what.
  private let policy = Policy()
  private let gateways = Gateways()
  private let revisions: RevisionReserve
  /// nil when shared boxes are not kept.
  private let keeper: SharedKeeper?
  private var scene: DaemonScene?

  /// Makes what makes the scenes of sessions.
  typealias Sessions = @LoopActor (TopicMounts, any UsersGateway) -> SessionConfigurator

  /// Listens, and publishes all scenes.
  ///
  /// - Parameters:
  ///   - sockets: the inherited sockets; empty if it makes its own.
  ///   - left: the socket and locks of the previous program of this process.
  ///   - stream: what keeps the stream for the next run; nil if nobody does.
  ///   - sessions: makes what makes the scenes of sessions.
  /// - Throws: `StartError` when it cannot listen, or cannot use its files.
  init(
    _ settings: Settings, inherited sockets: [InheritedSocket] = [], left: Left? = nil,
    stream: KeptStream? = nil, logger: Logger,
    sessions: Sessions = SessionConfigurator.standard
  ) throws(StartError) {
    registry = Registry(
      server: "procond \(ProgramVersion.text)", logger: logger, limits: settings.limits)
    // The socket first: a client that started a second daemon can then use the one that listens
    // there.
    listener = try settings.listen(registry, inherited: sockets, left: left?.listener)
    let directory = try settings.openStateDirectory(left: left?.stateLock)
    stateDirectory = directory
    registry.identity = DaemonIdentity.kept(in: directory, logger)
    let files = try settings.readFiles(in: directory, sockets: sockets.map(\.name))
    users = AccountsGateway(files.accounts)
    revisions = try RevisionReserve(directory, registry, stream)
    keeper = settings.keepsShared ? SharedKeeper(directory, registry) : nil
    registry.dropUnrestoredBoxes()
    let names = UserNames { [users] in users.members(of: $0) }
    mounts = Mounts(directory, names, registry)
    mounts.secrets.update(to: files.secrets)
    mounts.adopt(settings.mounts, trashTime: settings.trashTime)
    self.sessions = sessions(mounts.shown, users)
    publishSessions(
      self.sessions, users: names, gateways: gateways,
      restoredUser: { [users] in users.restoredUser(named: $0) }, registry: registry)
    adopt(settings.gateways, files)
    scene = DaemonScene(listener, keepsShared: keeper != nil) {
      [weak self] (program) async throws(StartError) in
      try await self?.reloadRequested(program) ?? []
    }
    adopt(files.policy)
  }

  /// The socket and locks of a program, for the next program of this process.
  struct Left {
    let listener: Listener.Left
    let stateLock: Int32

    /// nil if something is missing; then everything is closed.
    init?(_ passed: [PassedSocket]) {
      let found = [Successor.Name.listener, .socketLock, .stateLock].map { name in
        passed.first { $0.name == name.rawValue }?.descriptor
      }
      guard let listener = found[0], let lock = found[1], let stateLock = found[2] else {
        for case let descriptor? in found { close(descriptor) }
        return nil
      }
      self.init(listener: Listener.Left(listener: listener, lock: lock), stateLock: stateLock)
    }

    fileprivate init(listener: Listener.Left, stateLock: Int32) {
      (self.listener, self.stateLock) = (listener, stateLock)
    }

    var passed: [PassedSocket] {
      [
        PassedSocket(descriptor: listener.listener, name: Successor.Name.listener.rawValue),
        PassedSocket(descriptor: listener.lock, name: Successor.Name.socketLock.rawValue),
        PassedSocket(descriptor: stateLock, name: Successor.Name.stateLock.rawValue),
      ]
    }
  }

  /// Leaves the socket and the state directory to the next program of this process.
  ///
  /// - Returns: nil if the socket was inherited, or no descriptor is free.
  func leave() -> Left? {
    listener.leave().map { Left(listener: $0, stateLock: stateDirectory.lockLeft) }
  }

  /// What the next run needs beside the clients.
  var handedState: JSONText {
    JSONText(members: [("accounts", users.state.json)])
  }

  /// Goes on with the clients of the last run.
  ///
  /// - Returns: how many go on.
  func goOn(with handed: HandedClients.Taken) -> Int {
    if let accounts = handed.state?["accounts"].flatMap(AccountsState.init) {
      users.restore(accounts)
    }
    return listener.goOn(with: handed.clients, epoch: handed.epoch)
  }

  /// Whether the next run can continue the stream of changes.
  var keepsStream: Bool { registry.keepsStream }

  /// Whether a thread computes the hash of a password, which nothing can stop.
  var isHashing: Bool { users.isHashing }

  /// Applies other settings, except for the policy and for what cannot change while it serves.
  func adopt(_ settings: Settings, _ files: Settings.Files) {
    registry.logger.logLevel = settings.logLevel
    registry.limits = settings.limits
    listener.clientTimeout = settings.clientTimeout
    mounts.secrets.update(to: files.secrets)
    mounts.adopt(settings.mounts, trashTime: settings.trashTime)
    adopt(settings.gateways, files)
    sessions.usersChanged(users.update(to: files.accounts))
  }

  private func adopt(_ names: [String], _ files: Settings.Files) {
    gateways.users = Set(names)
    gateways.hasUsers = files.accounts != nil
    gateways.hasPolicy = files.policy != nil
  }

  /// Applies a policy from now on; nil allows everything to every client.
  func adopt(_ file: PolicyFile?) {
    if policy.adopt(file?.rules) {
      if file == nil {
        registry.rights = nil
        registry.logger.info("no policy: every client may do everything")
      } else {
        registry.rights = { [policy] caller, groups in policy.rights(of: caller, groups: groups) }
      }
      registry.rightsChanged()
    }
    registry.rulesAre(file?.rules.fingerprint ?? "")
    guard let file else { return }
    let count = file.rules.count
    registry.logger.info("policy of \(file.path): \(count == 1 ? "1 rule" : "\(count) rules")")
    for warning in file.warnings { registry.logger.warning("\(warning)") }
  }

  /// Stops accepting clients, answers and says goodbye to those that are connected, and stores
  /// everything.
  ///
  /// - Parameter limit: maximum time for that, apart from storing.
  func shutDown(within limit: Duration = ServerLimits.shutdown) async {
    stateDirectory.announceEnding()
    await withCheckedContinuation { continuation in
      listener.shutDown(within: limit) { continuation.resume() }
    }
    await keeper?.close()
    await mounts.close()
  }
}

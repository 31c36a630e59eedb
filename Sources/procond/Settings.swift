internal import ArgumentParser
internal import BoxServer
internal import BoxWire
internal import Glibc
internal import Logging
internal import OperatingSystem
internal import UVLoop

/// The daemon's settings: from options, or else environment variables, or else the configuration
/// file, or else defaults.
struct Settings {
  /// The configuration file that was read; nil when there is none.
  let file: String?
  /// The path of the socket; nil when none was given.
  let namedSocket: String?
  /// The directory for stored data; nil if none was given and the environment does not determine
  /// one.
  let stateDirectory: String?
  let logLevel: Logger.Level
  let idleTime: Duration?
  let clientTimeout: Duration?
  /// Whether shared boxes outlive the daemon.
  let keepsShared: Bool
  /// The path of the file of users and tokens, perhaps relative to the state directory; nil if none
  /// is configured.
  let users: String?
  /// The path of the policy file, perhaps relative to the state directory; nil if none is
  /// configured.
  let policy: String?
  /// The names of the users whose connections may say who is behind them.
  let gateways: [String]
  let mounts: [MountSetting]
  /// How long what was removed can be restored.
  let trashTime: Duration
  /// The files with secrets that the mounts name.
  let secretFiles: [SecretFileSetting]
  let limits: ServerLimits

  /// - Throws: `StartError` naming the wrong variable, or the configuration's line and key.
  init(_ options: Options) throws(StartError) {
    try options.checkPaths()
    let file = try ConfigurationFile.find(named: options.config ?? Environment["PROCON_CONFIG"])
    let configuration = try file?.parse(Configuration.init) ?? Configuration()
    self.file = file?.path
    namedSocket = options.namedSocket ?? configuration.socket
    stateDirectory =
      options.stateDir ?? Environment["PROCON_STATE_DIR"] ?? configuration.stateDir
      ?? StateDirectory.byDefault
    logLevel =
      try choose(options.logLevel, "PROCON_LOG_LEVEL", configuration.logLevel)?.level ?? .info
    idleTime = try choose(options.idleExit, "PROCON_IDLE_EXIT", configuration.idleExit)?.duration
    clientTimeout =
      try choose(options.clientTimeout, "PROCON_CLIENT_TIMEOUT", configuration.clientTimeout)?
      .duration
    keepsShared =
      try choose(options.keepShared, "PROCON_KEEP_SHARED", configuration.keepsShared) ?? false
    users = configuration.users
    gateways = configuration.gateways
    mounts = configuration.mounts
    trashTime = configuration.trashTime?.duration ?? TrashTime.byDefault
    secretFiles = configuration.secretFiles
    limits = configuration.limits
    policy = configuration.policy
  }

  /// Opens and locks the directory for stored data.
  ///
  /// - Parameter left: the lock of the previous program of this process.
  /// - Throws: `StartError` with the reason why it cannot be used.
  func openStateDirectory(left: Int32? = nil) throws(StartError) -> StateDirectory {
    guard let stateDirectory else {
      throw StartError(
        status: .usage,
        description: "there is no state directory; set one with --state-dir")
    }
    return try StateDirectory(stateDirectory, left: left)
  }

  /// Listens on the inherited sockets, or else on one that it creates.
  ///
  /// - Parameter left: the socket of the previous program of this process.
  /// - Throws: `StartError` with the reason why it cannot listen.
  @LoopActor
  func listen(
    _ registry: Registry, inherited sockets: [InheritedSocket], left: Listener.Left?
  ) throws(StartError) -> Listener {
    let places = SocketPlaces.current
    let path = namedSocket ?? places.own
    if sockets.isEmpty, path == places.own, let slash = path.lastIndex(of: "/") {
      try OwnDirectory.make(String(path[..<slash]), isPrivate: true)
    }
    do throws(SocketError) {
      guard sockets.isEmpty else {
        return try Listener(inherited: sockets, registry: registry, clientTimeout: clientTimeout)
      }
      if let left {
        let listener = try Listener(left: left, registry: registry, clientTimeout: clientTimeout)
        guard left.path != path else { return listener }
        // The configuration has changed since.
        listener.shutDown {}
      }
      // The system service is for a group, any other daemon for its user alone.
      let mode: UInt32 = path == SocketPlaces.system ? 0o660 : 0o600
      return try Listener(path: path, mode: mode, registry: registry, clientTimeout: clientTimeout)
    } catch {
      throw StartError(status: error.status, description: error.description)
    }
  }
}

extension Options {
  /// The socket that the option, or else the variable, names; nil if neither does.
  var namedSocket: String? { socket ?? Environment["PROCON_SOCKET"] }

  /// - Throws: `StartError` naming the option whose path is empty.
  func checkPaths() throws(StartError) {
    for (name, path) in [("--config", config), ("--socket", socket), ("--state-dir", stateDir)]
    where path == "" {
      throw StartError(status: .usage, description: "\(name) needs a path")
    }
  }
}

extension SocketPlaces {
  /// The places for this process.
  static var current: SocketPlaces {
    SocketPlaces(
      environment: ["XDG_RUNTIME_DIR": Environment["XDG_RUNTIME_DIR"] ?? ""], userID: geteuid())
  }
}

/// Returns the option's value, or else the variable's, or else the configuration's.
private func choose<Value: ExpressibleByArgument>(
  _ option: Value?, _ name: String, _ configured: Value?
) throws(StartError) -> Value? {
  if let option { return option }
  guard let text = Environment[name] else { return configured }
  guard let value = Value(argument: text) else {
    throw StartError(status: .usage, description: "\(name) cannot be '\(text)'")
  }
  return value
}

extension SocketError {
  fileprivate var status: ExitStatus {
    switch self {
    case .inUse: .inUse
    case .foreignLock: .notAllowed
    case .notSocket: .cannotCreate
    case .directory(_, .otherOwner), .directory(_, .writableByOthers): .notAllowed
    case .directory: .cannotCreate
    case .notListening: .usage
    case .unusable(_, let error):
      switch error.code {
      case ENAMETOOLONG, EINVAL: .usage
      case EACCES, EPERM: .notAllowed
      default: .cannotCreate
      }
    }
  }
}

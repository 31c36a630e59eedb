internal import ArgumentParser
internal import BoxServer
internal import BoxWire
internal import Glibc
internal import Logging
internal import UVLoop

/// What the daemon is to do: options, else variables of the environment, else what the configuration
/// file says, else defaults.
struct Settings {
  /// The configuration file that was read; nil when there is none.
  let file: String?
  /// Where to listen; nil when nobody said so.
  let namedSocket: String?
  /// What is stored goes there; nil when nobody said so.
  let stateDirectory: String?
  let logLevel: Logger.Level
  let idleTime: Duration?
  let clientTimeout: Duration?
  let limits: ServerLimits

  /// - Throws: `StartError` naming what is wrong: the variable, or the configuration's line and key.
  init(_ options: Options) throws(StartError) {
    let file = try ConfigurationFile.find(named: options.config ?? Environment["PROCON_CONFIG"])
    let configuration = try file?.read() ?? Configuration()
    self.file = file?.path
    namedSocket = options.socket ?? Environment["PROCON_SOCKET"] ?? configuration.socket
    stateDirectory = options.stateDir ?? Environment["PROCON_STATE_DIR"] ?? configuration.stateDir
    logLevel =
      try choose(options.logLevel, "PROCON_LOG_LEVEL", configuration.logLevel)?.level ?? .info
    idleTime = try choose(options.idleExit, "PROCON_IDLE_EXIT", configuration.idleExit)?.duration
    clientTimeout =
      try choose(options.clientTimeout, "PROCON_CLIENT_TIMEOUT", configuration.clientTimeout)?
      .duration
    limits = configuration.limits
  }

  /// Makes the directory for what is stored, if one was named.
  ///
  /// - Throws: `StartError` saying why it cannot be used.
  func makeStateDirectory() throws(StartError) {
    if let stateDirectory { try OwnDirectory.make(stateDirectory, isPrivate: false) }
  }

  /// Listens: on the sockets that were inherited, else on one that it makes.
  ///
  /// - Throws: `StartError` saying what is in the way.
  @LoopActor
  func listen(
    _ registry: Registry, inherited sockets: [InheritedSocket]
  ) throws(StartError) -> Listener {
    let places = SocketPlaces(
      environment: ["XDG_RUNTIME_DIR": Environment["XDG_RUNTIME_DIR"] ?? ""], userID: geteuid())
    let path = namedSocket ?? places.own
    if sockets.isEmpty, path == places.own, let slash = path.lastIndex(of: "/") {
      try OwnDirectory.make(String(path[..<slash]), isPrivate: true)
    }
    do throws(SocketError) {
      guard sockets.isEmpty else {
        return try Listener(inherited: sockets, registry: registry, clientTimeout: clientTimeout)
      }
      // The system's service is for a group; every other daemon is its user's alone.
      let mode: UInt32 = path == SocketPlaces.system ? 0o660 : 0o600
      return try Listener(path: path, mode: mode, registry: registry, clientTimeout: clientTimeout)
    } catch {
      throw StartError(status: error.status, description: error.description)
    }
  }
}

/// The option, else what the variable says, else the configuration.
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

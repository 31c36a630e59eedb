internal import ArgumentParser
internal import Glibc
internal import Logging
internal import Loop
internal import Server
internal import Wire

/// What the daemon is to do: options, else variables of the environment, else defaults.
struct Settings {
  let socket: String
  /// Whether the socket's directory is the daemon's to make.
  private let isDefaultSocket: Bool
  let logLevel: Logger.Level
  let idleTime: Duration?
  private let clientTimeout: Duration?

  /// - Throws: `StartError` naming the variable that is wrong, or the directory that cannot be used.
  init(_ options: Options) throws(StartError) {
    let places = SocketPlaces(
      environment: ["XDG_RUNTIME_DIR": variable("XDG_RUNTIME_DIR") ?? ""], userID: geteuid())
    let named = options.socket ?? variable("PROCON_SOCKET")
    socket = named ?? places.own
    isDefaultSocket = socket == places.own
    logLevel = try choose(options.logLevel, "PROCON_LOG_LEVEL")?.level ?? .info
    idleTime = try choose(options.idleExit, "PROCON_IDLE_EXIT")?.duration
    clientTimeout = try choose(options.clientTimeout, "PROCON_CLIENT_TIMEOUT")?.duration
    if let directory = options.stateDir ?? variable("PROCON_STATE_DIR") {
      try OwnDirectory.make(directory, isPrivate: false)
    }
  }

  /// Makes the socket.
  ///
  /// - Throws: `StartError` saying what is in the way.
  @LoopActor
  func listen(_ registry: Registry) throws(StartError) -> Listener {
    if isDefaultSocket, let slash = socket.lastIndex(of: "/") {
      try OwnDirectory.make(String(socket[..<slash]), isPrivate: true)
    }
    // The system's service is for a group; every other daemon is its user's alone.
    let mode: UInt32 = socket == SocketPlaces.system ? 0o660 : 0o600
    do {
      return try Listener(
        path: socket, mode: mode, registry: registry, clientTimeout: clientTimeout)
    } catch {
      throw StartError(status: error.status, description: error.description)
    }
  }
}

/// nil when it is not set, or empty.
private func variable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// The option, else what the variable says.
private func choose<Value: ExpressibleByArgument>(
  _ option: Value?, _ name: String
) throws(StartError) -> Value? {
  if let option { return option }
  guard let text = variable(name) else { return nil }
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

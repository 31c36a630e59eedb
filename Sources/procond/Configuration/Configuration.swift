internal import BoxServer
internal import BoxWire

/// The settings in a configuration file; nil, or the default, for those that it does not contain.
///
/// It is a JSON object. Its keys are the names of the options, `shared` for whether shared boxes
/// are kept, `users` and `policy` for the paths of a file of users and of a policy, `gateways` for
/// the names of users whose connections may say who is behind them, `mounts` for an
/// object of roots, `trash` for how long removed things can be restored, `limits` for an object of
/// limits, and `daemon`, which the user's clients read.
struct Configuration {
  private(set) var socket: String?
  private(set) var stateDir: String?
  private(set) var logLevel: LogLevel?
  private(set) var idleExit: IdleTime?
  private(set) var clientTimeout: ClientTimeout?
  private(set) var keepsShared: Bool?
  /// The path of the file of users and tokens.
  private(set) var users: String?
  /// The path of the policy file.
  private(set) var policy: String?
  /// The names of the users whose connections may say who is behind them.
  private(set) var gateways: [String] = []
  private(set) var mounts = MountSetting.byDefault
  private(set) var trashTime: TrashTime?
  /// The files with secrets that the mounts name.
  private(set) var secretFiles: [SecretFileSetting] = []
  private(set) var limits = ServerLimits()

  /// A configuration without any settings.
  init() {}

  /// - Throws: `ConfigurationError` for text that is not JSON, for an unknown or duplicate key, and
  ///   for a value that is not allowed.
  init(_ text: [UInt8]) throws(ConfigurationError) {
    let members = try JSONSource.members(of: text, known: Self.keys)
    for member in members { try read(member) }
  }

  static let keys = [
    "socket", "state-dir", "log-level", "idle-exit", "client-timeout", "shared", "users",
    "policy", "gateways", "mounts", "trash", "limits", "daemon",
  ]

  private mutating func read(_ member: JSONSource.Member) throws(ConfigurationError) {
    switch member.name {
    case "socket": socket = try member.path()
    case "state-dir": stateDir = try member.path()
    case "log-level":
      logLevel = try member.value(LogLevel.allowed) { $0.string.flatMap(LogLevel.init(argument:)) }
    case "idle-exit": idleExit = try member.seconds()
    case "client-timeout": clientTimeout = try member.seconds()
    case "shared": keepsShared = try member.keepsShared()
    case "users": users = try member.pathOfSecrets()
    case "policy": policy = try member.path()
    case "gateways": gateways = try member.names()
    case "mounts":
      mounts = try member.mounts()
      secretFiles = member.secretFiles()
    case "daemon":
      _ = try member.value("\"own\" or \"system\"") {
        $0.string.flatMap(SocketPlaces.Owner.init(rawValue:))
      }
    case "trash": trashTime = try member.seconds()
    default: limits = try ServerLimits(member)
    }
  }
}

extension ServerLimits {
  fileprivate init(_ member: JSONSource.Member) throws(ConfigurationError) {
    self.init()
    guard let members = member.value.members else { throw member.cannotBe("an object of limits") }
    try members.checkNames(AdjustableLimit.all.map(\.name))
    for member in members {
      for limit in AdjustableLimit.all where limit.name == member.name {
        let range = limit.range
        let value = try member.value(
          "a whole number from \(range.lowerBound) to \(range.upperBound)"
        ) { text in text.integer.flatMap { range.contains($0) ? $0 : nil } }
        limit.set(value, in: &self)
      }
    }
  }
}

extension JSONSource.Member {
  /// nil for an empty object.
  fileprivate func keepsShared() throws(ConfigurationError) -> Bool? {
    guard let members = value.members else { throw cannotBe("{\"keep\": true}") }
    try members.checkNames(["keep"])
    guard let keep = members.first else { return nil }
    return try keep.value("true or false", \.boolean)
  }

  func seconds<Time: Seconds>() throws(ConfigurationError) -> Time {
    try value(Time.allowed) { text in
      text.double.flatMap(Time.init(seconds:)) ?? text.string.flatMap(Time.init(argument:))
    }
  }
}

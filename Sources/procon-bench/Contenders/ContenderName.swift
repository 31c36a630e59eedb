/// The servers that can be measured, as they are named on the command line.
enum ContenderName: String, CaseIterable {
  case floor
  case procond
  case redis
  case nats
  case mosquitto
  case dbus = "dbus-daemon"

  /// - Parameter procond: the path of procond's program.
  func contender(procond: String) -> any Contender {
    switch self {
    case .floor: Floor()
    case .procond: Procond(path: procond)
    case .redis: Redis()
    case .nats: NATS()
    case .mosquitto: Mosquitto()
    case .dbus: DBus()
    }
  }
}

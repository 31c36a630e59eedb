package import BoxClient
internal import BoxWire
internal import Glibc
internal import UVLoop

extension ConnectError {
  /// What the user can do.
  package var advice: String {
    switch self {
    case .nobodyListens(SocketPlaces.system):
      "start it with 'systemctl start procond.socket', or choose another one with --socket or the"
        + " key \"daemon\" of your configuration"
    case .nobodyListens: "start procond, or name its socket with --socket"
    case .configuration: "correct it, or name a socket with --socket"
    case .otherDaemon:
      "start \(CommandName.current.text) again to use it, or name another socket with --socket"
    case .unreachable(_, let error) where error.code == EAGAIN:
      "the daemon is busy, try again later"
    case .unreachable(_, let error) where error.code == EACCES:
      "ask its owner for access, or name another socket with --socket"
    case .unreachable, .noDaemon: "name another socket with --socket"
    case .unsafeDirectory: "remove it, or name a socket with --socket"
    case .otherVersion: "install matching versions of procond and its clients"
    case .silent: "try again, or name another socket with --socket"
    case .full, .lost, .cancelled: "try again"
    }
  }
}

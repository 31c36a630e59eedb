internal import BoxWire
internal import Glibc
public import UVLoop

/// Why there is no connection to a daemon.
public enum ConnectError: Error, Equatable, Sendable {
  /// No process listens at this place.
  case nobodyListens(place: String)
  /// Connecting to this place failed for another reason.
  case unreachable(place: String, LoopError)
  /// Other users can change the directory of the user's own socket, so any of them could answer.
  case unsafeDirectory(String)
  /// The user's configuration, which decides which daemon is used, cannot be read or has a mistake.
  /// The sentence says where.
  case configuration(String)
  /// The daemon that listens at this place is not the one that the program has used before.
  case otherDaemon(place: String)
  /// The daemon speaks this version of the protocol, which this package does not.
  case otherVersion(Int)
  /// The process that listens at this place is not a daemon.
  case noDaemon(place: String)
  /// The process that listens at this place accepts connections but sends nothing.
  case silent(place: String)
  /// The daemon at this place has the maximum number of connections.
  case full(place: String)
  /// The daemon closed the connection before it could be used.
  case lost(Disconnection)
  /// The task was cancelled.
  case cancelled

  /// Whether the error may soon resolve itself, as while a daemon restarts.
  public var mayPass: Bool {
    switch self {
    case .nobodyListens, .full, .lost, .silent: true
    case .unreachable, .unsafeDirectory, .configuration, .otherDaemon, .otherVersion, .noDaemon,
      .cancelled:
      false
    }
  }
}

extension ConnectError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .nobodyListens(let place): "no daemon listens at \(place)"
    case .unreachable(let place, let error):
      // A path that is too long for a socket may be of any length.
      "cannot connect to \(error.code == ENAMETOOLONG ? place.excerpt : place): \(error.reason)"
    case .unsafeDirectory(let path):
      "\(path) is not a directory that only you can write to, so it is not used"
    case .configuration(let sentence): sentence
    case .otherDaemon(let place): "the daemon is gone, and another one listens at \(place)"
    case .otherVersion(let version): "\(Disconnection.otherVersion(version))"
    case .noDaemon(let place): "\(place) is not a procond socket"
    case .silent(let place):
      "no daemon greets at \(place) within \(Connection.patience.components.seconds) s"
    case .full(let place): "the daemon at \(place) has the maximum number of connections"
    case .lost(let disconnection): "\(disconnection)"
    case .cancelled: "connecting was cancelled"
    }
  }
}

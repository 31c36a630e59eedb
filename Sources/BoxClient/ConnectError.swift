public import UVLoop

/// Why there is no connection to a daemon.
public enum ConnectError: Error, Equatable, Sendable {
  /// Nobody listens at any of these places.
  case nobodyListens(places: [String])
  /// Connecting to this place fails in another way than that nobody listens.
  case unreachable(place: String, LoopError)
  /// The directory for the user's own socket is not theirs alone, so that anybody could answer.
  case unsafeDirectory(String)
  /// The daemon speaks this version of the protocol, which is not ours.
  case otherVersion(Int)
  /// What listens at this place is something else than a daemon.
  case noDaemon(place: String)
  /// What listens at this place accepts connections and says nothing.
  case silent(place: String)
  /// The daemon at this place takes no more connections.
  case full(place: String)
  /// The daemon was there and went at once.
  case lost(Disconnection)
  /// The task was cancelled.
  case cancelled

  /// Whether it may pass by itself soon, as when a daemon is started anew.
  public var mayPass: Bool {
    switch self {
    case .nobodyListens, .full, .lost, .silent: true
    case .unreachable, .unsafeDirectory, .otherVersion, .noDaemon, .cancelled: false
    }
  }
}

extension ConnectError: CustomStringConvertible {
  /// A sentence for a person.
  public var description: String {
    switch self {
    case .nobodyListens(let places): "no daemon listens at \(places.joined(separator: " or "))"
    case .unreachable(let place, let error): "cannot connect to \(place): \(error.reason)"
    case .unsafeDirectory(let path):
      "\(path) is not a directory that only you can write to, so it is not used"
    case .otherVersion(let version): "\(Disconnection.otherVersion(version))"
    case .noDaemon(let place): "what listens at \(place) is no procond"
    case .silent(let place):
      "no daemon greets at \(place) within \(Connection.patience.components.seconds) s"
    case .full(let place): "the daemon at \(place) takes no more connections"
    case .lost(let loss): "\(loss)"
    case .cancelled: "connecting was cancelled"
    }
  }
}

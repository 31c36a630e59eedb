internal import BoxWire
internal import Glibc
internal import OperatingSystem

/// Chooses between the user's own daemon and the system's, for a program whose user names no socket.
///
/// The choice does not depend on which of them runs: otherwise, what is meant for one would be
/// written to the other as soon as the first one ends.
struct DaemonChoice {
  private let environment: [String: String]
  private let directories: BaseDirectories
  private let sockets: SocketPlaces
  private let systemSocket: String

  /// - Parameters:
  ///   - environment: the environment variables.
  ///   - systemSocket: the path of the system's socket.
  init(
    environment: [String: String], userID: UInt32, systemSocket: String = SocketPlaces.system
  ) {
    self.environment = environment
    self.systemSocket = systemSocket
    directories = BaseDirectories(environment: environment)
    sockets = SocketPlaces(environment: environment, userID: userID)
  }

  /// - Throws: ``ConnectError/configuration(_:)`` when the user's configuration cannot be read.
  var place: DaemonPlace {
    get throws(ConnectError) {
      let configuration = try UserConfiguration(at: configurationFile)
      let hasOwn = hasState(configuration) || hasUnit
      let mayUseSystem = access(systemSocket, W_OK) == 0
      let owner = configuration.daemon ?? (hasOwn || !mayUseSystem ? .own : .system)
      var choice: String?
      if hasOwn, mayUseSystem {
        let key = "\"daemon\" in \(configurationFile ?? "your configuration")"
        choice =
          switch (owner, configuration.daemon) {
          case (.own, nil):
            "your own daemon, not the system's; to use that, set \(key) to \"system\""
          case (.own, _): "your own daemon, not the system's, as \(key) says"
          case (.system, _): "the system's daemon, not your own, as \(key) says"
          }
      }
      return DaemonPlace(
        owner == .own ? sockets.own : systemSocket, owner: owner, choice: choice)
    }
  }

  /// nil if the environment does not determine it.
  private var configurationFile: String? {
    environment["PROCON_CONFIG"]
      ?? directories.configuration.map { "\($0)/procon/procond.json" }
  }

  /// Whether a daemon has kept something in the user's state directory. A log alone is nothing.
  private func hasState(_ configuration: UserConfiguration) -> Bool {
    let directory =
      environment["PROCON_STATE_DIR"] ?? configuration.stateDirectory
      ?? directories.state.map { "\($0)/procon" }
    guard let directory else { return false }
    return ["topics.sqlite", "shared.jsonl", "revisions.json"].contains {
      access("\(directory)/\($0)", F_OK) == 0
    }
  }

  /// Whether systemd starts a daemon for the user: `systemctl --user enable`, or `--global` for all
  /// users, makes such links.
  private var hasUnit: Bool {
    let places = [directories.configuration, "/etc"].compactMap(\.self)
    let links = ["sockets.target.wants/procond.socket", "default.target.wants/procond.service"]
    return places.contains { place in
      links.contains { FileIdentity(path: "\(place)/systemd/user/\($0)") != nil }
    }
  }
}

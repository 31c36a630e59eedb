internal import ArgumentParser
internal import BoxClient

/// The options of every command that needs a daemon.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket; no daemon is started then. (environment: PROCON_SOCKET; otherwise"
        + " your own daemon's, then the system's)",
      valueName: "path"), completion: .file())
  var socket: String?

  @Flag(help: "Do not start a daemon when none listens.")
  var noStart = false

  @Option(help: "Whether to colour what is shown. With auto, on terminals unless NO_COLOR is set.")
  var color = ColorChoice.auto

  /// Where the daemon is looked for.
  var places: DaemonPlaces { socket.map { DaemonPlaces($0) } ?? .standard }

  func validate() throws {
    if socket == "" { throw ValidationError("--socket needs a path") }
  }
}

package import ArgumentParser
package import BoxClient

/// The options of every command that needs a daemon.
package struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket; never start a daemon. (environment: PROCON_SOCKET; default: your own"
        + " daemon's socket, then the system's)",
      valueName: "path"), completion: .file())
  package var socket: String?

  @Flag(help: "Do not start a daemon if none listens.")
  package var noStart = false

  @OptionGroup package var login: LoginOptions

  @Option(help: "Colour the output; auto colours it on terminals unless NO_COLOR is set.")
  package var color = ColorChoice.auto

  /// The sockets to try.
  package var places: DaemonPlaces { socket.map { DaemonPlaces($0) } ?? .standard }

  package init() {}

  package func validate() throws {
    if socket == "" { throw ValidationError("--socket needs a path") }
  }
}

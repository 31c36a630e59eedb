package import ArgumentParser
package import BoxClient

/// The options of every command that needs a daemon.
package struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon's socket; never start a daemon. (environment: PROCON_SOCKET; default: that of your"
        + " own daemon if you have one, or else of the system's)",
      valueName: "path"), completion: .file())
  package var socket: String?

  @Flag(help: "Do not start your own daemon if it is not running.")
  package var noStart = false

  @Flag(name: .shortAndLong, help: "Report on standard error which daemon is used.")
  package var verbose = false

  @OptionGroup package var login: LoginOptions

  @Option(help: "Colour the output; auto colours it on terminals unless NO_COLOR is set.")
  package var color = ColorChoice.auto

  /// The socket of the daemon to use.
  package var place: DaemonPlace {
    get throws(Failure) {
      if let socket { return DaemonPlace(socket) }
      do throws(ConnectError) {
        return try .standard
      } catch {
        throw .unconnected(error)
      }
    }
  }

  package init() {}

  package func validate() throws {
    if socket == "" { throw ValidationError("--socket needs a path") }
  }
}

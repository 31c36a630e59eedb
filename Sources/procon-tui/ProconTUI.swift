internal import ArgumentParser
internal import BoxClient

/// The command line.
struct ProconTUI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-tui",
    abstract: "Show and change topics and their pros and cons on the whole terminal.",
    discussion: """
      Shows the scene that the daemon presents, and keeps it up to date. ? shows the keys of the \
      screen, and q leaves.

      The daemon's socket is --socket or PROCON_SOCKET. Without them, it is your own daemon's, or else \
      the system's.
      """,
    version: "procon-tui 0.1.0")

  @Option(
    help: ArgumentHelp(
      "The daemon's socket. (environment: PROCON_SOCKET; default: your own daemon's socket, then the"
        + " system's)", valueName: "path"), completion: .file())
  var socket: String?

  /// The sockets to try.
  var places: DaemonPlaces { socket.map { DaemonPlaces($0) } ?? .standard }

  func validate() throws {
    if socket == "" { throw ValidationError("--socket needs a path") }
  }
}

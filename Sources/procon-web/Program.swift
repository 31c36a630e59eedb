internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The command line.
struct ProconWeb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-web",
    abstract: "Show the boards of a daemon in browsers.",
    discussion: """
      Listens on 127.0.0.1, prints the URL, and opens the browser, which is let in by a link that is \
      valid once and for 30 seconds. It acts as the user who has started it, and other users of the \
      machine cannot use it. It ends with Ctrl-C, or ten minutes after the last page. 'procon web' starts \
      it, and the daemon if need be.

      With --config, it serves people who log in as users of the daemon, over the network too; see \
      procon-web.socket. The daemon's configuration has to name the user as whom it runs in "gateways".

      CONFIGURATION
        A JSON object; all keys may be missing:
        "socket"       the daemon's socket; that of the system's
        "listen"       where to listen without systemd's socket; "127.0.0.1:8080"
        "names"        the names in its URLs, with a port if need be: ["boards.example.org"]
        "proxies"      the addresses of proxies whose X-Forwarded-For and -Proto count
        "anonymous"    true: people who have not logged in may do what its own user may do
        "certificate"  for TLS, a file in PEM, or the name of a credential
        "key"          that of the certificate
        "plain"        true: listen without TLS where others can reach it

      EXIT CODES
        0    success
        64   the command line is wrong
        69   no daemon listens
        77   the daemon does not trust this gateway
        78   the configuration is wrong, or the daemon has neither users nor a policy
        71   the port is in use, or the system lacks something
        130  ended by Ctrl-C (128 plus the number of any other signal)
      """,
    version: "procon-web \(ProgramVersion.text)")

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp("Serve people who log in, as this file says.", valueName: "path"))
  var config: String?

  @Option(
    help: ArgumentHelp("The port to listen on, 1 to 65535. (default: a free one)", valueName: "n"))
  var port: UInt16?

  @Flag(help: "Do not open a browser.")
  var noBrowser = false

  @Flag(help: "Print the link that lets a browser in, which other programs of yours can then read.")
  var printToken = false
}

@main
enum Main {
  static func main() {
    let options: ProconWeb
    do {
      options = try ProconWeb.parse()
    } catch {
      ProconWeb.exit(withError: error)
    }
    signal(SIGPIPE, SIG_IGN)
    // Each page has a connection to the browser, and one to the daemon.
    DescriptorLimit.raise()
    LoopActor.serve { () -> (any RunningServer)? in
      do throws(StartFailure) {
        guard let path = options.config else { return try LocalServer(options) }
        return try NetworkServer(configuredBy: path, options.socket, failed: fail)
      } catch {
        fail(error)
      }
    }
  }

  @LoopActor
  private static func fail(_ failure: StartFailure) -> Never {
    write("procon-web: \(failure.sentence)", to: STDERR_FILENO)
    exit(failure.status)
  }
}

/// What runs until the process ends.
protocol RunningServer: AnyObject, Sendable {}

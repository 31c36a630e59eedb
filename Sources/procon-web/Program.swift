internal import ArgumentParser
internal import BoxClient
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// The command line.
struct ProconWeb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-web",
    abstract: "Show the boards of a daemon in a browser of this machine.",
    discussion: """
      Listens on 127.0.0.1, prints the URL, and opens the browser, which is let in by a link that is \
      valid once and for 30 seconds. It acts as the user who has started it, and other users of the \
      machine cannot use it. It ends with Ctrl-C, or ten minutes after the last page. 'procon web' starts \
      it, and the daemon if need be.

      EXIT CODES
        0    success
        64   the command line is wrong
        69   no daemon listens
        71   the port is in use, or the system lacks something
        130  ended by Ctrl-C (128 plus the number of any other signal)
      """,
    version: "procon-web 0.1.0")

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"))
  var socket: String?

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
    var status: Int32 = 0
    LoopActor.serve { () -> LocalServer? in
      do throws(StartFailure) {
        return try LocalServer(options)
      } catch {
        write("procon-web: \(error.sentence)", to: STDERR_FILENO)
        status = error.status
        LoopActor.stop()
        return nil
      }
    }
    exit(status)
  }
}

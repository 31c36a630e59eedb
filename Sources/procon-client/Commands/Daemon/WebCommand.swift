internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import TerminalClient
internal import UVLoop

struct WebCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Show the boards in your browser.",
    usage: "procon-client web [<options>]",
    discussion: """
      Starts 'procon-web', which prints a URL of this machine and opens the browser. It acts as you, and \
      other users of the machine cannot use it. It ends with Ctrl-C, or ten minutes after the last \
      page:
        procon-client web
        procon-client web --port 8080 --no-browser --print-token
      """)

  @Option(
    help: ArgumentHelp("The port to listen on, 1 to 65535. (default: a free one)", valueName: "n"))
  var port: UInt16?

  @Flag(help: "Do not open a browser.")
  var noBrowser = false

  @Flag(help: "Print the link that lets a browser in, which is valid once and for 30 seconds.")
  var printToken = false

  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    // Starts the daemon if need be.
    try await context.connect().close()
    let name = "procon-web"
    let path = SiblingProgram.path(of: name)
    if let error = ProgramFile.error(path) { throw .commandUnusable(path, error) }
    let options =
      (port.map { ["--port", "\($0)"] } ?? []) + (noBrowser ? ["--no-browser"] : [])
      + (printToken ? ["--print-token"] : [])
    var words =
      ([name, "--socket", context.finder.place.path] + options).map { strdup($0) } + [nil]
    execv(path, &words)
    let code = errno
    for word in words { free(word) }
    throw .commandUnusable(path, LoopError(operation: "execv", code: code))
  }
}

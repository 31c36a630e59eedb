internal import ArgumentParser
internal import BoxClient
internal import Glibc
internal import Terminal
internal import UVLoop

/// The command line as a whole.
struct ProconClient: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-client",
    abstract: "Shows and changes the live pros and cons that a procond daemon holds.",
    discussion: """
      'procon-client subscribe' shows the board of a decision and keeps it up to date; 'procon-client \
      add pro "No breaks"' changes it, for everybody who looks.

      The daemon is found at --socket or PROCON_SOCKET; otherwise it is your own daemon, if one \
      listens at $XDG_RUNTIME_DIR/procon/procon.sock (without a runtime directory \
      /tmp/procon-<uid>/procon.sock), then the system's at /run/procon/procon.sock. If neither \
      listens, the procond beside procon-client is started, and ends a minute after its last client.

      Boxes are named by paths such as topics.ai.pros.items. A pattern is a path in which * stands for \
      one segment and ** at the end for any number of them.

      EXIT CODES
        0    done; also when the reader of standard output is gone
        3    'status' found no daemon
        64   the command line is wrong
        65   the daemon refused the request
        69   there is no daemon, or none that greets within \(Connection.patience.components.seconds) s
        74   standard output cannot be written
        75   the connection was lost and not regained
        124  the time of 'wait' passed
        126  the command of 'watch-exec' cannot be run
        127  it is not found
        130  it was ended by Ctrl-C (likewise 128 and the number of any other signal)
      """,
    version: "procon-client 0.1.0",
    subcommands: [
      SubscribeCommand.self, GetCommand.self, SetCommand.self, DeleteCommand.self,
      CallCommand.self, AddCommand.self, RemoveCommand.self, WaitCommand.self,
      WatchExecCommand.self,
      StatusCommand.self, TopCommand.self, DescribeCommand.self, PingCommand.self,
    ])
}

extension ProconClient {
  /// What the command line asks for; nil when that was help or the like, which is shown already.
  ///
  /// - Parameter arguments: those after the program's name.
  static func command(from arguments: [String]) throws(Failure) -> (any DaemonCommand)? {
    // The parser shows the whole help instead.
    if arguments.first == "help", let message = unknownCommand(in: arguments) {
      throw .usage(message, command: nil)
    }
    do {
      var command = try parseAsRoot(arguments)
      if let command = command as? any DaemonCommand { return command }
      try command.run()
      return nil
    } catch {
      guard exitCode(for: error) == .success else {
        let reason = unknownCommand(in: arguments) ?? explained(message(for: error), arguments)
        throw .usage(reason, command: arguments.first)
      }
      let message = fullMessage(for: error)
      try show(CompletionScript(generated: message)?.text ?? message)
      return nil
    }
  }

  /// Writes what needs no daemon.
  private static func show(_ text: String) throws(Failure) {
    print(text)
    guard fflush(nil) == 0 else {
      throw .output(
        errno == EPIPE ? .readerGone : .failed(LoopError(operation: "write", code: errno)))
    }
  }

  /// With what to do about a value that was taken for an option, such as -4.
  private static func explained(_ message: String, _ arguments: [String]) -> String {
    let isOption = { (word: String) in word.hasPrefix("-") && !word.hasPrefix("--") && word != "-" }
    guard message.hasPrefix("Missing expected argument"), !arguments.contains("--"),
      let value = arguments.dropFirst().first(where: isOption)
    else { return message }
    return "'\(value)' is no option; a value that begins with a dash goes after '--'"
  }

  /// What is wrong when a command's name is; nil when something else is.
  private static func unknownCommand(in arguments: [String]) -> String? {
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    let place = arguments.first == "help" ? 1 : 0
    guard arguments.indices.contains(place), !names.contains(arguments[place]),
      !arguments[place].hasPrefix("-")
    else { return nil }
    let name = arguments[place]
    return "there is no command '\(name)'\(names.nearest(to: name).question)"
  }
}

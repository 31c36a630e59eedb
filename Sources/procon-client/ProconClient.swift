internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// The command line as a whole.
struct ProconClient: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.current.text,
    abstract: "Show and change the live pros and cons of a procond daemon.",
    discussion: """
      'procon-client subscribe' shows the board of a decision and keeps it up to date; 'procon-client \
      add pro "No breaks"' changes it for everybody.

      The daemon's socket is --socket or PROCON_SOCKET. Without them, the client uses your own \
      daemon, at $XDG_RUNTIME_DIR/procon/procon.sock (without a runtime directory, \
      /tmp/procon-<uid>/procon.sock), if you have one: a state directory with topics or boxes, or an \
      enabled user unit. Otherwise, it uses the system's at /run/procon/procon.sock if there is one \
      that you may use, or else your own. "daemon": "own" or "system" in \
      ~/.config/procon/procond.json decides otherwise. Your own daemon is started if need be: the \
      procond in the client's directory, which exits a minute after its last client. A client never \
      moves to another daemon.

      Boxes have paths such as topics.ai.pros.items. A pattern is a path in which * matches one \
      segment and ** at the end any number of them.

      On a terminal, 'procon' without a command starts procon-tui, which shows and changes everything on \
      the whole terminal, and 'procon TOPIC' opens that topic there. 'procon-client TOPIC' shows its board.

      A topic is named by its id, by the beginning of one, or by its title. Commands without a topic are \
      about the one in the variable PROCON_TOPIC, or else, on a terminal, the one that 'use' has chosen \
      there, or else the only one. In a script, 'remove', 'purge', 'decide' and 'override' need whole ids.

      With --json, a command that lists something prints one array of JSON, and one that changes something \
      the daemon's answer, which it prints in a pipe anyhow.

      The options that every command has, such as --socket and --login, may also come before it.

      A command that ends with the daemon's answer exits with 69 if there is none within --timeout. \
      After 1 second, it reports once that it is waiting, on standard error, which need not be a \
      terminal. The commands that call an intent wait longer for one that takes its \
      time, as long as the daemon answers pings.

      EXIT CODES
        0    success; also if the reader of standard output is gone
        1    nothing was done: the answer was no, or there was no new text or value
        3    'status' found no daemon
        4    there is no such box, topic, argument or post
        5    conflict: it has changed in the meantime, or 'lock' did not get the lock
        6    a limit was reached, such as the length of a value
        64   the command line is wrong
        65   the request was refused for another reason, or the answer is unreadable
        66   a file that the command line names cannot be read or used
        69   no daemon listens, greets within \(Connection.patience.components.seconds) s or answers within --timeout
        73   no temporary file can be made
        74   standard output cannot be written
        75   the daemon cannot do it now, or the connection was lost for good
        77   the daemon's rules do not allow it, or the password or token is wrong
        78   your configuration, which names the daemon, cannot be read or is wrong
        124  'wait' timed out
        126  the command after '--' cannot be run, or the editor of 'post' failed
        127  the command after '--' was not found
        130  ended by Ctrl-C (128 plus the number of any other signal)

      'lock' exits with the status of its command, 'update' with that of a command that failed, with 1 if \
      it printed nothing, and with 65 if it printed no value.
      """,
    version: "procon-client \(ProgramVersion.text)",
    subcommands: [
      // Those that are used most come first, here and in completions.
      SubscribeCommand.self, TopicsCommand.self, UseCommand.self, NewCommand.self, AddCommand.self,
      ChangeCommand.self, MoveCommand.self, RemoveCommand.self, SupportCommand.self,
      CommentCommand.self, VoteCommand.self, PositionsCommand.self, DecideCommand.self,
      OptionsCommand.self, TodoCommand.self, AwaitingCommand.self, PostCommand.self,
      PostsCommand.self, UndoCommand.self, RedoCommand.self, HistoryCommand.self, FeedCommand.self,
      AskCommand.self,
      ObjectCommand.self, ObjectionsCommand.self, ResolveCommand.self, OverrideCommand.self,
      ReopenCommand.self, SupersedeCommand.self, RenameCommand.self, ExportCommand.self,
      ImportCommand.self, CopyCommand.self, TrashCommand.self, RestoreCommand.self,
      PurgeCommand.self, GetCommand.self, SetCommand.self, DeleteCommand.self, UpdateCommand.self,
      LockCommand.self, WaitCommand.self, WatchExecCommand.self, CallCommand.self,
      DescribeCommand.self, SessionCommand.self, StatusCommand.self, TopCommand.self,
      PingCommand.self, WebCommand.self,
      BoardCommand.self,
    ])
}

extension ProconClient {
  /// Parses the command line; nil when it asked for help or the like, which is printed already.
  ///
  /// - Parameter arguments: the words after the program's name.
  static func command(from arguments: [String]) throws(Failure) -> (any DaemonCommand)? {
    let arguments = withCommonOptionsLast(arguments)
    // The parser would print the whole help for 'help nope' and 'nope --help'.
    if let name = unknownName(in: arguments) {
      // Two words are not a topic.
      let words = [BoardCommand._commandName] + arguments
      guard let command = try? parseAsRoot(words) as? BoardCommand else {
        throw unknownCommand(name)
      }
      return command
    }
    do {
      var command = try parseAsRoot(arguments)
      if let command = command as? any DaemonCommand {
        try checkStandardInput(of: command)
        return command
      }
      try command.run()
      return nil
    } catch {
      guard exitCode(for: error) == .success else {
        let reason = explained(message(for: error), arguments)
        throw .usage(
          showing(arguments, in: reason), command: names.first { $0 == arguments.first })
      }
      let message = CommandName.current.naming(fullMessage(for: error))
      try printText(CompletionScript(generated: message, of: .current)?.text ?? message)
      return nil
    }
  }

  /// Whether the user wants to see everything: the short name on a terminal, without a command, or with
  /// `--plain`, line by line.
  ///
  /// - Parameter arguments: the words after the program's name.
  static func asksForScreen(_ arguments: [String]) -> Bool {
    let rest = commonOptions(of: arguments).rest
    return CommandName.current == .short
      && (rest == [plain]
        || rest.isEmpty && StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1)
  }

  /// The option of procon-tui that prints line by line.
  static let plain = "--plain"

  /// The arguments with the options that every command has, and that stand before the command, behind
  /// its name, where the parser knows them.
  private static func withCommonOptionsLast(_ arguments: [String]) -> [String] {
    let (options, rest) = commonOptions(of: arguments)
    // Help needs no daemon.
    guard let command = rest.first, !command.hasPrefix("-"), command != "help" else {
      return Array(rest)
    }
    return [command] + options + rest.dropFirst()
  }

  /// The options before a command that every command has, and what follows them.
  private static func commonOptions(
    of arguments: [String]
  ) -> (options: [String], rest: ArraySlice<String>) {
    var rest = arguments[...]
    var options: [String] = []
    while let word = rest.first {
      if isCommonOption(word), rest.count > 1 {
        options += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if ["--no-start", "--verbose", "-v"].contains(word)
        || isCommonOption(word.prefix { $0 != "=" })
      {
        options.append(word)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return (options, rest)
  }

  /// Whether a word is an option with a value that every command has.
  private static func isCommonOption(_ word: some StringProtocol) -> Bool {
    (["--socket", "--color"] + CommonOptions.loginNames).contains { $0 == word }
  }

  /// Checks that standard input has one reader.
  private static func checkStandardInput(of command: any DaemonCommand) throws {
    if command.readsStandardInput { try command.common.leaveStandardInput() }
  }

  /// The names of all commands but `help`.
  static var names: [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
  }

  /// A sentence about the command line, in which long words are cut and control characters, which
  /// may be line ends, are replaced.
  private static func showing(_ arguments: [String], in sentence: String) -> String {
    let values = arguments.compactMap { word in
      word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    }
    return (arguments + values).reduce(sentence) { sentence, word in
      let shown = word.printable.excerpt
      return shown == word ? sentence : sentence.replacing(word, with: shown)
    }
  }

  /// Prints a text that needs no daemon.
  private static func printText(_ text: String) throws(Failure) {
    print(text)
    guard fflush(nil) == 0 else {
      throw .output(
        errno == EPIPE ? .readerGone : .failed(LoopError(operation: "write", code: errno)))
    }
  }

  /// Explains what to do about a value that looks like an option, such as -4.
  private static func explained(_ message: String, _ arguments: [String]) -> String {
    let isOption = { (word: String) in word.hasPrefix("-") && !word.hasPrefix("--") && word != "-" }
    guard message.hasPrefix("Missing expected argument") || message == WaitCommand.withoutGoal,
      !arguments.contains("--"),
      let value = arguments.dropFirst().first(where: isOption)
    else { return message }
    return "'\(value)' is not an option; put a value that begins with a dash after '--'"
  }

  /// The word in place of a command that is not the name of one; nil if there is none.
  private static func unknownName(in arguments: [String]) -> String? {
    let place = arguments.first == "help" ? 1 : 0
    guard arguments.indices.contains(place), !(names + ["help"]).contains(arguments[place]),
      !arguments[place].hasPrefix("-")
    else { return nil }
    return arguments[place]
  }

  /// The failure of a command line that begins with a word that is not the name of a command.
  ///
  /// - Parameter topics: those with similar names; nil if the word cannot be a topic.
  static func unknownCommand(_ name: String, orTopics topics: [String]? = nil) -> Failure {
    let near = (names + ["help"]).nearest(to: name) + (topics ?? [])
    return .usage(
      "there is no command\(topics == nil ? "" : " or topic") '\(name.printable.excerpt)'\(near.question)",
      command: nil)
  }
}

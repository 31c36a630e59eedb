internal import ArgumentParser
internal import BoxWire
internal import TerminalClient

/// The command line.
struct ProconTUI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.fullScreen.text,
    abstract: "Show and change topics and their pros and cons on the whole terminal.",
    discussion: """
      Shows the scene that the daemon presents, and keeps it up to date. ? shows the keys of the \
      screen, and q leaves. Terminals that support links open the URLs in texts, most of them with \
      Ctrl-click or Shift-click.

      The daemon's socket is --socket or PROCON_SOCKET. Without them, the program uses your own \
      daemon if you have one, or else the system's, as procon-client does. Your own daemon is \
      started if need be: the procond in the program's directory, which exits a minute after its last \
      client.

      --plain is for screen readers, and for terminals on which nothing can be drawn, where it is \
      the default. It prints each page, and asks for a line: the number or the name of an action, \
      or # and the number of a row to open it; ? explains the actions. Ctrl-D ends it. In a pipe, \
      it reads such lines, and ends at the first one that fails.

      FILES
        ~/.config/procon/tui.json (or in $XDG_CONFIG_HOME) has settings, such as
        {"theme": "dark", "mouse": false, "panes": false, "dates": "absolute",
         "keys": {"quit": ["Q", "Ctrl-Q"]}}.
        The theme is standard, dark, light, high-contrast or terminal, which has the
        terminal's own colors. Dates are relative, such as 5 min ago, or absolute,
        such as 2026-11-27 14:05. --keys lists the commands, each of which can have
        several keys. What is saved there is applied at once, and a mistake is
        reported with its line.

      EXIT CODES
        0    success
        4    there is no such topic, or the daemon has no sessions
        64   the command line is wrong, or there is no terminal
        65   a line of a script cannot be used, or was refused
        66   a file that the command line names cannot be read or used
        69   no daemon listens, or answers
        74   standard output cannot be written
        75   the daemon cannot do it now, or the connection was lost and could not be restored
        77   the password or token is wrong
        78   your configuration, which decides which daemon is used, cannot be read or is wrong
        130  ended by Ctrl-C (128 plus the number of any other signal)
      """,
    version: "\(CommandName.fullScreen.text) \(ProgramVersion.text)")

  @Argument(
    help: "The topic that is opened: its id, the beginning of one, or its title.")
  var topic: TopicArgument?

  @Flag(help: "Print line by line instead of drawing on the whole terminal.")
  var plain = false

  @Flag(help: "Print the commands with their keys, as tui.json can name them, and exit.")
  var keys = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard topic == nil || !plain else {
      throw ValidationError("--plain takes no topic; open one with its number, such as #1")
    }
    try common.leaveStandardInput()
  }
}

extension ProconTUI {
  /// Whether to print line by line: if the user wants it, or nothing can be drawn on the terminal.
  ///
  /// - Parameter isOnTerminal: whether standard input and output are a terminal.
  /// - Throws: `Failure.noTerminal` if neither is the case.
  func isPlain(isOnTerminal: Bool) throws(Failure) -> Bool {
    guard !plain else { return true }
    guard isOnTerminal else { throw .noTerminal }
    return !TerminalType.canBeDrawnOn
  }

  /// Parses the command line; nil when it asked for help or the like, which is printed already.
  static func command() throws(Failure) -> ProconTUI? {
    do {
      let command = try parse()
      guard command.keys else { return command }
      print(KeyTable.page)
      return nil
    } catch {
      guard exitCode(for: error) == .success else {
        throw .usage(message(for: error), command: nil)
      }
      let message = fullMessage(for: error)
      print(CompletionScript(generated: message, of: .fullScreen)?.text ?? message)
      return nil
    }
  }
}

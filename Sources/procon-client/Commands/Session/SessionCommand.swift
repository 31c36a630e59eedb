internal import ArgumentParser
internal import TerminalClient
internal import UVLoop

struct SessionCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Go through the daemon's scenes: topics, boards, posts and others.",
    usage: "procon-client session [<options>]",
    discussion: """
      Prints the scene that the daemon's router presents, again after each change, and what can be \
      done. Type the number or the name of an action, or # and the number of a row to open it; \
      'session' then asks for each parameter. ? explains the actions. An empty answer takes the \
      default, an answer that ends in a backslash continues on the next line, and Esc with Enter \
      cancels. Ctrl-C or Ctrl-D ends the session, and with it an unsaved draft. 'procon-tui' shows \
      the same scenes on the whole screen.

      Kinds of scenes that the client does not know are shown from the daemon's description of them.

      Without a terminal, 'session' reads such lines from standard input and prints a page after each \
      change. It ends with the input, or at the first line that fails, with its exit code:
        procon-client session
        procon-client session --login ada
        printf 'toBoard\\ntopics.ai\\n' | procon-client session
      """)

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  var readsStandardInput: Bool { true }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try await SessionRun(context).run()
  }
}

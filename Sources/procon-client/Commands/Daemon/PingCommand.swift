internal import ArgumentParser
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct PingCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    abstract: "Check that the daemon answers.",
    discussion: "Prints the daemon's revision, such as {\"revision\":44}.")

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try await context.printResult(of: Ping.method, Ping().parameters)
  }
}

internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct PingCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    abstract: "Asks the daemon for a sign of life.",
    discussion: "Prints its revision, such as {\"revision\":44}.")

  @OptionGroup var common: CommonOptions

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    try await session.show(Ping.method, Ping().parameters)
  }
}

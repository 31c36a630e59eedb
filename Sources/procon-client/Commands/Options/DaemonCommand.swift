internal import ArgumentParser
internal import UVLoop

/// A command that needs a daemon.
protocol DaemonCommand: AsyncParsableCommand {
  var common: CommonOptions { get }
  /// Whether to start a daemon if none listens.
  var mayStart: Bool { get }

  /// Runs the command. Some output may still be queued when it returns.
  @LoopActor
  func run(in context: CommandContext) async throws(Failure)
}

extension DaemonCommand {
  var mayStart: Bool { !common.noStart }
}

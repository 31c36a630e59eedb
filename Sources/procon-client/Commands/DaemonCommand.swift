internal import ArgumentParser
internal import UVLoop

/// A command that needs a daemon.
protocol DaemonCommand: AsyncParsableCommand {
  var common: CommonOptions { get }
  /// Whether a daemon may be started when none listens.
  var mayStart: Bool { get }

  /// Carries it out; what it wrote may still be on its way when it returns.
  @LoopActor
  func carryOut(in session: Session) async throws(Failure)
}

extension DaemonCommand {
  var mayStart: Bool { !common.noStart }
}

internal import Logging
internal import OperatingSystem
internal import UVLoop

/// The service manager's job for the daemon: the manager ends it with the same signal whether it stops or
/// restarts it.
@LoopActor
enum RestartJob {
  /// The variable with the name of the unit.
  private static let variable = "PROCON_UNIT"

  /// Whether the manager is about to start the daemon again, according to systemctl(1). False if that is
  /// unknown.
  ///
  /// - Parameters:
  ///   - isOfUser: whether it is the manager of a user, and not that of the system.
  ///   - limit: maximum wait for the answer.
  ///   - logger: gets a line if there is no answer.
  static func isRunning(isOfUser: Bool, within limit: Duration, _ logger: Logger) async -> Bool {
    guard let unit = Environment[variable] else { return false }
    let arguments = ["list-jobs", "--plain", "--no-legend", "--no-pager"]
    let output = await CommandOutput.read(
      "systemctl", (isOfUser ? ["--user"] : []) + arguments, within: limit)
    guard let output else {
      logger.notice(
        "systemctl list-jobs does not say whether the daemon is restarted; clients get bye")
      return false
    }
    // The number of each job, its unit, its type, such as "restart" or "try-restart", and its state.
    return output.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.count == 4 && words[1] == unit && words[2].hasSuffix("restart")
    }
  }
}

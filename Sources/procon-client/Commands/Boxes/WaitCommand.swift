internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct WaitCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Wait until a box, or a part of its value, has one of the given values.",
    usage: "procon-client wait [<options>] <path> [<value> ...]",
    discussion: """
      Prints the value as one line of JSON, at once if the box has it already. Checks every revision, \
      so that even a short-lived value is seen. If the connection is lost, 'wait' reconnects. After \
      the timeout, it exits with 124, as timeout(1) does.

      Values are compared as JSON: 1 equals 1.0, but not "1". Relations need a number, except '!=', \
      which takes any value. A box that does not exist has no value: only --gone waits for that.
        procon-client wait shared.build.state done failed
        procon-client wait shared.build.state --not running
        procon-client wait shared.build.lock --gone --timeout 10m
        procon-client wait topics.ai.summary.leaning pro --timeout 60
        procon-client wait shared.queue.length '<=3'
        procon-client wait shared.weather.now -- -4
      """)

  @Argument(
    help: "The box, such as shared.build.state, or a member, such as topics.ai.summary.score.",
    completion: .boxes, transform: ValuePath.argument)
  var path: ValuePath

  @Argument(
    help: ArgumentHelp(
      """
      Values, one of which ends the wait: JSON if it is valid JSON, else a string; or relations such \
      as '>=5'.
      """, valueName: "value"),
    transform: Condition.init(argument:))
  var values: [Condition] = []

  @Option(
    help: ArgumentHelp("Wait for any value but this one; may be repeated.", valueName: "value"),
    transform: JSONText.init(argument:))
  var not: [JSONText] = []

  @Flag(help: "Wait until there is a value.")
  var exists = false

  @Flag(help: "Wait until there is no value.")
  var gone = false

  @Option(
    help: ArgumentHelp(
      "Maximum time to wait, \(TimeOption.timeout.help). (default: no limit)",
      valueName: "time"), transform: TimeOption.timeout.duration)
  var timeout: Duration?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard [!values.isEmpty, !not.isEmpty, exists, gone].count(where: \.self) == 1 else {
      throw ValidationError(Self.withoutGoal)
    }
  }

  static let withoutGoal = "give one of: values, --not, --exists, --gone"

  private var goal: WaitGoal {
    if exists { return .exists }
    if gone { return .gone }
    return not.isEmpty ? .any(of: values) : .none(of: not)
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let goal = goal
    goal.warnings.forEach(StandardError.report)
    let reached = try await context.wait(
      for: goal, of: path, mode: .every, timeout: timeout, warns: true)
    if let reached { context.print(reached) }
  }
}

extension ValuePath {
  /// Parses an argument of the command line.
  static func argument(_ text: String) throws(ValidationError) -> ValuePath {
    guard let path = ValuePath(text) else {
      throw ValidationError("it must be a path, such as topics.ai.summary, or a path and a member")
    }
    // No path contains a wildcard, and a member of that name most likely never exists.
    guard !path.segments.contains(where: { ["*", "**"].contains($0) }) else {
      throw ValidationError("it must be one box, not a pattern")
    }
    return path
  }
}

internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import UVLoop

struct WaitCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until a box, or a part of its value, is as wanted.",
    discussion: """
      Prints the value that was reached as one line of JSON, and ends at once when it is so already. \
      Each revision is looked at, so that a value is not missed when it lasts for one only. When the \
      connection is lost, it waits for the daemon to come back. When the time passes first, it ends \
      with 124, as timeout(1) does.

      Equal is what means the same, however it is written. A relation stands before a number, '!=' \
      before any value; a box that is not there is never as wanted:
        procon-client wait shared.build.state done
        procon-client wait topics.ai.summary.leaning pro --timeout 60
        procon-client wait shared.queue.length '<=3'
        procon-client wait shared.build.state '!=running'
        procon-client wait shared.weather.now -- -4
      """)

  @Argument(
    help: "The box, such as shared.build.state, or a member, such as topics.ai.summary.score.",
    completion: .boxes, transform: BoxField.argument)
  var path: BoxField

  @Argument(
    help: "What it is to be: JSON if it reads as JSON, else a string; or a relation such as '>=5'.",
    transform: Condition.init(argument:))
  var value: Condition

  @Option(
    help: ArgumentHelp(
      "How long to wait, \(longest.lowerBound) to \(Int(longest.upperBound)) seconds. (default: for"
        + " ever)", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var common: CommonOptions

  /// Up to a year: more is for ever.
  private static let longest = 0.001...31_536_000

  func validate() throws {
    if let timeout, !Self.longest.contains(timeout) {
      throw ValidationError(
        "--timeout must be \(Self.longest.lowerBound) to \(Int(Self.longest.upperBound)) seconds")
    }
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let view = WaitView(path, value)
    view.whenMissing = { [path] complaint in
      if let complaint { return StandardError.say("\(complaint); waiting for it") }
      await session.tellAbsence(of: path.text, path.paths.first)
    }
    let run = SubscriptionRun(
      path.patterns, mode: .every, interval: 0, of: session, in: view, once: false)
    view.whenReached = { [unowned run] in run.finish(.success(())) }
    let timer = timeout.map { timeout in
      Timer(after: .milliseconds((timeout * 1000).rounded(.up))) { [unowned run, unowned view] in
        run.finish(
          .failure(
            .notReached(path.text, state: view.state, wanted: "\(value)", seconds: timeout)))
      }
    }
    defer { timer?.cancel() }
    try await run.end()
    if let reached = view.reached { session.show(reached) }
  }
}

extension BoxField {
  /// What stands on a command line for a box or a member.
  static func argument(_ text: String) throws(ValidationError) -> BoxField {
    guard let field = BoxField(text) else {
      throw ValidationError("it must be a path, such as topics.ai.summary, or a path and a member")
    }
    // No box has it in its path, and to wait for a member of that name would be to wait for ever.
    guard !field.segments.contains(where: { ["*", "**"].contains($0) }) else {
      throw ValidationError("it must be one box, not a pattern")
    }
    return field
  }
}

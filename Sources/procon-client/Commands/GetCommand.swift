internal import ArgumentParser
internal import Loop
internal import Wire

struct GetCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Prints the boxes that match patterns, as they are now.",
    discussion: """
      A failure that a box named isErrorFree carries is also told on standard error, as 'Alert: …'.
        procon-client get topics.ai.summary
        procon-client get 'topics.*.summary' --format value
      """)

  @Argument(help: "Paths, or patterns with * and **.", transform: Pattern.argument)
  var patterns: [Pattern]

  @Option(
    help: """
      lines: the path, a tab, compact JSON; json: the daemon's result, with its revision; value: \
      the bare value, strings without quotes.
      """)
  var format = LineFormat.lines

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard patterns.count <= Limits.patterns else {
      throw ValidationError("at most \(Limits.patterns) patterns can be given")
    }
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let connection = try await session.connect()
    let result = try await session.call(
      Get.method, Get(patterns: patterns).parameters, over: connection)
    let boxes = result["boxes"]?.members?.map { (path: $0.name, value: $0.value) } ?? []
    Alert.all(in: boxes).forEach(session.alert)
    switch format {
    case .json: session.show(result)
    case .lines: BoxLines.lines(boxes).forEach(session.output.write(line:))
    case .value: BoxLines.values(boxes).forEach(session.output.write(line:))
    }
  }
}

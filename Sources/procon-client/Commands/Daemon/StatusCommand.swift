internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct StatusCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show whether a daemon is running, and its state.",
    usage: "procon-client status [<options>]",
    discussion: """
      The exit code is 0 if a daemon is running, else 3; 'status' never starts one. With --rates it also \
      measures for a second how many changes are published, and how many lines with changes are sent to \
      all subscribers.
        procon-client status
        procon-client status --rates
        procon-client status --quiet || echo "no daemon"
        procon-client status --json
      """)

  /// The values of `--format`.
  enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text
    case json
  }

  @Option(
    name: .customLong("format"),
    help: "text: lines for people; json: one object. (default: text)")
  var givenFormat: Format?

  @OptionGroup var short: JSONFlag

  private var format: Format { short.json ? .json : givenFormat ?? .text }

  @Flag(name: .shortAndLong, help: "Print nothing and set the exit code.")
  var quiet = false

  @Flag(help: "Measure rates, which takes a second.")
  var rates = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  var mayStart: Bool { false }

  func validate() throws {
    try short.validate(withFormat: givenFormat != nil)
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    // Its output says which daemon it is.
    if !common.verbose { context.finder.report = nil }
    let connection = try await connect(context)
    // The daemon may have closed the connection before or right after its greeting.
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    guard let hello = connection.hello, !quiet else { return }
    let boxes = try await daemonBoxes(context, connection)
    let report = StatusReport(hello, context.finder.place, boxes: boxes)
    for fault in report.faults { StandardError.report(fault) }
    if format == .text { report.lines.forEach(context.print(line:)) }
    var rates: DaemonStats.Rates?
    if self.rates, let before = report.stats {
      await Pause.wait(for: Self.measuringTime)
      let boxes = try await daemonBoxes(context, connection)
      let after = StatusReport(hello, context.finder.place, boxes: boxes).stats
      // Its counts were published once in between.
      rates = after?.rates(since: before, published: 1)
    }
    switch format {
    case .text: report.line(rates).map(context.print(line:))
    case .json: context.print(report.json(rates))
    }
  }

  /// The daemon counts once a second at most.
  private static let measuringTime = Duration.milliseconds(1050)

  @LoopActor
  private func connect(_ context: CommandContext) async throws(Failure) -> Connection {
    do throws(Failure) {
      return try await context.connect()
    } catch {
      guard case .unconnected(.nobodyListens) = error else { throw error }
      if !quiet { printNotRunning(context) }
      try await context.flush()
      throw .notRunning
    }
  }

  @LoopActor
  private func printNotRunning(_ context: CommandContext) {
    let place = context.finder.place
    switch format {
    case .text:
      let absence = ConnectError.nobodyListens(place: place.path)
      context.print(line: "not running: \("\(absence)".printable); \(absence.advice)")
      place.statusLine.map(context.print(line:))
    case .json:
      context.print(
        JSONText(
          members: [
            ("running", JSONText(false)), ("sockets", JSONText(elements: [JSONText(place.path)])),
          ] + place.statusMembers))
    }
  }

  @LoopActor
  private func daemonBoxes(
    _ context: CommandContext, _ connection: Connection
  ) async throws(Failure) -> JSONText? {
    let get = Get(patterns: Pattern("daemon.*").map { [$0] } ?? [])
    return try await context.call(Get.method, get.parameters, over: connection)["boxes"]
  }
}

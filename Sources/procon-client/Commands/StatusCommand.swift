internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

struct StatusCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says whether a daemon runs, and how it is.",
    discussion: """
      The exit code is 0 when one runs and 3 when none does; no daemon is ever started. The rate is \
      measured for a second, all else is there at once; with --quiet nothing is measured. A rate \
      counts published changes, and the lines about boxes that went to all subscribers.
        procon-client status
        procon-client status --quiet || echo "no daemon"
        procon-client status --format json
      """)

  /// How it is shown.
  enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text
    case json
  }

  @Option(help: "text: lines for people; json: one object.")
  var format = Format.text

  @Flag(name: .shortAndLong, help: "Print nothing; the exit code says it.")
  var quiet = false

  @OptionGroup var common: CommonOptions

  var mayStart: Bool { false }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let connection = try await connect(session)
    // It may have gone at once, without a greeting or right after it.
    if let loss = connection.loss { throw .notSent(loss) }
    guard let hello = connection.hello, !quiet else { return }
    let boxes = try await daemonBoxes(session, connection)
    let report = StatusReport(hello, socket: session.finder.place ?? "", boxes: boxes)
    if format == .text { report.lines.forEach(session.write(line:)) }
    var rates: DaemonStats.Rates?
    if let before = report.stats, before.uptime != nil {
      await Pause.wait(for: Self.measured)
      let after = DaemonStats(try await daemonBoxes(session, connection)?["daemon.stats"])
      // Being read, it was published once.
      rates = after?.rates(since: before, published: 1)
    }
    switch format {
    case .text: report.line(rates).map(session.write(line:))
    case .json: session.show(report.json(rates))
    }
  }

  /// The daemon counts once a second at most.
  private static let measured = Duration.milliseconds(1050)

  @LoopActor
  private func connect(_ session: Session) async throws(Failure) -> Connection {
    do throws(Failure) {
      return try await session.connect()
    } catch {
      guard case .unconnected(.nobodyListens(let places)) = error else { throw error }
      if !quiet { tellAbsence(session, places) }
      try await session.flush()
      throw .notRunning
    }
  }

  @LoopActor
  private func tellAbsence(_ session: Session, _ places: [String]) {
    switch format {
    case .text:
      let absence = ConnectError.nobodyListens(places: places)
      session.write(line: "not running: \(absence); \(absence.advice)")
    case .json:
      session.show(
        JSONText(members: [
          ("running", JSONText(false)),
          ("sockets", JSONText(elements: places.map { JSONText($0) })),
        ]))
    }
  }

  @LoopActor
  private func daemonBoxes(
    _ session: Session, _ connection: Connection
  ) async throws(Failure) -> JSONText? {
    let get = Get(patterns: Pattern("daemon.*").map { [$0] } ?? [])
    return try await session.call(Get.method, get.parameters, over: connection)["boxes"]
  }
}

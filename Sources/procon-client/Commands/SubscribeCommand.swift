internal import ArgumentParser
internal import Loop
internal import Wire

struct SubscribeCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe",
    abstract: "Shows boxes, and each change of them.",
    discussion: """
      Without a pattern it is about one topic: on a terminal its board, drawn in place; otherwise \
      the lines of topics.<topic>.**. When the connection is lost, it waits for the daemon to come \
      back, and then shows only what changed meanwhile.

      Whoever reads slowly gets the newest values, and changes in between are left out. With --every \
      none is, also while the connection is lost: each revision is shown once, in order. Where the \
      daemon remembers them no more, or began anew, it says so on standard error, and shows what \
      they led to.

      A failure that a box named isErrorFree carries stands in red on the board as 'Alert: …'; in \
      the other formats it is told on standard error.
        procon-client subscribe
        procon-client subscribe 'topics.*.summary' --format json
        procon-client subscribe shared.weather.now --format value --once
        procon-client subscribe 'shared.**' --every --format json
        procon-client subscribe 'topics.*.summary' --interval 1000
      """)

  @Argument(help: "Paths, or patterns with * and **.", transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Option(help: "The topic to show, when there is no pattern. (default: ai)")
  var topic: TopicName?

  @Option(
    help: """
      board: a topic as people read it; lines: the path, a tab, compact JSON, and nothing after \
      the tab when the box is removed; json: one object a line with revision, boxes, removed and \
      merged, as the daemon's params have them, with what changed only; value: the bare value, \
      strings without quotes. (default: board for a topic on a terminal, else lines; with --every \
      lines)
      """)
  var format: Format?

  @Flag(help: "Show each revision, none left out.")
  var every = false

  @Option(
    help: ArgumentHelp(
      "At least so many milliseconds lie between two changes, 0 to \(Limits.interval): the first"
        + " after a pause is shown at once, the last one always follows. (default: 0)",
      valueName: "ms"))
  var interval: Int?

  @Flag(help: "End when the present state is shown.")
  var once = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard patterns.isEmpty || format != .board else {
      throw ValidationError("a board shows a topic, not patterns: use --topic, or another --format")
    }
    guard patterns.isEmpty || topic == nil else {
      throw ValidationError("give patterns or --topic, not both")
    }
    guard patterns.count <= Limits.patterns else {
      throw ValidationError("at most \(Limits.patterns) patterns can be given")
    }
    guard !every || format != .board else {
      throw ValidationError("a board shows the newest state: with --every use another --format")
    }
    guard !every || interval == nil else {
      throw ValidationError("--every leaves nothing out, --interval does: give one of them")
    }
    guard (0...Limits.interval).contains(interval ?? 0) else {
      throw ValidationError("--interval must be 0 to \(Limits.interval) milliseconds")
    }
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let topic = topic ?? .ai
    let mayBeBoard = session.output.isTerminal && patterns.isEmpty && !every
    let shown = format ?? (mayBeBoard ? .board : .lines)
    let view: any SubscriptionView =
      switch shown {
      case .board: board(of: topic, in: session)
      case .lines: LinesView(.lines, session)
      case .json: LinesView(.json, session)
      case .value: LinesView(.value, session)
      }
    let wanted = patterns.isEmpty ? topic.patterns(isBoard: shown == .board) : patterns
    let run = SubscriptionRun(
      wanted, mode: every ? .every : .latest, interval: interval ?? 0, of: session, in: view,
      once: once)
    try await run.end()
  }

  @LoopActor
  private func board(of topic: TopicName, in session: Session) -> any SubscriptionView {
    if session.output.isTerminal, !once, Environment["TERM"] != "dumb" {
      BoardScreen(topic: topic, output: session.output, palette: session.palette)
    } else {
      BoardPages(topic: topic, output: session.output, palette: session.palette)
    }
  }
}

extension TopicName {
  /// What a board shows, or all that belongs to the topic.
  fileprivate func patterns(isBoard: Bool) -> [Pattern] {
    let texts =
      isBoard
      ? ["topics.\(text).summary", "topics.\(text).pros.*", "topics.\(text).cons.*"]
      : ["topics.\(text).**"]
    return texts.compactMap { Pattern($0) }
  }
}

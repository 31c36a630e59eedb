internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import UVLoop

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

      A template is a line with fields in braces. {topics.ai.summary.title} is a member of a box, or \
      with a number an element of an array; without a pattern the boxes are those that the template \
      names, and a line is written whenever it differs from the last one. With patterns, {.title} is \
      a member of the box that changed, {.} its value and {@path} its path, a line a box. What is \
      not there is left empty, control characters are replaced, and {{ and }} are braces.

      waybar is for custom modules with "return-type": "json": title and score of topics as text \
      (without a pattern, of the topic), the arguments as tooltip, the leaning as class, and \
      the pros' share of the weight of all arguments as percentage. Any other box is shown as its value; one that is an object with text, \
      tooltip, class and percentage, as these say. The class is 'disconnected' while the daemon is \
      away, and there is one 'alert' where a box carries a failure.

      A failure that a box named isErrorFree carries stands in red on the board as 'Alert: …'; in \
      the other formats it is told on standard error.
        procon-client subscribe
        procon-client subscribe 'topics.*.summary' --format json
        procon-client subscribe shared.weather.now --format value --once
        procon-client subscribe 'shared.**' --every --format json
        procon-client subscribe 'topics.*.summary' --interval 1000
        procon-client subscribe --format waybar
        procon-client subscribe --format '{topics.ai.summary.score} for AI'
        procon-client subscribe 'topics.*.summary' --format '{.title} {.score}'
      """)

  @Argument(
    help: "Paths, or patterns with * and **.", completion: .boxes, transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Option(
    help: "The topic to show, when there is no pattern. (default: ai)", completion: .topics)
  var topic: TopicName?

  @Option(
    help: ArgumentHelp(
      """
      board: a topic as people read it; lines: the path, a tab, compact JSON, and nothing after \
      the tab when the box is removed; json: one object a line with revision, boxes, removed and \
      merged, as the daemon's params have them, with what changed only; value: the bare value, \
      strings without quotes; waybar: an object a line for a bar; or a template. (default: board \
      for a topic on a terminal, else lines; with --every lines)
      """, valueName: "format"),
    completion: .list(Format.names),
    transform: { try Format.argument($0, among: Format.names) })
  var format: Format?

  @Option(help: "Escape the values that fill a template for whoever reads it.")
  var escape = Escape.none

  @Option(
    help: ArgumentHelp(
      "The line that stands for that of {path.member} fields while the daemon is away. (default: the"
        + " last one stays)",
      valueName: "text"))
  var offline: String?

  @Flag(help: "Show each revision, none left out.")
  var every = false

  @Option(
    help: ArgumentHelp(
      "At least so many milliseconds lie between two changes, 0 to \(ProtocolLimits.interval): the first"
        + " after a pause is shown at once, the last one always follows. (default: 0)",
      valueName: "ms"))
  var interval: Int?

  @Flag(help: "End when the present state is shown.")
  var once = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard patterns.isEmpty || topic == nil else {
      throw ValidationError("give patterns or --topic, not both")
    }
    guard (0...ProtocolLimits.interval).contains(interval ?? 0) else {
      throw ValidationError("--interval must be 0 to \(ProtocolLimits.interval) milliseconds")
    }
    try validateEvery()
    try validateFormat()
  }

  private func validateEvery() throws(ValidationError) {
    guard every else { return }
    guard format != .board else {
      throw ValidationError("a board shows the newest state: with --every use another --format")
    }
    guard format != .waybar else {
      throw ValidationError("a bar shows the newest state: with --every use another --format")
    }
    guard interval == nil else {
      throw ValidationError("--every leaves nothing out, --interval does: give one of them")
    }
  }

  private func validateFormat() throws(ValidationError) {
    guard patterns.isEmpty || format != .board else {
      throw ValidationError("a board shows a topic, not patterns: use --topic, or another --format")
    }
    guard offline == nil || format?.template?.isOfOneBox == false else {
      throw ValidationError("--offline is for a template with fields such as {path.member}")
    }
    guard topic == nil || format?.template == nil else {
      throw ValidationError("a template names its boxes itself: leave out --topic")
    }
    try (format ?? .lines).validate(patterns: patterns, escape: escape)
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    let topic = topic ?? .ai
    let mayBeBoard = session.output.isTerminal && patterns.isEmpty && !every
    let shown = format ?? (mayBeBoard ? .board : .lines)
    let run = SubscriptionRun(
      patterns(for: shown, topic), mode: every ? .every : .latest, interval: interval ?? 0,
      of: session, in: view(for: shown, topic, session), once: once, tellsAbsence: !patterns.isEmpty
    )
    try await run.end()
  }

  private func patterns(for format: Format, _ topic: TopicName) -> [Pattern] {
    guard patterns.isEmpty else { return patterns }
    return switch format {
    case .template(let template): template.patterns
    case .board, .waybar: topic.patterns(isBoard: true)
    case .lines, .json, .value: topic.patterns(isBoard: false)
    }
  }

  @LoopActor
  private func view(
    for format: Format, _ topic: TopicName, _ session: Session
  ) -> any SubscriptionView {
    switch format {
    case .board: board(of: topic, in: session)
    case .lines: LinesView(.lines, session)
    case .json: LinesView(.json, session)
    case .value: LinesView(.value, session)
    case .waybar: WaybarView(session)
    case .template(let template):
      TemplateView(template, escape: escape, offline: offline, session)
    }
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

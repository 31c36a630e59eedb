internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import OperatingSystem
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct SubscribeCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe",
    abstract: "Print boxes and follow their changes.",
    usage: "procon-client subscribe [<options>] [<pattern> ...]",
    discussion: """
      Without a pattern, 'subscribe' shows one topic: on a terminal its board, drawn in place, its \
      options side by side as far as there is room, with \
      --posts its posts, too; otherwise the lines of topics.<topic>.**. With --topics it shows the list \
      of all topics. If the connection is lost, it reconnects and prints \
      only what has changed since. On a terminal, a board that does not fit is scrolled with the \
      arrows, PgUp, PgDn and End, or j, k, b, Space and G; g goes back. Its last state stays when the \
      command ends.

      A slow reader gets the newest values, and changes in between are left out. With --every, each \
      revision is printed once and in order, also after a lost connection. If the daemon has restarted \
      or no longer has the revisions, the newest values are printed, and a warning on standard error.

      --since continues where a script stopped: at the last {@position} of its template, or at the \
      epoch and revision of 'get --format json'. --replay begins with the last revisions of the boxes, \
      removals included.

      A template is a line with fields in braces. {topics.ai.summary.title} is a member of a box; a \
      number selects an element of an array. Without a pattern, the template's own boxes are \
      subscribed to, and a line is printed when it differs from the last one. With patterns, a line is \
      printed for each box that changes: {.title} is a member of it, {.} its value, {@path} its path, \
      {@event} set or removed, {@revision} and {@epoch} when it was, {@position} where --since can \
      continue, empty before the last line of a revision, and {@time} the present time. A * \
      selects all elements of an array: {topics.ai.pros.items.*.text} and {.*.text} are lists of the \
      elements' texts, joined by --join. Missing values, and all values of a removed box, are empty. \
      Control characters are replaced, except with --escape json. {{ and }} are braces.

      waybar is for custom modules with "return-type": "json". The text is title and score of the \
      topics (without a pattern, of the topic), the tooltip the arguments, the class the leaning, and \
      the percentage the pros' share of the weight of all arguments. The alt, which selects one of the \
      module's format-icons, is the leaning, too. With 'session.awaiting.*', what waits for you is added \
      to text and tooltip, and 'awaiting' to the class. Any other box is shown as its value; a box that is \
      an object with any of text, alt, tooltip, class and percentage is shown as it says. Class and \
      alt are 'disconnected' while the connection is lost. If a box contains a failure, the alt is \
      'alert', and 'alert' is added to the class.

      If a box named isErrorFree contains a failure, the board shows its message in red as 'Alert: …'; \
      the other formats print it on standard error.
        procon-client subscribe
        procon-client subscribe --topic which-editor --posts
        procon-client subscribe --topics --root wiki
        procon-client subscribe 'topics.*.summary' --json
        procon-client subscribe shared.weather.now --format value --once
        procon-client subscribe 'shared.**' --every --format json
        procon-client subscribe 'shared.**' --replay 20
        procon-client subscribe 'topics.*.summary' --interval 1s
        procon-client subscribe --format waybar
        procon-client subscribe --format '{topics.ai.summary.score} for AI'
        procon-client subscribe topics.ai.pros.items --format '{.*.text}'
        procon-client subscribe 'topics.*.summary' --format '{.title} {.score}'
      """)

  @Argument(
    help: "Paths, or patterns with * and **.", completion: .boxes, transform: Pattern.argument)
  var patterns: [Pattern] = []

  @OptionGroup var about: TopicOptions

  @Flag(help: "Show the newest posts under the board, too.")
  var posts = false

  @Flag(help: "Show the list of all topics instead of one.")
  var topics = false

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      """
      board: a topic, or the list of topics, for people; lines: the path, a tab, compact JSON, and nothing after the tab when \
      the box is removed; json: one object a line with the changes: revision, boxes, removed and \
      merged, as in the daemon's notifications; value: the bare value on one line, strings without \
      quotes and with a space for each line end, and an empty line when the box is removed; waybar: one object a line for a status bar; or a template. (default: board without a pattern on \
      a terminal, else lines; with --every lines)
      """, valueName: "format"),
    completion: .list(Format.names),
    transform: { try Format.argument($0, among: Format.names) })
  var givenFormat: Format?

  @OptionGroup var short: JSONFlag

  var format: Format? { short.json ? .json : givenFormat }

  @OptionGroup var templateOptions: TemplateOptions

  @Option(
    help: ArgumentHelp(
      "Line to print when the connection is lost, for a template with {path.member} fields. (default:"
        + " none)",
      valueName: "text"))
  var offline: String?

  @Flag(help: "Print every revision.")
  var every = false

  @Option(
    help: ArgumentHelp(
      "Begin with what has changed after this revision, instead of the present values.",
      valueName: "epoch:revision"), transform: Subscribe.Position.argument)
  var since: Subscribe.Position?

  @Option(
    help: ArgumentHelp(
      "Begin with this many of the last revisions that changed the boxes, as far as the daemon has them;"
        + " implies --every.", valueName: "n"))
  var replay: Int?

  @Option(
    help: ArgumentHelp(
      "Minimum time between updates, \(TimeOption.update.help). The first change after a pause is"
        + " printed at once, the last one is never left out. (default: 0)",
      valueName: "time"), transform: TimeOption.update.duration)
  var interval: Duration?

  @Flag(help: "Exit after the present state; only then --timeout applies.")
  var once = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    try short.validate(withFormat: givenFormat != nil)
    guard patterns.isEmpty || about.topic == nil else {
      throw ValidationError("give patterns or --topic, not both")
    }
    guard patterns.isEmpty || about.root == nil else {
      throw ValidationError("--root is for a topic or --topics: begin the patterns with it instead")
    }
    guard !topics || (patterns.isEmpty && about.topic == nil && !posts) else {
      throw ValidationError(
        "--topics is for the list of all topics: leave out --topic, --posts and patterns")
    }
    guard patterns.isEmpty || !posts else {
      throw ValidationError("--posts is for a topic: name the boxes of posts with a pattern")
    }
    guard once || answer.timeout == nil else {
      throw ValidationError("--timeout is for --once; without it, 'subscribe' waits for changes")
    }
    try validateBeginning()
    try validateEvery()
    try validateFormat()
  }

  private func validateBeginning() throws(ValidationError) {
    guard since == nil || replay == nil else {
      throw ValidationError("give --since or --replay, not both")
    }
    guard ProtocolLimits.replay.contains(replay ?? 1) else {
      throw ValidationError(
        "--replay must be \(ProtocolLimits.replay.lowerBound) to \(ProtocolLimits.replay.upperBound)"
      )
    }
    guard (since == nil && replay == nil) || !patterns.isEmpty else {
      throw ValidationError("--since and --replay need a pattern, such as 'shared.**'")
    }
    guard since == nil || format != .waybar else {
      throw ValidationError(
        "a bar shows the newest state: leave out --since, or use another --format")
    }
  }

  private var mode: Subscribe.Mode { every || replay != nil ? .every : .latest }

  private var beginning: SubscriptionBeginning {
    since.map(SubscriptionBeginning.since) ?? replay.map(SubscriptionBeginning.replay) ?? .present
  }

  private func validateEvery() throws(ValidationError) {
    guard mode == .every else { return }
    guard format != .board else {
      throw ValidationError(
        "a board shows the newest state: with --every or --replay use another --format")
    }
    guard format != .waybar else {
      throw ValidationError(
        "a bar shows the newest state: with --every or --replay use another --format")
    }
    guard interval == nil else {
      throw ValidationError(
        "--every and --replay leave nothing out, --interval does; use one of them")
    }
  }

  private func validateFormat() throws(ValidationError) {
    guard patterns.isEmpty || format != .board else {
      throw ValidationError("a board shows a topic, not patterns: use --topic, or another --format")
    }
    guard offline == nil || format?.template?.isPerBox == false else {
      throw ValidationError("--offline is for a template with fields such as {path.member}")
    }
    guard format?.template == nil || (about.topic == nil && !topics && !posts) else {
      throw ValidationError(
        "a template names its boxes itself: leave out --topic, --topics and --posts")
    }
    guard format != .waybar || !posts else {
      throw ValidationError("a bar shows no posts: leave out --posts, or use another --format")
    }
    try (format ?? .lines).validate(patterns: patterns, templateOptions)
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let mayBeBoard = context.output.isTerminal && patterns.isEmpty && mode == .latest
    let shown = format ?? (mayBeBoard ? .board : .lines)
    let (patterns, view) = try await subject(for: shown, in: context)
    let subscription = SubscriptionRun(
      patterns, mode: mode,
      interval: interval ?? .zero, beginning: beginning,
      context: context, view: view, once: once,
      warnsAboutMissing: !self.patterns.isEmpty
    )
    try await subscription.run()
  }

  /// What is subscribed to, and what shows it.
  @LoopActor
  private func subject(
    for format: Format, in context: CommandContext
  ) async throws(Failure) -> (patterns: [Pattern], view: any SubscriptionView) {
    if let patterns = patterns.isEmpty ? format.template?.patterns : patterns {
      return (patterns, view(for: format, context))
    }
    if topics {
      let summaries = about.root.flatMap { Pattern("\($0).*.summary") } ?? TopicName.summaries
      return ([summaries], list(in: format, context))
    }
    let topic = try await topic(for: format, in: context)
    return (patterns(for: format, topic), board(of: topic, in: format, context))
  }

  /// Returns the topic to show. One that does not exist is waited for; that is reported, unless the board
  /// says so itself.
  @LoopActor
  private func topic(
    for format: Format, in context: CommandContext
  ) async throws(Failure) -> TopicName {
    let connection = try await context.connect()
    defer { connection.close() }
    let topic = try await context.topic(about, command: Self._commandName, over: connection)
    let name = topic.name.text
    if topic.title == nil, once || format != .board {
      let near = try await context.topics(over: connection).nearest(to: name)
      guard !once else { throw .noTopic(name, near: near) }
      StandardError.report(
        "there is no topic '\(name.excerpt)' yet\(near.question); waiting for it")
    }
    return topic.name
  }

  private func patterns(for format: Format, _ topic: TopicName) -> [Pattern] {
    let isBoard = format == .board || format == .waybar
    let texts =
      isBoard
      ? Self.boardBoxes.map { "\(topic.path).\($0)" }
      : ["\(topic.path).**"]
    return (texts + (isBoard && posts ? ["\(topic.path).posts.*"] : [])).compactMap { Pattern($0) }
  }

  /// What a board shows, by its path under the topic.
  private static let boardBoxes = [
    "summary", "decision", "pros.*", "cons.*", "options.items", "options.*.pros.items",
    "options.*.cons.items", "objections.items", "todos.items",
  ]

  @LoopActor
  private func list(in format: Format, _ context: CommandContext) -> any SubscriptionView {
    format == .board ? page(in: context) { TopicList($0) } : view(for: format, context)
  }

  @LoopActor
  private func board(
    of topic: TopicName, in format: Format, _ context: CommandContext
  ) -> any SubscriptionView {
    guard format == .board else { return view(for: format, context) }
    return page(in: context) { [posts] in BoardPage(of: topic, in: $0, showsPosts: posts) }
  }

  /// - Parameter format: one that shows any boxes.
  @LoopActor
  private func view(for format: Format, _ context: CommandContext) -> any SubscriptionView {
    switch format {
    case .lines, .board: LinesView(.lines, context)
    case .json: LinesView(.json, context)
    case .value: LinesView(.value, context)
    case .waybar: WaybarView(context)
    case .template(let template):
      TemplateView(
        template, style: templateOptions.style, mode: mode, offline: offline, context)
    }
  }

  @LoopActor
  private func page<Shown: Page>(
    in context: CommandContext, make: @escaping (Mirror) -> Shown
  ) -> any SubscriptionView {
    let isLive = context.output.isTerminal && !once && Environment["TERM"] != "dumb"
    return isLive ? PageScreen(context, make: make) : PageSequence(context, make: make)
  }
}

internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import UVLoop

struct GetCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Prints the boxes that match patterns, as they are now.",
    discussion: """
      A failure that a box named isErrorFree carries is also told on standard error, as 'Alert: …'. \
      With a template the line of a prompt is made; 'procon-client help subscribe' says how, and \
      without a pattern it gets the boxes that the template names.
        procon-client get topics.ai.summary
        procon-client get 'topics.*.summary' --format value
        procon-client get --format '{topics.ai.summary.score} for AI'
        procon-client get 'topics.*.summary' --format '{.title}: {.leaning}'
      """)

  @Argument(
    help: "Paths, or patterns with * and **.", completion: .boxes, transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Option(
    help: ArgumentHelp(
      """
      lines: the path, a tab, compact JSON; json: the daemon's result, with its revision; value: \
      the bare value, strings without quotes; waybar: one object for a bar; or a template. (default: lines)
      """, valueName: "format"),
    completion: .list(Format.namesOfState),
    transform: { try Format.argument($0, among: Format.namesOfState) })
  var format = Format.lines

  @Option(help: "Escape the values that fill a template for whoever reads it.")
  var escape = Escape.none

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard !patterns.isEmpty || format.template != nil else {
      throw ValidationError("name a path or a pattern, such as topics.ai.summary")
    }
    guard format != .board else {
      throw ValidationError("a board is live: use 'procon-client subscribe', or another --format")
    }
    try format.validate(patterns: patterns, escape: escape)
  }

  @LoopActor
  func carryOut(in session: Session) async throws(Failure) {
    if let template = format.template, patterns.isEmpty {
      return try await show(template, in: session)
    }
    let connection = try await session.connect()
    let result = try await session.call(
      Get.method, Get(patterns: patterns).parameters, over: connection)
    let boxes = result["boxes"]?.members?.map { (path: $0.name, value: $0.value) } ?? []
    Alert.all(in: boxes).forEach(session.alert)
    switch format {
    case .json: session.show(result)
    case .lines, .board: BoxLines.lines(boxes).forEach(session.output.write(line:))
    case .value: BoxLines.values(boxes).forEach(session.output.write(line:))
    case .waybar: session.show(WaybarItem(boxes).json)
    case .template(let template): show(template, boxes, in: session)
    }
  }

  /// A box that a template names may be none, which `get` refuses and a subscription does not.
  @LoopActor
  private func show(_ template: Template, in session: Session) async throws(Failure) {
    let view = TemplateView(template, escape: escape, offline: nil, session)
    let run = SubscriptionRun(
      template.patterns, mode: .latest, interval: 0, of: session, in: view, once: true)
    try await run.end()
  }

  @LoopActor
  private func show(
    _ template: Template, _ boxes: [(path: String, value: JSONText)], in session: Session
  ) {
    let values = Dictionary(boxes) { _, last in last }
    let lines =
      template.isOfOneBox
      ? boxes.map { template.line(of: $0, escape: escape) { values[$0] } }
      : [template.line(escape: escape) { values[$0] }]
    lines.forEach(session.write(line:))
  }
}

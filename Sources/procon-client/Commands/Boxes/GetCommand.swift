internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct GetCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print boxes, sorted by path.",
    usage: "procon-client get [<options>] [<pattern> ...]",
    discussion: """
      If a box named isErrorFree contains a failure, its message is also printed on standard error as \
      'Alert: …'. 'procon-client help subscribe' describes templates; without a pattern, 'get' prints \
      the boxes that the template names.
        procon-client get topics.ai.summary
        procon-client get 'topics.*.summary' --json | jq '.boxes[].title'
        procon-client get --format '{topics.ai.summary.score} for AI'
        procon-client get 'topics.*.summary' --format '{.title}: {.leaning}'
        eval "$(procon-client get --escape sh --format 'n={shared.n}')"
      """)

  @Argument(
    help: "Paths, or patterns with * and **.", completion: .boxes, transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      """
      lines: the path, a tab, compact JSON; json: the daemon's result, with its revision; value: the \
      bare value, strings without quotes, in a pipe exactly as they are; waybar: one object for a \
      status bar; or a template. (default: lines)
      """, valueName: "format"),
    completion: .list(Format.namesForGet),
    transform: { try Format.argument($0, among: Format.namesForGet) })
  var givenFormat: Format?

  @OptionGroup var short: JSONFlag

  private var format: Format { short.json ? .json : givenFormat ?? .lines }

  @OptionGroup var templateOptions: TemplateOptions

  @Option(
    help: ArgumentHelp(
      "Line to print if no daemon is running, instead of starting one. (default: start one)",
      valueName: "text"))
  var offline: String?

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    try short.validate(withFormat: givenFormat != nil)
    guard !patterns.isEmpty || format.template != nil else {
      throw ValidationError("name a path or a pattern, such as topics.ai.summary")
    }
    guard format != .board else {
      throw ValidationError("a board is live: use 'procon-client subscribe', or another --format")
    }
    try format.validate(patterns: patterns, templateOptions)
  }

  var mayStart: Bool { offline == nil && !common.noStart }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    do throws(Failure) {
      try await printBoxes(in: context)
    } catch {
      guard let offline, case .unconnected(.nobodyListens) = error else { throw error }
      context.print(line: offline)
    }
  }

  @LoopActor
  private func printBoxes(in context: CommandContext) async throws(Failure) {
    if let template = format.template, patterns.isEmpty {
      return try await printValues(template, in: context)
    }
    let connection = try await context.connect()
    let result = try await context.call(
      Get.method, Get(patterns: patterns).parameters, over: connection)
    let boxes = (result["boxes"]?.members ?? []).map { (path: $0.name, value: $0.value) }
      .sorted { $0.path < $1.path }
    Alert.all(in: boxes).forEach(context.report)
    switch format {
    case .json:
      context.print(result.replacing("boxes", by: JSONText(members: boxes.map { ($0, $1) })))
    case .lines where context.output.isTerminal:
      boxes.flatMap { context.jsonPage.lines($0.path, $0.value) }.forEach(context.print(line:))
    case .lines, .board: BoxLines.lines(boxes).forEach(context.output.write(line:))
    case .value: BoxLines.values(boxes).forEach(context.output.write(line:))
    case .waybar: context.print(WaybarItem(boxes).json)
    case .template(let template):
      let (revision, epoch) = (result["revision"]?.integer ?? 0, connection.hello?.epoch)
      let lines = boxes.map {
        BoxLine(
          path: $0.path, value: $0.value, revision: revision, epoch: epoch,
          isComplete: $0.path == boxes.last?.path)
      }
      printValues(template, boxes, lines, in: context)
    }
  }

  /// Prints a template with full paths once. The daemon's `get` refuses paths without a box, a
  /// subscription does not.
  @LoopActor
  private func printValues(_ template: Template, in context: CommandContext) async throws(Failure) {
    let view = TemplateView(template, style: templateOptions.style, offline: nil, context)
    let subscription = SubscriptionRun(
      template.patterns, mode: .latest, interval: .zero, context: context, view: view, once: true)
    try await subscription.run()
  }

  @LoopActor
  private func printValues(
    _ template: Template, _ boxes: [(path: String, value: JSONText)], _ lines: [BoxLine],
    in context: CommandContext
  ) {
    if template.isPerBox { template.warnings(boxes).forEach(StandardError.report) }
    let values = Dictionary(boxes) { _, last in last }
    let lines =
      template.isPerBox
      ? lines.map { template.line(for: $0, style: templateOptions.style) { values[$0] } }
      : [template.line(style: templateOptions.style) { values[$0] }]
    lines.forEach(context.print(line:))
  }
}

extension JSONText {
  /// This object with another value of a member.
  fileprivate func replacing(_ name: String, by value: JSONText) -> JSONText {
    JSONText(members: (members ?? []).map { ($0.name, $0.name == name ? value : $0.value) })
  }
}

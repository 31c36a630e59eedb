internal import ArgumentParser
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct DescribeCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Describe the daemon's intents, methods, boxes and values.",
    usage: "procon-client describe [<options>] [<pattern> ...]",
    discussion: """
      Prints what each intent and method does, its parameters, and its result after an arrow. A \
      pattern selects the boxes, intents and methods that it matches; a pattern that matches a scene \
      selects all of it.
        procon-client describe
        procon-client describe topics.ai.pros
        procon-client describe 'topics.*.pros.add' set
        procon-client describe --json | jq '."x-boxes" | keys'
      """)

  @Argument(
    help: "Paths, or patterns with * and **. (default: everything)",
    completion: .described, transform: Pattern.argument)
  var patterns: [Pattern] = []

  @Flag(help: "Print the daemon's OpenRPC document as one line of JSON.")
  var json = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let request = Discover(patterns: patterns.isEmpty ? nil : patterns)
    let document = try await context.call(Discover.method, request.parameters, over: connection)
    let description = ServiceDescription(document)
    if description.isEmpty {
      let texts = patterns.map { "'\($0.text.excerpt)'" }
      StandardError.report(
        "nothing matches \(texts.joined(separator: " or ")); see what there is with"
          + " 'procon-client describe'")
    }
    guard !json else { return context.print(document) }
    let page = DescriptionPage(
      description, width: context.output.terminalSize?.columns, palette: context.palette)
    context.output.write(Array(page.lines.map { $0 + "\n" }.joined().utf8))
  }
}

struct PingCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping",
    abstract: "Check that the daemon answers.",
    usage: "procon-client ping [<options>]",
    discussion: "Prints the daemon's revision, such as {\"revision\":44}.")

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try await context.printResult(of: Ping.method, Ping().parameters)
  }
}

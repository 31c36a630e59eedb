internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct CallCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Call an intent, or any other method of the daemon.",
    usage: "procon-client call [<options>] <path> [<name=value> ...]",
    discussion: """
      Prints the result as one line of JSON. 'call' waits for a slow intent as long as the daemon \
      answers pings. Before an intent that deletes something, it asks what the daemon says is to be \
      asked; without a terminal, --yes is required. A value is JSON if it is valid JSON, else a \
      string:
        procon-client call topics.ai.pros.add text="No breaks" weight=2
        procon-client call topics.ai.pros.add --json '{"text":"No breaks"}'
      """)

  @Argument(
    help: "The intent, such as topics.ai.pros.add.", completion: .intents,
    transform: Path.argument)
  var path: Path

  @Argument(
    help: ArgumentHelp("The parameters.", valueName: "name=value"), completion: .parameters)
  var members: [NamedValue] = []

  @Option(
    help: ArgumentHelp(
      "All parameters as a JSON object; - reads them from standard input, at most"
        + " \(ValueInput.longest >> 20) MiB.", valueName: "text"))
  var json: String?

  @Flag(help: "Call an intent that deletes something without asking.")
  var yes = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  var readsStandardInput: Bool { json == "-" }

  func validate() throws {
    guard json == nil || members.isEmpty else {
      throw ValidationError("pass parameters as name=value or with --json, not both")
    }
    var names: Set<String> = []
    for member in members where !names.insert(member.name).inserted {
      throw ValidationError("the parameter \(member.name.excerpt) is given twice")
    }
    try refuseSecrets(names)
    if let json, json != "-" { try refuseSecrets(Set(object(json.utf8).members.map(\.name))) }
  }

  /// Other users of the machine see the arguments of a process, and a shell keeps them.
  private func refuseSecrets(_ names: Set<String>) throws(ValidationError) {
    guard path.text == "session.login" else { return }
    let secrets = IntentParameter.secretNames
    guard let secret = secrets.sorted().first(where: names.contains) else { return }
    throw ValidationError(
      "others can see a \(secret) among the arguments: log in for a command with --login or"
        + " --token-file, or write the parameters to standard input, with --json -")
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let parameters = try await parameters()
    let connection = try await context.connect()
    if !yes, let question = try await context.question(before: path.text, over: connection) {
      try await context.confirm(question, isConfirmed: false, command: Self._commandName)
    }
    try await context.printResult(of: path.text, parameters, over: connection)
  }

  @LoopActor
  private func parameters() async throws(Failure) -> Parameters {
    guard let json else {
      return Parameters(members.map { Parameters.Member(name: $0.name, value: $0.value) })
    }
    do {
      return try json == "-" ? object(await standardInput()) : object(json.utf8)
    } catch {
      throw .usage("\(error)", command: Self._commandName)
    }
  }

  @LoopActor
  private func standardInput() async throws(ValidationError) -> [UInt8] {
    let input = await BlockingWork.run { StandardInput.readAll(atMost: ValueInput.longest) }
    guard let input else {
      throw ValidationError(
        "the parameters on standard input are longer than \(ValueInput.longest >> 20) MiB")
    }
    return input
  }

  private func object(_ json: some Sequence<UInt8>) throws(ValidationError) -> Parameters {
    let text: JSONText
    do throws(JSONError) {
      text = try JSONText(parsing: json)
    } catch {
      throw ValidationError("the parameters are \(error)")
    }
    guard let members = text.members else {
      throw ValidationError("the parameters must be a JSON object, such as {\"text\":\"…\"}")
    }
    return Parameters(members.map { Parameters.Member(name: $0.name, value: $0.value) })
  }
}

/// A parameter on the command line: `name=value`.
struct NamedValue: ExpressibleByArgument, Equatable, Sendable {
  let name: String
  /// JSON if it is valid JSON, else a string.
  let value: JSONText

  /// nil without a name or without an equals sign.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    name = String(parts[0])
    value = JSONText(argument: String(parts[1]))
  }
}

internal import ArgumentParser
internal import BoxWire
internal import UVLoop

struct SetCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a box under 'shared.'.",
    discussion: """
      Prints the revision, such as {"revision":43}. Put a value that begins with a dash after '--':
        procon-client set shared.weather.now 21.5
        procon-client set shared.weather.sky "rather blue"
        procon-client set shared.weather.now -- -4
        procon-client set shared.build.state running --ttl 3600

      A value of 128 KiB or more does not fit on a command line. With - as the value, 'set' reads it from \
      standard input, up to \(ValueInput.longest >> 20) MiB as far as the daemon takes it; the line end of a string's last line is \
      left out:
        journalctl -n 1 | procon-client set shared.log.last -

      Without --ttl, the box exists until it is deleted. A daemon that runs as a service keeps it over a \
      restart; one that this client has started loses it when it exits, and the client says so.

      --if-revision 0 sets the box only if it does not exist:
        procon-client set shared.printer.user "$USER" --if-revision 0
      """)

  @Argument(
    help: "The box, such as shared.weather.now.", completion: .sharedBoxes,
    transform: Path.argument)
  var path: Path

  @Argument(
    help: "The value: JSON if it is valid JSON, else a string; - reads it from standard input.")
  var value: String

  @Option(
    help: ArgumentHelp(
      "Time until the box expires, \(ProtocolLimits.ttl.lowerBound) to"
        + " \(Int(ProtocolLimits.ttl.upperBound)) seconds. (default: never)",
      valueName: "seconds"))
  var ttl: Double?

  @OptionGroup var condition: RevisionCondition
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let ttl, !ProtocolLimits.ttl.contains(ttl) {
      throw ValidationError(
        "--ttl must be \(ProtocolLimits.ttl.lowerBound) to \(Int(ProtocolLimits.ttl.upperBound)) seconds"
      )
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let value = value == "-" ? try await ValueInput.read() : JSONText(argument: value)
    let request = SetBox(
      box: path, value: value, ifRevision: condition.ifRevision,
      ttl: ttl.map { .milliseconds(($0 * 1000).rounded(.up)) })
    let connection = try await context.connect()
    try await context.printResult(of: SetBox.method, request.parameters, over: connection)
    if ttl == nil { await context.warnAboutLoss(of: path, over: connection) }
  }
}

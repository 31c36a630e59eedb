internal import ArgumentParser
internal import BoxWire
internal import TerminalClient
internal import UVLoop

struct SetCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set boxes under 'shared.', or in a cluster.",
    usage: "procon-client set [<options>] <path> <value> [<path> <value> ...]",
    discussion: """
      In a pipe, prints the revision, such as {"revision":43}. A value that begins with {, [ or a quote and \
      is not valid JSON is refused, unless --string says that all values are strings. Put a value that begins with a dash after '--':
        procon-client set shared.weather.now 21.5
        procon-client set shared.weather.sky "rather blue"
        procon-client set shared.weather.now -- -4
        procon-client set shared.build.state running --ttl 3600
        procon-client set shared.build.log --string "[1/2] compiling"

      A value of 128 KiB or more does not fit on a command line. With - as the value, 'set' reads \
      it from standard input, up to \(ValueInput.longest >> 20) MiB if the daemon allows it. A \
      line end at the end of a string is removed:
        journalctl -n 1 | procon-client set shared.log.last -

      Without --ttl, the box exists until it is deleted. A daemon that runs as a service keeps it \
      across restarts. Where the daemon loses it on exit, the client warns of that. A cluster keeps its \
      boxes for all daemons that mount it; procon-stores(7) describes that.

      Several boxes are set in one revision, all of them or none:
        procon-client set shared.build.state done shared.build.time 12.5

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

  @Argument(
    help: ArgumentHelp(
      "More boxes and their values, at most \(ProtocolLimits.changes) in all.",
      valueName: "path value"),
    completion: .sharedBoxes)
  var more: [String] = []

  @Option(
    help: ArgumentHelp(
      "Time until the box expires, \(TimeOption.timeToLive.help). (default: never)",
      valueName: "time"), transform: TimeOption.timeToLive.duration)
  var ttl: Duration?

  @Flag(help: "Set strings, also for values that are valid JSON.")
  var string = false

  @OptionGroup var condition: RevisionCondition
  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  var readsStandardInput: Bool { (try? boxes())?.contains { $0.value == "-" } ?? false }

  func validate() throws {
    let boxes = try boxes()
    guard boxes.count <= ProtocolLimits.changes else {
      throw ValidationError("there are at most \(ProtocolLimits.changes) boxes, not \(boxes.count)")
    }
    guard boxes.count(where: { $0.value == "-" }) <= 1 else {
      throw ValidationError("only one value can be read from standard input")
    }
    var paths: Set<Path> = []
    for (path, _) in boxes where !paths.insert(path).inserted {
      throw ValidationError("\(path.text.excerpt) is given twice")
    }
    for (_, value) in boxes where value != "-" { _ = try self.value(of: Array(value.utf8)) }
  }

  /// All boxes and values, as given.
  private func boxes() throws(ValidationError) -> [(path: Path, value: String)] {
    guard more.count.isMultiple(of: 2) else {
      throw ValidationError(
        "\(more.last?.excerpt ?? "") has no value; quote a value that has spaces")
    }
    var boxes = [(path, value)]
    for index in stride(from: 0, to: more.count, by: 2) {
      guard let path = Path(more[index]) else {
        throw ValidationError(
          "'\(more[index].excerpt)' is not a path, such as shared.weather.now; quote a value that has"
            + " spaces")
      }
      boxes.append((path, more[index + 1]))
    }
    return boxes
  }

  /// - Parameter endsLine: whether the line end of the last line does not belong to a string.
  private func value(
    of bytes: [UInt8], endsLine: Bool = false
  ) throws(ValidationError) -> JSONText {
    let json = Result { () throws(JSONError) in try JSONText(parsing: bytes) }
    if !string, case .success(let value) = json { return value }
    guard let value = ValueInput.text(of: bytes, endsLine: endsLine) else {
      throw ValidationError(
        "the value\(endsLine ? " on standard input" : "") is neither JSON nor UTF-8")
    }
    let first = value.first { !$0.isWhitespace }
    if !string, case .failure(let error) = json, let first, "{[\"".contains(first) {
      throw ValidationError(
        "the value '\(value.excerpt)' begins like JSON, but is \(error); set it as it is with --string"
      )
    }
    return JSONText(value)
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    var changes: [SetBox] = []
    guard let boxes = try? boxes() else { preconditionFailure("validate() has checked the boxes") }
    for (path, text) in boxes {
      let input = text == "-" ? try await ValueInput.read(for: Self._commandName) : nil
      do throws(ValidationError) {
        let value = try value(of: input ?? Array(text.utf8), endsLine: input != nil)
        changes.append(
          SetBox(box: path, value: value, ifRevision: condition.ifRevision, ttl: ttl))
      } catch {
        throw .usage(error.message, command: Self._commandName)
      }
    }
    let connection = try await context.connect()
    let result = try await context.call(
      SetBox.method, SharedBoxChanges(changes).parameters, over: connection)
    context.print(result, as: result.sentence("Set", boxes.map(\.path)))
    if ttl == nil {
      await context.warnAboutLoss(of: boxes.map(\.path), after: result, over: connection)
    }
  }
}

/// The condition under which `set` and `delete` change a box.
struct RevisionCondition: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Fail if the box has changed since this revision.", valueName: "n"))
  var ifRevision: Int?

  func validate() throws {
    guard ifRevision ?? 0 >= 0 else {
      throw ValidationError("--if-revision must be a whole number from 0")
    }
  }
}

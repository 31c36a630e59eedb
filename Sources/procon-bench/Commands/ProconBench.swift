internal import ArgumentParser

/// The command line.
struct ProconBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-bench",
    abstract: "Measures procond beside Redis, NATS, Mosquitto and D-Bus.",
    usage: "procon-bench [<options>]",
    discussion: """
      Each server is started on a socket of its own in a temporary directory, spoken to in its own \
      protocol by this one process, which is the publisher and all subscribers, and ended. Each \
      subscriber must get what it should: a value that is missing, late, doubled or changed is told, \
      and counts as a failure. All servers take their turn in each run, and what is told is the \
      median of the runs; of two servers, the median of the runs' ratios.

      floor is this program's own server: it parses nothing and copies what its publisher writes, \
      procond's bytes, to each subscriber. What it costs is the least that they can cost.

      A server that is not installed is left out. Nothing is written outside of the temporary \
      directories, and nothing runs on when the program ends; if it is killed, the directories \
      (/tmp/procon-bench.*) stay.

      WHAT IS TOLD
        deliveries/s  values that came, to all subscribers together, a second
        CPU           the server's processor time a delivery, all its threads, as the scheduler
                      counts it in nanoseconds (/proc/<pid>/task/*/schedstat)
        of floor      that CPU, of the floor's; likewise of Redis's
        p50, p99      from publishing a value until the last subscriber has it
        memory        resident bytes that an idle subscriber adds to the server
        connects/s    connections that were made, greeted and subscribed
        goals         what procond is to reach, and whether it does

      A server that wakes its clients on another processor pays up to three times as much as on \
      its own, so figures of different placements, and of different machines, are no match for \
      each other; ratios within one run are.

      With --windows 1 a change is published once every subscriber has the one before; with 256 so \
      many are under way. In mode every a subscriber gets each value, in mode latest it may skip \
      values that are no longer new; servers other than procond have no mode but every.

      EXIT CODES
        0    done, whether the goals hold or not
        64   the command line is wrong
        69   there is no procond, or nothing to measure
        71   the system failed
        76   a server did not do what it should; the notes name it
        130  it was ended by Ctrl-C (likewise 128 and the number of SIGTERM or SIGHUP)
      """,
    version: "procon-bench 0.1.0",
    subcommands: [FloorCommand.self, LaunchCommand.self])

  @Option(
    help: ArgumentHelp(
      "Subscribers at once, by row; 1,10,100,1000,10000, with --quick not the last.",
      valueName: "numbers"))
  var subscribers: Numbers?

  @Option(
    help: ArgumentHelp(
      "Bytes of a value, by row, 12 to 65536; 16,128,4096, with --quick 128.",
      valueName: "numbers"))
  var sizes: Numbers?

  @Option(help: ArgumentHelp("Changes under way, by row, 1 to 65536.", valueName: "numbers"))
  var windows = Numbers([1, 256])

  @Option(help: ArgumentHelp("How procond's subscribers are served.", valueName: "names"))
  var modes = Choices<Mode>.every

  @Option(help: ArgumentHelp("What is measured beside what.", valueName: "names"))
  var peers = Choices<ContenderName>.every

  @Option(
    help: ArgumentHelp(
      "What is measured: the rows of deliveries, idle subscribers, the publisher's full speed, the"
        + " growth of what a change does not concern.", valueName: "names"))
  var parts = Choices<Part>.every

  @Option(
    help: ArgumentHelp(
      "How often each is measured; 5, with --quick 3 if there is time.", valueName: "number"))
  var runs: Int?

  @Option(
    help: ArgumentHelp(
      "How long each is measured; 250, with --quick 120.", valueName: "milliseconds"))
  var time: Int?

  @Option(
    help: ArgumentHelp(
      "Where servers run: apart from their clients, which are this program, together with them on"
        + " one processor, or free, as the scheduler likes.", valueName: "place"))
  var placement = Placement.together

  @Flag(help: "Measure what the goals need, briefly: done within a minute.")
  var quick = false

  @Flag(help: "Print one JSON object with all figures of all runs.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The daemon to measure; the one beside this program if not given.", valueName: "path"))
  var procond: String?

  func validate() throws {
    try check("--sizes", sizes?.all ?? [], Payload.smallest...65_536)
    try check("--windows", windows.all, 1...65_536)
    try check("--runs", [runs ?? 1], 1...1000)
    try check("--time", [time ?? 1], 1...60_000)
  }

  private func check(_ name: String, _ numbers: [Int], _ range: ClosedRange<Int>) throws {
    guard numbers.allSatisfy(range.contains) else {
      throw ValidationError("\(name) must be \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func run() throws {
    Interruption.prepare()
    let room = DescriptorLimit.raise()
    let (plan, omissions) = try plan(on: placement.take())
    for omission in omissions { StandardError.say(omission) }
    let bench = Bench(plan: plan, room: room, progress: Progress())
    let results = try bench.run(omissions: omissions)
    let report = json ? "\(JSONReport(results: results).json)\n" : TextReport(results: results).text
    print(report, terminator: "")
    if results.hasFaults { throw Failure.faults }
  }
}

extension ProconBench {
  /// What the command line asks for; nil when that was help or the like, which is shown already.
  ///
  /// - Parameter arguments: those after the program's name.
  static func command(from arguments: [String]) throws(Failure) -> (any ParsableCommand)? {
    do {
      let command = try parseAsRoot(arguments)
      if command is Self || command is FloorCommand || command is LaunchCommand { return command }
      var help = command
      try help.run()
      return nil
    } catch {
      guard exitCode(for: error) == .success else {
        throw .usage("\(message(for: error)) (procon-bench --help says more)")
      }
      print(fullMessage(for: error))
      return nil
    }
  }
}

internal import ArgumentParser
internal import Glibc

/// The command line.
struct ProconBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "procon-bench",
    abstract: "Measure procond beside Redis, NATS, Mosquitto and D-Bus.",
    usage: "procon-bench [<options>]",
    discussion: """
      Each server is started on a socket in a temporary directory, measured and ended. This process \
      is its publisher and all of its subscribers, and uses the server's own protocol. Every \
      subscriber checks its values: one that is missing, late, duplicated or changed is reported, \
      and counts as a failure. In each run, every measurement takes all servers in turn. Figures are \
      medians of the runs, and ratios of two servers are medians of the ratios of the runs.

      floor is a server within this program. It parses nothing: it copies what its publisher writes, \
      the bytes of procond, to each subscriber. Other servers cannot cost less.

      Servers that are not installed are left out. Nothing is written outside of the temporary \
      directories, and no server outlives the program. Only if it is killed, the directories \
      (/tmp/procon-bench.*) remain.

      FIGURES
        deliveries/s  values received, by all subscribers together, per second
        CPU           the server's processor time per delivery, of all its threads, as the
                      scheduler counts it in nanoseconds (/proc/<pid>/task/*/schedstat)
        of floor      that CPU as a fraction of the floor's; likewise of Redis's
        p50, p99      from publishing a value until the last subscriber has it
        memory        resident bytes that an idle subscriber adds to the server
        connects/s    connections made, greeted and subscribed, per second
        goals         the goals of procond, and whether it reaches them
        of baseline   with --baseline, each figure of procond as a fraction of that of the other
                      procond

      A server that wakes its clients on another processor needs up to three times as much CPU as on \
      its own. Compare only figures of the same placement and machine, or ratios within one run.

      With --windows 1, a change is published once every subscriber has the one before; with 256, \
      this many changes are under way. In mode every, a subscriber receives each value; in mode \
      latest, it may skip values that are out of date. Other servers have the mode every only.

      EXIT CODES
        0    done, whether the goals are reached or not
        64   the command line is wrong
        69   there is no procond, or nothing to measure
        71   a system call failed
        76   a server did something wrong; the notes name it
        130  ended by Ctrl-C (likewise 128 and the number of SIGTERM or SIGHUP)
      """,
    version: "procon-bench 0.1.0",
    subcommands: [FloorCommand.self, LaunchCommand.self])

  @Option(
    help: ArgumentHelp(
      "Numbers of subscribers, by row; 1,10,100,1000,10000, with --quick without the last.",
      valueName: "numbers"))
  var subscribers: Numbers?

  @Option(
    help: ArgumentHelp(
      "Sizes of a value in bytes, by row, 12 to 65536; 16,128,4096, with --quick 128.",
      valueName: "numbers"))
  var sizes: Numbers?

  @Option(
    help: ArgumentHelp("Numbers of changes under way, by row, 1 to 65536.", valueName: "numbers"))
  var windows = Numbers([1, 256])

  @Option(help: ArgumentHelp("The modes of procond's subscribers.", valueName: "names"))
  var modes = Choices<Mode>.every

  @Option(help: ArgumentHelp("The servers to measure.", valueName: "names"))
  var peers = Choices<ContenderName>.every

  @Option(
    help: ArgumentHelp(
      "The parts to measure: rows of deliveries, idle subscribers, the publisher's full speed, and"
        + " the growth of a change's cost with boxes and subscribers that it does not concern.",
      valueName: "names"))
  var parts = Choices<Part>.every

  @Option(
    help: ArgumentHelp(
      "Number of runs, 1 to 1000; 5, with --quick 3 if there is time.", valueName: "number"))
  var runs: Int?

  @Option(
    help: ArgumentHelp(
      "Duration of each measurement in milliseconds, 1 to 60000; 250, with --quick 120.",
      valueName: "milliseconds"))
  var time: Int?

  @Option(
    help: ArgumentHelp(
      "The processors of servers: apart from this program, which is their only client, together"
        + " with it on one processor, or free, as the scheduler chooses.", valueName: "place"))
  var placement = Placement.together

  @Flag(help: "Measure what the goals need, briefly: done within a minute.")
  var quick = false

  @Flag(help: "Print one JSON object with all figures of all runs.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The daemon to measure; by default that of the repository's release build.", valueName: "path"
    ))
  var procond: String?

  @Option(
    help: ArgumentHelp(
      "Another procond, such as an older build, to measure in the same runs and compare with.",
      valueName: "path"))
  var baseline: String?

  func validate() throws {
    try check("--sizes", sizes?.all ?? [], Payload.smallest...65_536)
    try check("--windows", windows.all, 1...65_536)
    try check("--runs", [runs ?? 1], 1...1000)
    try check("--time", [time ?? 1], 1...60_000)
    guard baseline == nil || peers.all.contains(.procond) else {
      throw ValidationError("--baseline needs procond among --peers")
    }
  }

  private func check(_ name: String, _ numbers: [Int], _ range: ClosedRange<Int>) throws {
    guard numbers.allSatisfy(range.contains) else {
      throw ValidationError("\(name) must be \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func run() throws {
    Interruption.prepare()
    let room = Descriptor.raiseLimit()
    let (plan, omissions) = try plan(on: placement.take())
    for omission in omissions { StandardError.say(omission) }
    let results = try Bench(plan: plan, room: room).run(omissions: omissions)
    let report = json ? "\(JSONReport(results: results).json)\n" : TextReport(results: results).text
    print(report, terminator: "")
    if results.hasFaults { throw Failure.faults }
  }
}

extension ProconBench {
  /// Returns the command to run; nil when the arguments asked for help or the like, which has been
  /// printed.
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
        throw .usage("\(message(for: error)); see 'procon-bench --help'")
      }
      print(fullMessage(for: error))
      return nil
    }
  }
}

/// The program: runs the command, reports a failure, and exits with its status.
@main
enum Program {
  static func main() {
    StandardDescriptors.openMissing()
    do {
      var command = try ProconBench.command(from: Array(CommandLine.arguments.dropFirst()))
      try command?.run()
    } catch {
      let failure = error as? Failure ?? .usage("\(error)")
      StandardError.say("\(failure)")
      exit(failure.exitCode)
    }
  }
}

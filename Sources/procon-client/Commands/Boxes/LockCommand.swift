internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct LockCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Run a command while holding a lock.",
    // All words after '--' belong to the command, options too.
    usage: "procon-client lock [<options>] <path> -- <command> ...",
    discussion: """
      The lock is a box under 'shared.', or in a cluster, that says who holds it. While another process holds it, 'lock' \
      waits; those that wait get it in no particular order. The box is deleted when the command has \
      ended. If the holder dies, the box expires after --ttl.

      The lock is renewed every third of --ttl. It is lost if the daemon cannot be reached for --ttl, or \
      if somebody else sets the box, which is noticed at the next renewal. The command is then ended \
      with SIGTERM, and 'lock' exits with 75, also if the command has just ended by itself. A daemon \
      that does not keep shared boxes forgets locks when it restarts; the holder then takes its lock \
      again, unless another process is faster.

      Under the root of a cluster, the lock holds on all machines. As with every lock that expires, a holder that was \
      paused for longer than --ttl, such as a virtual machine, may run on for a moment while somebody \
      else has the lock. PROCON_FENCE in the environment of the command is a number that is higher for \
      each holder: what must not be written by an earlier one can refuse lower numbers than it has seen.

      'lock' exits with the status of the command. It passes SIGTERM and SIGHUP on to the command; Ctrl-C \
      goes to the command, and 'lock' releases the lock when that has ended.
        procon-client lock shared.locks.backup -- ./backup
        procon-client lock shared.locks.backup --nonblock -- ./backup
        procon-client lock shared.locks.deploy --wait 10m -- make deploy
        procon-client lock fleet.locks.backup -- sh -c './backup --fence "$PROCON_FENCE"'
      """)

  @Argument(
    help: "The box, such as shared.locks.backup.", completion: .sharedBoxes,
    transform: Path.argument)
  var path: Path

  @OptionGroup var command: ChildCommand

  @Flag(help: "Exit with 5 instead of waiting if another process holds the lock.")
  var nonblock = false

  @Option(
    help: ArgumentHelp(
      "Maximum time to wait for the lock, \(TimeOption.timeout.help). (default: no limit)",
      valueName: "time"), transform: TimeOption.timeout.duration)
  var wait: Duration?

  @Option(
    help: ArgumentHelp(
      "Time until the lock of a dead holder expires, \(TimeOption.lock.help). (default: 10s)",
      valueName: "time"), transform: TimeOption.lock.duration)
  var ttl: Duration?

  @OptionGroup var common: CommonOptions

  /// It is passed on to the command.
  var readsStandardInput: Bool { true }

  func validate() throws {
    guard !nonblock || wait == nil else {
      throw ValidationError("give --nonblock or --wait, not both")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard let box = ValuePath(path.text) else {
      preconditionFailure("every path is the path of a value")
    }
    try command.check()
    let start = MonotonicTime.now
    while true {
      // A signal must not end the client while it holds the lock.
      let signals = LockSignals()
      let lock = try await HeldLock.acquire(path, for: ttl ?? Self.standard, in: context)
      if let lock { return try await run(holding: lock, signals) }
      signals.cancel()
      if let number = signals.received { raise(number) }
      let rest = wait.map { $0 - start.duration(to: .now) }
      guard !nonblock, rest ?? .seconds(1) > .zero else { throw try await locked(context) }
      do throws(Failure) {
        _ = try await context.wait(
          for: .gone, of: box, mode: .latest, timeout: rest, warns: false)
      } catch {
        guard case .notReached = error else { throw error }
        throw try await locked(context)
      }
    }
  }

  private static let standard = Duration.seconds(10)

  /// Returns the failure, which names the current holder.
  @LoopActor
  private func locked(_ context: CommandContext) async throws(Failure) -> Failure {
    let value = try await context.value(of: path, over: try await context.connect()).value
    return .locked(path.text, by: value?.description.truncated(to: 200) ?? "another process")
  }

  /// Runs the command and releases the lock, whatever happens.
  @LoopActor
  private func run(holding lock: HeldLock, _ signals: LockSignals) async throws(Failure) {
    var ending: Subprocess.Ending?
    var failure = signals.received.map(Failure.signal)
    if failure == nil {
      do throws(Failure) {
        ending = try await runCommand(holding: lock, signals)
      } catch {
        failure = error
      }
    }
    let wasHeld = await lock.release()
    signals.cancel()
    // The sender expects the signal's default action.
    if case .signal(let number) = failure { raise(number) }
    if let failure { throw failure }
    if !wasHeld { throw .lockLost(path.text) }
    if let ending, ending != .exited(status: 0) { throw .commandEnded(ending) }
  }

  @LoopActor
  private func runCommand(
    holding lock: HeldLock, _ signals: LockSignals
  ) async throws(Failure) -> Subprocess.Ending {
    let child: Subprocess
    do throws(LoopError) {
      child = try Subprocess(
        command.name, command.arguments,
        environment: ChildEnvironment.variables(
          with: command.environment(common).merging(["PROCON_FENCE": "\(lock.fence)"]) { $1 }),
        descriptors: [0, 1, 2], isDetached: false)
    } catch {
      throw .commandUnusable(command.name, error)
    }
    signals.child = child.processID
    lock.whenLost = { kill(child.processID, SIGTERM) }
    return await child.waitForEnd()
  }
}

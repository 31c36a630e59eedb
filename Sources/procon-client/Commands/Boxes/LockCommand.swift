internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import Terminal
internal import UVLoop

struct LockCommand: DaemonCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Run a command while holding a lock.",
    // All words after '--' belong to the command, options too.
    usage: "procon-client lock [<options>] <path> -- <command> ...",
    discussion: """
      The lock is a box under 'shared.' that says who holds it. While another process holds it, \
      'lock' waits; waiting processes get it in no particular order. The box is deleted when the \
      command has ended. If the holder dies or loses the daemon, the box expires after --ttl, and \
      another process gets the lock.

      'lock' exits with the status of the command. If the lock is lost, because the daemon cannot \
      be reached for --ttl, 'lock' ends the command with SIGTERM and exits with 75. SIGTERM and \
      SIGHUP are passed on to the command.
        procon-client lock shared.locks.backup -- ./backup
        procon-client lock shared.locks.backup --nonblock -- ./backup
        procon-client lock shared.locks.deploy --wait 10m -- make deploy
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

  func validate() throws {
    guard !nonblock || wait == nil else {
      throw ValidationError("give --nonblock or --wait, not both")
    }
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    try command.check()
    let lock = try await lock(in: context)
    let ending: Subprocess.Ending
    do throws(Failure) {
      ending = try await runCommand(holding: lock)
    } catch {
      await lock.release()
      throw error
    }
    await lock.release()
    if ending != .exited(status: 0) { throw .command(command.name, ending) }
  }

  // MARK: Waiting

  @LoopActor
  private func lock(in context: CommandContext) async throws(Failure) -> HeldLock {
    let start = ContinuousClock.now
    while true {
      if let lock = try await HeldLock.take(path, for: ttl ?? .seconds(10), in: context) {
        return lock
      }
      let rest = wait.map { $0 - start.duration(to: .now) }
      guard !nonblock, rest ?? .seconds(1) > .zero else { throw try await locked(context) }
      do throws(Failure) {
        guard let box = ValuePath(path.text) else { continue }
        _ = try await context.wait(
          for: .gone, of: box, mode: .latest, timeout: rest, warns: false)
      } catch {
        guard case .notReached = error else { throw error }
        throw try await locked(context)
      }
    }
  }

  /// Returns the failure, which names the current holder.
  @LoopActor
  private func locked(_ context: CommandContext) async throws(Failure) -> Failure {
    let value = try await context.value(of: path, over: try await context.connect()).value
    return .locked(path.text, by: value?.description.truncated(to: 200) ?? "another process")
  }

  // MARK: The command

  @LoopActor
  private func runCommand(holding lock: HeldLock) async throws(Failure) -> Subprocess.Ending {
    let child: Subprocess
    do throws(LoopError) {
      child = try Subprocess(
        command.name, command.arguments,
        environment: ChildEnvironment.variables(with: command.environment(common)),
        descriptors: [0, 1, 2],
        isDetached: false)
    } catch {
      throw .commandUnusable(command.name, error)
    }
    var isLost = false
    lock.whenLost = {
      isLost = true
      kill(child.processID, SIGTERM)
    }
    // The terminal sends Ctrl-C and Ctrl-\ to the command as well, which decides what they mean.
    let ignored = [SIGINT, SIGQUIT].map { try? UVLoop.Signal($0) {} }
    let passedOn = [SIGTERM, SIGHUP].map { number in
      try? UVLoop.Signal(number) { kill(child.processID, number) }
    }
    defer { for signal in ignored + passedOn { signal?.cancel() } }
    let ending = await child.waitForEnd()
    lock.whenLost = nil
    if isLost { throw .lockLost(path.text) }
    return ending
  }
}

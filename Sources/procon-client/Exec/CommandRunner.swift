internal import Glibc
internal import Terminal
internal import UVLoop

/// Runs a command for one change after another, never two at once. While it runs, the newest change
/// of each box waits, in the order in which the boxes changed first.
@LoopActor
final class CommandRunner {
  /// Called when the command cannot be run at all.
  var whenUnusable: (@LoopActor (LoopError) -> Void)?

  /// The command's name, then its arguments.
  private let command: [String]
  private let environment: [String: String]
  private var child: Child?
  /// What it runs for.
  private var path = ""
  private var order: [String] = []
  private var waiting: [String: BoxChange] = [:]
  private var isEnding = false
  private var ending: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - command: its name, looked for in `PATH` unless it has a slash, then its arguments.
  ///   - environment: variables for it beside those of a change and our own.
  init(_ command: [String], environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  func run(for change: BoxChange) {
    guard !isEnding else { return }
    if waiting.updateValue(change, forKey: change.path) == nil { order.append(change.path) }
    if child == nil { runNext() }
  }

  /// Sends a signal to the command and all that it started. What was stopped goes on, or it would
  /// never take the signal.
  func signal(_ number: Int32) {
    guard let child else { return }
    kill(-child.processID, number)
    kill(-child.processID, SIGCONT)
  }

  /// Runs it no more, and returns when it has ended.
  func finish() async {
    isEnding = true
    // Looked at inside: the task may be put back into the loop's queue before the body runs.
    await withCheckedContinuation { continuation in
      if child == nil { continuation.resume() } else { ending = continuation }
    }
  }

  private func runNext() {
    while !isEnding, !order.isEmpty {
      guard let change = waiting.removeValue(forKey: order.removeFirst()) else { continue }
      path = change.path
      do throws(LoopError) {
        let started = try start(change)
        if let status = started.status {
          tell(status)
        } else {
          child = started
          started.observer = { [unowned self] in end($0) }
          return
        }
      } catch {
        guard ![ENOENT, EACCES, ENOTDIR, ENOEXEC].contains(error.code) else {
          isEnding = true
          whenUnusable?(error)
          return
        }
        StandardError.say("\(name) was not run for \(path): \(error.reason); going on")
      }
    }
  }

  private func start(_ change: BoxChange) throws(LoopError) -> Child {
    try change.withInput { input throws(LoopError) in
      var spawn = Spawn(executable: command[0])
      spawn.arguments = Array(command.dropFirst())
      let variables = (environment as [String: String?]).merging(change.environment) { $1 }
      spawn.kind = .job(input: input, environment: variables)
      return try Child(spawn)
    }
  }

  private func end(_ status: Int32) {
    child = nil
    tell(status)
    ending?.resume()
    ending = nil
    runNext()
  }

  private func tell(_ status: Int32) {
    guard status != 0, !isEnding else { return }
    let how = status > 128 ? "was ended by signal \(status - 128)" : "ended with status \(status)"
    StandardError.say("\(name) \(how) for \(path); going on")
  }

  private var name: String { "'\(command[0])'" }
}

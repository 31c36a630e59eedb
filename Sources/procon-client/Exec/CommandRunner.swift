internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import Terminal
internal import TerminalClient
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
  private var child: Subprocess?
  /// The path of the box that the command runs for.
  private var path = ""
  private var order: [String] = []
  private var waiting: [String: BoxChange] = [:]
  private var isEnding = false
  private var ending: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - command: its name, searched for in `PATH` unless it has a slash, then its arguments.
  ///   - environment: variables in addition to those of a change and of this process.
  init(_ command: [String], environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  func run(for change: BoxChange) {
    guard !isEnding else { return }
    if waiting.updateValue(change, forKey: change.path) == nil { order.append(change.path) }
    if child == nil { runNext() }
  }

  /// Sends a signal to the command and all that it started. Stopped processes are continued,
  /// because they would never receive the signal otherwise.
  func signal(_ number: Int32) {
    guard let child else { return }
    kill(-child.processID, number)
    kill(-child.processID, SIGCONT)
  }

  /// Stops running the command, and returns when the last run has ended.
  func finish() async {
    isEnding = true
    // Checked inside: the loop may run something else before the body.
    await withCheckedContinuation { continuation in
      if child == nil { continuation.resume() } else { ending = continuation }
    }
  }

  private func runNext() {
    while !isEnding, !order.isEmpty {
      guard let change = waiting.removeValue(forKey: order.removeFirst()) else { continue }
      path = change.path
      do throws(LoopError) {
        let child = try start(change)
        child.observer = { [unowned self] in end($0) }
        self.child = child
        return
      } catch {
        guard ![ENOENT, EACCES, ENOTDIR, ENOEXEC].contains(error.code) else {
          isEnding = true
          whenUnusable?(error)
          return
        }
        StandardError.report("\(name) was not run for \(path.excerpt): \(error.reason); continuing")
      }
    }
  }

  private func start(_ change: BoxChange) throws(LoopError) -> Subprocess {
    try change.withInput { input throws(LoopError) in
      let variables = (environment as [String: String?]).merging(change.environment) { $1 }
      return try Subprocess(
        command[0], Array(command.dropFirst()),
        environment: ChildEnvironment.variables(with: variables), descriptors: [input, 1, 2],
        isDetached: true)
    }
  }

  private func end(_ how: Subprocess.Ending) {
    child = nil
    report(how)
    ending?.resume()
    ending = nil
    runNext()
  }

  private func report(_ ending: Subprocess.Ending) {
    guard ending != .exited(status: 0), !isEnding else { return }
    StandardError.report("\(name) \(ending.phrase) for \(path.excerpt); continuing")
  }

  private var name: String { "'\(command[0].excerpt)'" }
}

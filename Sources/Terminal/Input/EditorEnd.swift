internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// Ends the user's editor when a signal is to end this program, which would leave it behind on the
/// terminal otherwise.
@LoopActor
final class EditorEnd {
  /// The signal; nil until one arrives.
  private(set) var signal: Int32?
  /// Whether an editor that has not ended in time was killed.
  private(set) var isForced = false

  /// The shell that runs the editor; nil until it runs.
  var child: Subprocess?
  private var signals: [Signal] = []
  /// The processes that have got the signal.
  private var signalled: [Int32] = []
  private var watch: Timer?
  private var checks = 0
  private var waiting: CheckedContinuation<Void, Never>?

  /// How often it checks whether the editor has ended, and how many times. Two seconds are enough to save
  /// a text; who has sent the signal will not wait much longer.
  private static let (pause, mostChecks) = (Duration.milliseconds(50), 40)

  /// To be made before the editor runs: a signal may arrive as soon as it does.
  init() {
    signals = [SIGTERM, SIGHUP].compactMap { number in
      try? Signal(number) { [weak self] in self?.end(by: number) }
    }
  }

  /// Gives the signals their default effects, once the shell has ended. If one has arrived, returns when
  /// nothing is left of the editor.
  func finish() async {
    // Checked inside: the loop may run something else before the body.
    await withCheckedContinuation { continuation in
      if watch == nil { continuation.resume() } else { waiting = continuation }
    }
    for signal in signals { signal.cancel() }
  }

  func end(by number: Int32) {
    guard signal == nil else { return }
    signal = number
    // The shell ends with what it runs.
    signalled = descendants
    if signalled.isEmpty { signalled = shell }
    send(number)
    watch = Timer(after: Self.pause, every: Self.pause) { [weak self] in self?.check() }
  }

  private func check() {
    checks += 1
    if checks == Self.mostChecks {
      isForced = true
      signalled += shell + descendants
      send(SIGKILL)
    }
    // A process that is gone cannot be sent anything.
    guard isForced || child?.ending != nil && !signalled.contains(where: { kill($0, 0) == 0 })
    else {
      return
    }
    watch = nil
    waiting?.resume()
    waiting = nil
  }

  /// Empty once the shell has ended: its number may belong to another process then.
  private var shell: [Int32] {
    guard let child, child.ending == nil else { return [] }
    return [child.processID]
  }
  private var descendants: [Int32] { shell.flatMap(processes(startedBy:)) }

  /// Stopped processes are continued, because they would never receive the signal otherwise.
  private func send(_ number: Int32) {
    for process in signalled {
      kill(process, number)
      kill(process, SIGCONT)
    }
  }
}

/// The processes that a process has started, and those that they have started (proc(5)).
private func processes(startedBy process: Int32) -> [Int32] {
  let text = try? ShortFile.read("/proc/\(process)/task/\(process)/children", limit: 1 << 16)
  let children = String(decoding: text ?? [], as: UTF8.self).split(separator: " ")
  return children.compactMap { Int32($0) }.flatMap { [$0] + processes(startedBy: $0) }
}

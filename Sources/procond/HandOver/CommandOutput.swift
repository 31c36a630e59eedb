internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// What a program writes to its standard output.
@LoopActor
final class CommandOutput: StreamHandler {
  private var bytes: [UInt8] = []
  private var isWhole = false
  private var deadline: Timer?
  private var finish: (@LoopActor () -> Void)?

  /// Runs a program in the environment of this one.
  ///
  /// - Returns: its output; nil if it cannot be run, fails, or does not close its output in time.
  static func read(
    _ program: String, _ arguments: [String], within limit: Duration
  ) async -> String? {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    let connection = try? PipeConnection(descriptor: ends[0])
    let child = try? Subprocess(
      program, arguments, environment: ChildEnvironment.variables(),
      descriptors: [nil, ends[1], nil], isDetached: false)
    close(ends[1])
    guard let connection, let child else { return nil }
    let output = CommandOutput()
    await withCheckedContinuation { continuation in
      output.finish = { continuation.resume() }
      connection.handler = output
      output.deadline = Timer(after: limit) { output.end() }
    }
    connection.close()
    guard output.isWhole else {
      kill(child.processID, SIGKILL)
      return nil
    }
    guard await child.waitForEnd() == .exited(status: 0) else { return nil }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func end() {
    deadline = nil
    finish?()
    finish = nil
  }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    self.bytes += bytes
    if self.bytes.count > Self.longest { end() }
  }

  func streamDidDrain() {}

  func streamDidReachEnd() {
    isWhole = true
    end()
  }

  func streamDidBreak(_ error: LoopError?) {
    end()
  }

  /// Maximum number of bytes: there may be many jobs while a machine starts.
  private static let longest = 1 << 20
}

internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import TerminalClient
internal import UVLoop

/// A command that reads a value from standard input and prints another one.
@LoopActor
struct FilterCommand {
  /// Its name, searched for in `PATH` unless it has a slash, then its arguments.
  let words: [String]
  /// Variables in addition to those of the value and of this process.
  let environment: [String: String]

  /// Runs it once.
  ///
  /// - Returns: the value that it printed, or nil if it printed nothing.
  /// - Throws: `Failure.commandUnusable`, or `Failure.commandFailed` if it failed or its output is not a
  ///   value.
  func output(for change: BoxChange) async throws(Failure) -> JSONText? {
    guard let file = tmpfile() else {
      throw .temporaryFile(LoopError(operation: "tmpfile", code: errno))
    }
    defer { fclose(file) }
    let child: Subprocess
    do throws(LoopError) {
      child = try start(change, output: fileno(file))
    } catch {
      guard error.operation == "spawn" else { throw .temporaryFile(error) }
      throw .commandUnusable(words[0], error)
    }
    let ending = await child.waitForEnd()
    guard ending == .exited(status: 0) else {
      throw .commandFailed(words[0], ending, box: change.path)
    }
    let descriptor = fileno(file)
    let bytes = await BlockingWork.run {
      lseek(descriptor, 0, SEEK_SET)
      return try? readAll(from: descriptor, atMost: ValueInput.longest)
    }
    guard let bytes, let value = ValueInput.value(of: bytes) else {
      throw .outputUnusable(
        "'\(words[0].excerpt)' printed a value that is neither JSON nor UTF-8, or is over"
          + " \(ValueInput.longest >> 20) MiB; \(change.path) is unchanged")
    }
    return bytes.isEmpty ? nil : value
  }

  private func start(_ change: BoxChange, output: Int32) throws(LoopError) -> Subprocess {
    try change.withInput { input throws(LoopError) in
      let variables = (environment as [String: String?]).merging(change.environment) { $1 }
      return try Subprocess(
        words[0], Array(words.dropFirst()),
        environment: ChildEnvironment.variables(with: variables),
        descriptors: [input, output, 2], isDetached: false)
    }
  }
}

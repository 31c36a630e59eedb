internal import CLibuv
internal import Glibc

/// A child process, started with default signals and with no descriptors except those given.
///
/// libuv waits for it, so no zombie is left while the object exists. Releasing the object does not
/// end the process.
@LoopActor
package final class Subprocess {
  /// How a process ended.
  package enum Ending: Equatable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
  }

  package let processID: Int32
  /// How it ended; nil while it runs.
  package private(set) var ending: Ending?
  /// Called when it ends, from the loop.
  package var observer: (@LoopActor (Ending) -> Void)?
  private var handle: Handle<uv_process_t>?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: a path, or a name that is looked up in the environment's `PATH`.
  ///   - arguments: those after the program's name.
  ///   - environment: all variables, by name.
  ///   - directory: the working directory; nil for ours.
  ///   - descriptors: become descriptors 0, 1 and 2; nil means `/dev/null`.
  ///   - isDetached: whether it leads its own session, and so its own process group.
  /// - Throws: `LoopError`, such as ENOENT or EACCES when the program cannot be run.
  package init(
    _ executable: String, _ arguments: [String], environment: [String: String],
    directory: String? = nil, descriptors: [Int32?], isDetached: Bool
  ) throws(LoopError) {
    var status: Int32 = 0
    let handle = try Handle<uv_process_t>("spawn") { pointer in
      status = spawn(
        pointer, LoopActor.loop, [executable] + arguments, environment, directory, descriptors,
        isDetached)
      // Closed like one that started: libuv has initialized it.
      return 0
    }
    guard status == 0 else {
      handle.close()
      throw LoopError(operation: "spawn", code: -status)
    }
    self.handle = handle
    processID = handle.pointer.pointee.pid
    handle.setOwner(self)
  }

  isolated deinit {
    handle?.close()
  }

  /// Returns how it ended, once it has.
  ///
  /// - Precondition: ``observer`` is not in use.
  package func waitForEnd() async -> Ending {
    await withCheckedContinuation { continuation in
      if let ending {
        continuation.resume(returning: ending)
      } else {
        observer = { continuation.resume(returning: $0) }
      }
    }
  }

  fileprivate func end(_ ending: Ending) {
    self.ending = ending
    handle?.close()
    handle = nil
    observer?(ending)
  }
}

private let onExit: uv_exit_cb = { handle, status, signal in
  let ending: Subprocess.Ending =
    signal == 0 ? .exited(status: Int32(truncatingIfNeeded: status)) : .killed(signal: signal)
  LoopActor.assumeIsolated((handle?.pointee.data, ending)) { data, ending in
    owner(Subprocess.self, data)?.end(ending)
  }
}

/// - Returns: 0, or libuv's error; the handle is initialized in either case.
private func spawn(
  _ handle: UnsafeMutablePointer<uv_process_t>, _ loop: UnsafeMutablePointer<uv_loop_t>,
  _ arguments: [String], _ environment: [String: String], _ directory: String?,
  _ descriptors: [Int32?], _ isDetached: Bool
) -> Int32 {
  // Including those opened elsewhere: by a library, or by the process that started this one.
  _ = close_range(3, .max, Int32(CLOSE_RANGE_CLOEXEC))
  var options = uv_process_options_t()
  options.exit_cb = onExit
  options.flags = isDetached ? UInt32(UV_PROCESS_DETACHED.rawValue) : 0
  var streams = descriptors.map { descriptor in
    var stream = uv_stdio_container_t()
    stream.flags = descriptor == nil ? UV_IGNORE : UV_INHERIT_FD
    stream.data.fd = descriptor ?? -1
    return stream
  }
  let workingDirectory = directory.map { strdup($0) } ?? nil
  defer { free(workingDirectory) }
  options.cwd = UnsafePointer(workingDirectory)
  return withCStrings(arguments) { arguments in
    withCStrings(environment.map { "\($0)=\($1)" }) { environment in
      streams.withUnsafeMutableBufferPointer { streams in
        options.file = UnsafePointer(arguments[0])
        options.args = arguments
        options.env = environment
        options.stdio_count = Int32(streams.count)
        options.stdio = streams.baseAddress
        return uv_spawn(loop, handle, &options)
      }
    }
  }
}

/// Converts `strings` to C: an array of pointers that ends with NULL.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
  (pointers + strings.count).initialize(to: nil)
  defer {
    for index in strings.indices { free(pointers[index]) }
    pointers.deallocate()
  }
  return body(pointers)
}

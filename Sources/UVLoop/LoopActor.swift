internal import CLibuv

/// The actor of the one thread that owns all state: its executor is a libuv loop.
///
/// That thread serves the jobs, timers, signals and descriptors of the process, one after another.
/// So code annotated with `@LoopActor` may access all of this state freely.
@globalActor
public actor LoopActor {
  public static let shared = LoopActor()

  nonisolated let executor = LoopExecutor()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Makes the calling thread the loop's, runs `start` on it, and serves the loop until ``stop()``.
  /// What `start` returns is kept until then.
  ///
  /// - Throws: what `start` throws; the loop is then not entered.
  /// - Precondition: no other thread is, or was, the loop's.
  public nonisolated static func serve<Kept: Sendable>(
    _ start: @LoopActor () throws -> Kept
  ) rethrows {
    let executor = shared.executor
    executor.adoptThread()
    try assumeIsolated {
      let kept = try start()
      withExtendedLifetime(kept) { executor.run() }
    }
  }

  /// Makes ``serve(_:)`` return after the current iteration of the loop.
  @LoopActor
  public static func stop() {
    shared.executor.stop()
  }

  /// Runs `body` each time the loop is about to sleep, after the jobs that were waiting, for as
  /// long as the returned hook is kept.
  @LoopActor
  public static func beforeSleep(_ body: @escaping @LoopActor () -> Void) -> LoopHook {
    let hook = LoopHook()
    shared.executor.add(hook, body)
    return hook
  }

  /// Runs `body` at once, on the promise that this is the loop's thread.
  ///
  /// It is always inlined: that saves each change 360 instructions.
  ///
  /// - Precondition: the caller is on the loop's thread, as libuv's callbacks are.
  @inline(__always)
  public nonisolated static func assumeIsolated<Result: Sendable>(
    _ body: @LoopActor () throws -> Result
  ) rethrows -> Result {
    shared.executor.checkIsolated()
    // The types differ only in the isolation that was just checked. This is how the standard
    // library's MainActor.assumeIsolated does it.
    return try withoutActuallyEscaping(body) { escaping in
      try unsafeBitCast(escaping, to: (() throws -> Result).self)()
    }
  }

  /// Assumes it for callbacks of C libraries, which pass what they know as an argument: a body that captures
  /// nothing needs no memory. That saves each event of a connection 300 of some 16,000
  /// instructions.
  @inline(__always)
  package nonisolated static func assumeIsolated<Argument, Result: Sendable>(
    _ argument: Argument, _ body: @LoopActor (Argument) throws -> Result
  ) rethrows -> Result {
    shared.executor.checkIsolated()
    return try withoutActuallyEscaping(body) { escaping in
      try unsafeBitCast(escaping, to: ((Argument) throws -> Result).self)(argument)
    }
  }

  static var loop: UnsafeMutablePointer<uv_loop_t> { shared.executor.loop }
}

/// Keeps a body that runs before the loop sleeps; ends when it is released.
@LoopActor
public final class LoopHook {
  fileprivate init() {}

  isolated deinit {
    LoopActor.shared.executor.remove(self)
  }
}

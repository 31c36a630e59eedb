import Testing
import UVLoopTestSupport

/// Tests that hold two of libuv's four threads: one at a time, since two tests with two threads
/// each would wait for one another.
@Suite(.serialized, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
enum HeldHashTests {}

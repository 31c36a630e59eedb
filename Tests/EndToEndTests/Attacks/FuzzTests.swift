import Glibc
import SystemTestSupport
import Testing

/// Sends random and damaged lines to a daemon, and compares each answer with a model of the protocol.
///
/// It takes 20 s. To run it longer, set PROCON_FUZZ_SECONDS to a number of seconds:
///
///     PROCON_FUZZ_SECONDS=3600 swift test --filter FuzzTests
///
/// A failure prints the lines that were sent. The same TEST_SEED, which is printed first, sends the
/// same lines again.
@Suite struct FuzzTests {
  @Test func `every line is answered as the protocol defines`() async throws {
    let seconds = getenv("PROCON_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 20
    let (lines, tally) = try await onOwnThread {
      let fuzzer = try Fuzzer(seed: testSeed())
      try fuzzer.run(for: .seconds(seconds))
      return (fuzzer.lines, fuzzer.tally)
    }
    print("\(lines) lines, \(lines / max(1, seconds)) a second: \(tally)")
    // Each of these has happened.
    for kind in [
      "result", "batch", "notification", "-32700", "-32600", "-32601", "-32602", "-32001", "-32002",
      "-32003", "-32004", "-32006",
    ] {
      #expect(tally[kind, default: 0] > 0, "\(kind): \(tally)")
    }
  }
}

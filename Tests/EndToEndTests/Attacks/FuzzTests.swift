import Expectations
import SystemTestSupport
import Testing

/// Sends random and damaged lines to a daemon, and compares each answer with a model of the protocol.
///
/// A failure prints the lines that were sent. The same TEST_SEED, which is printed first, sends the
/// same lines again.
@Suite struct FuzzTests {
  @Test func `every line is answered as the protocol defines`() async throws {
    let (lines, tally) = try await onOwnThread {
      let fuzzer = try Fuzzer(seed: testSeed())
      try fuzzer.run(lines: TestLength.size(4000, long: 500_000))
      return (fuzzer.lines, fuzzer.tally)
    }
    print("\(lines) lines: \(tally)")
    // Each of these has happened.
    for kind in [
      "result", "batch", "notification", "-32700", "-32600", "-32601", "-32602", "-32001", "-32002",
      "-32003", "-32004", "-32006",
    ] {
      expect(tally[kind, default: 0] > 0, "\(kind): \(tally)")
    }
  }
}

import Expectations
import Testing

@testable import TerminalClient

struct DurationTests {
  @Test func `seconds have as many decimal places as needed`() {
    expect(
      [60, 0.25, 31_536_000].map { Duration.seconds($0).inSeconds },
      equals: ["60 s", "0.25 s", "31536000 s"])
  }
}

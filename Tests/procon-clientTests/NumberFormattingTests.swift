import Expectations
import Testing

@testable import procon_client

struct NumberFormattingTests {
  @Test func `quantities are formatted for people`() {
    expect(
      [0, 0.04, 0.05, 12.34, -1.25, 1e14].map(\.withOneDecimal),
      equals: [
        "0.0", "0.0", "0.1", "12.3", "-1.3", "100000000000000.0",
      ])
    expect(
      [0, 1023, 1024, 5_452_595, 3e12].map(\.asBytes),
      equals: [
        "0 B", "1023 B", "1.0 KiB", "5.2 MiB", "2.7 TiB",
      ])
    expect(
      [0, 59.9, 60, 3661, 86_400, 190_000].map { Duration.seconds($0).inLargestUnits },
      equals: [
        "0 s", "59 s", "1 min", "1 h 1 min", "1 d", "2 d 4 h",
      ])
    expect([0, 1, 2].map { $0.counted("line") }, equals: ["0 lines", "1 line", "2 lines"])
    expect(Double.nan.withOneDecimal, equals: "nan")
  }
}

import BoxWire
import Testing

@testable import procon_client

struct DaemonStatsTests {
  private func stats(revision: Int, lines: Int, uptime: Double?) throws -> DaemonStats {
    let time = uptime.map { #","uptime":\#($0)"# } ?? ""
    let text = """
      {"connections":1,"subscribers":2,"revision":\(revision),"changes":\(lines),\
      "bytes":\(lines * 100)\(time)}
      """
    return try #require(DaemonStats(try JSONText(parsing: text.utf8)))
  }

  @Test func `rates are averages between two counts, without changes caused by counting`()
    throws
  {
    let before = try stats(revision: 10, lines: 100, uptime: 5)
    let after = try stats(revision: 32, lines: 140, uptime: 7)
    let rates = try #require(after.rates(since: before, published: 2))
    #expect(rates == DaemonStats.Rates(changes: 10, lines: 20, bytes: 2000))
  }

  @Test func `there are no rates without elapsed time or for another daemon`() throws {
    let before = try stats(revision: 10, lines: 100, uptime: 5)
    for after in [
      before, try stats(revision: 9, lines: 100, uptime: 6),
      try stats(revision: 10, lines: 99, uptime: 6), try stats(revision: 11, lines: 100, uptime: 4),
      try stats(revision: 11, lines: 101, uptime: nil),
    ] {
      #expect(after.rates(since: before, published: 0) == nil)
    }
    let huge = try stats(revision: .max, lines: 100, uptime: 6)
    #expect(huge.rates(since: before, published: 1)?.changes ?? 0 > 1e18)
  }

  @Test(arguments: [-1, 1e15, 1e300])
  func `an impossible uptime is ignored`(uptime: Double) throws {
    #expect(try stats(revision: 1, lines: 1, uptime: uptime).uptime == nil)
  }

  @Test(arguments: ["null", "7", "{}", #"{"connections":1}"#, #"{"connections":"1"}"#])
  func `malformed counts are ignored`(text: String) throws {
    #expect(DaemonStats(try JSONText(parsing: text.utf8)) == nil)
  }
}

import BoardValues
import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_client

struct DaemonStatsTests {
  private func stats(revision: Int, lines: Int, uptime: Double) -> DaemonStats {
    DaemonStats(
      connections: 1, subscribers: 2, revision: revision, changes: lines, bytes: lines * 100,
      uptime: uptime)
  }

  @Test func `rates are averages between two counts, without changes caused by counting`()
    throws
  {
    let before = stats(revision: 10, lines: 100, uptime: 5)
    let after = stats(revision: 32, lines: 140, uptime: 7)
    let rates = try require(after.rates(since: before, published: 2))
    expect(rates, equals: DaemonStats.Rates(changes: 10, lines: 20, bytes: 2000))
  }

  @Test func `there are no rates without elapsed time or for another daemon`() throws {
    let before = stats(revision: 10, lines: 100, uptime: 5)
    for after in [
      before, stats(revision: 9, lines: 100, uptime: 6),
      stats(revision: 10, lines: 99, uptime: 6), stats(revision: 11, lines: 100, uptime: 4),
    ] {
      expect(after.rates(since: before, published: 0) == nil)
    }
    let huge = stats(revision: .max, lines: 100, uptime: 6)
    expect(huge.rates(since: before, published: 1)?.changes ?? 0 > 1e18)
  }

  @Test(arguments: [-1, 1e15, 1e300])
  func `an impossible uptime is ignored`(uptime: Double) throws {
    expect(stats(revision: 1, lines: 1, uptime: uptime).runningTime == nil)
  }

  @Test(arguments: [
    ("null", "the value must be an object"), ("7", "the value must be an object"),
    ("{}", "member 'connections' is missing"),
    (#"{"connections":1}"#, "member 'subscribers' is missing"),
    (#"{"connections":"1"}"#, "member 'connections' must be a whole number"),
    (
      #"{"connections":1,"subscribers":2,"revision":3,"changes":4,"bytes":5}"#,
      "member 'uptime' is missing"
    ),
  ])
  func `malformed counts are refused, with the name of the member`(
    text: String, sentence: String
  ) throws {
    let json = try JSONText(parsing: text.utf8)
    do throws(ValueFault) {
      _ = try json.decoded(as: DaemonStats.self)
      Issue.record("they are decoded")
    } catch {
      expect("\(error)".hasPrefix(sentence))
    }
  }
}

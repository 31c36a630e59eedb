import BoxWire
import Expectations
import TerminalClient
import Testing

@testable import procon_client

/// The options `--every`, `--interval`, `--ttl` and `--if-revision`.
struct DeliveryOptionTests {
  @Test func `subscribe accepts every or an interval`() throws {
    let every = try parsed(SubscribeCommand.self, "subscribe", "a.**", "--every")
    expect(every.every)
    expect(every.interval == nil)
    for interval in [0, 1, 60000] {
      let command = try parsed(SubscribeCommand.self, "subscribe", "--interval", "\(interval)")
      expect(command.interval, equals: .milliseconds(interval))
      expect(!command.every)
    }
    let neither = try parsed(SubscribeCommand.self, "subscribe", "--format", "board")
    expect(!neither.every)
    expect(neither.interval == nil)
  }

  @Test func `set accepts a time to live and a revision, delete a revision`() throws {
    for ttl in [0.001, 1.5, 31_536_000] {
      let set = try parsed(SetCommand.self, "set", "shared.a", "1", "--ttl", "\(ttl)")
      expect(set.ttl, equals: .seconds(ttl))
      expect(set.condition.ifRevision == nil)
    }
    let set = try parsed(SetCommand.self, "set", "shared.a", "1", "--if-revision", "0")
    expect(set.ttl == nil)
    expect(set.condition.ifRevision, equals: 0)
    let delete = try parsed(DeleteCommand.self, "delete", "shared.a", "--if-revision", "7")
    expect(delete.condition.ifRevision, equals: 7)
  }

  @Test(arguments: [
    ("subscribe --every --interval 5", "--every and --replay leave nothing out, --interval does"),
    ("subscribe --every --interval 0", "--every and --replay leave nothing out, --interval does"),
    ("subscribe --every --format board", "a board shows the newest state"),
    ("subscribe --interval 60001", invalid("60001", "interval", "0 to 1m", "milliseconds")),
    ("subscribe --interval=-1", invalid("-1", "interval", "0 to 1m", "milliseconds")),
    ("subscribe --interval soon", invalid("soon", "interval", "0 to 1m", "milliseconds")),
    ("set a 1 --ttl 0", invalid("0", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --ttl 366d", invalid("366d", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --ttl 31536000.1", invalid("31536000.1", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --ttl nan", invalid("nan", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --ttl inf", invalid("inf", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --ttl=-1", invalid("-1", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --ttl 5x", invalid("5x", "ttl", "1ms to 365d", "seconds")),
    ("set a 1 --if-revision=-1", "--if-revision must be a whole number from 0"),
    ("delete a --if-revision=-1", "--if-revision must be a whole number from 0"),
    ("delete a --if-revision x", "The value 'x' is invalid for '--if-revision <n>'"),
    ("delete a --ttl 5", "Unknown option '--ttl'"),
  ])
  func `a wrong option is reported in one line`(line: String, sentence: String) {
    let words = line.split(separator: " ").map(String.init)
    let failure = #expect(throws: Failure.self) { _ = try ProconClient.command(from: words) }
    expect(failure?.exitCode, equals: 64)
    expect(failure?.sentence?.hasPrefix(sentence), equals: true, "\(failure?.sentence ?? "")")
    expect(failure?.sentence?.contains("\n"), equals: false)
  }

  @Test func `a conflict names the revision of the last change`() {
    let changed = Failure.refused(
      RequestError(.conflict, "a.b has changed", .revision(43)), method: SetBox.method)
    expect(changed.exitCode, equals: 5)
    expect(
      changed.sentence, equals: "refused: a.b has changed; its last change is revision 43 (-32002)")
    let gone = Failure.refused(
      RequestError(.conflict, "a.b has changed", .revision(0)), method: SetBox.method)
    expect(gone.sentence, equals: "refused: a.b has changed; there is no such box (-32002)")
  }

  @Test(arguments: [
    ("10m", 600_000), ("1.5s", 1500), ("500ms", 500), ("2h", 7_200_000), ("1h30m", 5_400_000),
    ("1d", 86_400_000), ("3min", 180_000), ("7", 7000), ("0.25", 250), ("1e2", 100_000),
  ])
  func `a time is a number of seconds or has a unit`(text: String, milliseconds: Int) throws {
    let set = try parsed(SetCommand.self, "set", "shared.a", "1", "--ttl", text)
    expect(set.ttl, equals: .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "m", "1m5", "1..5s", "-1s", "1 s", "1µs", "0x10s", "1e400"])
  func `any other text is not a time`(text: String) {
    #expect(throws: Failure.self) {
      _ = try parsed(SetCommand.self, "set", "shared.a", "1", "--ttl", text)
    }
  }

  /// The sentence about an invalid time.
  private static func invalid(
    _ value: String, _ option: String, _ range: String, _ unit: String
  ) -> String {
    "The value '\(value)' is invalid for '--\(option) <time>': it must be a time such as 10m, 1.5s"
      + " or 500ms, from \(range), or a number of \(unit)"
  }

  private func parsed<Command>(_ type: Command.Type, _ arguments: String...) throws -> Command {
    try require(try ProconClient.command(from: arguments) as? Command)
  }
}

import BoxWire
import Testing

@testable import procon_client

/// The options `--every`, `--interval`, `--ttl` and `--if-revision`.
struct DeliveryOptionTests {
  @Test func `subscribe accepts every or an interval`() throws {
    let every = try parsed(SubscribeCommand.self, "subscribe", "a.**", "--every")
    #expect(every.every)
    #expect(every.interval == nil)
    for interval in [0, 1, 60000] {
      let command = try parsed(SubscribeCommand.self, "subscribe", "--interval", "\(interval)")
      #expect(command.interval == interval)
      #expect(!command.every)
    }
    let neither = try parsed(SubscribeCommand.self, "subscribe", "--format", "board")
    #expect(!neither.every)
    #expect(neither.interval == nil)
  }

  @Test func `set accepts a time to live and a revision, delete a revision`() throws {
    for ttl in [0.001, 1.5, 31_536_000] {
      let set = try parsed(SetCommand.self, "set", "shared.a", "1", "--ttl", "\(ttl)")
      #expect(set.ttl == ttl)
      #expect(set.condition.ifRevision == nil)
    }
    let set = try parsed(SetCommand.self, "set", "shared.a", "1", "--if-revision", "0")
    #expect(set.ttl == nil)
    #expect(set.condition.ifRevision == 0)
    let delete = try parsed(DeleteCommand.self, "delete", "shared.a", "--if-revision", "7")
    #expect(delete.condition.ifRevision == 7)
  }

  @Test(arguments: [
    ("subscribe --every --interval 5", "--every leaves nothing out, --interval does"),
    ("subscribe --every --interval 0", "--every leaves nothing out, --interval does"),
    ("subscribe --every --format board", "a board shows the newest state"),
    ("subscribe --interval 60001", "--interval must be 0 to 60000 milliseconds"),
    ("subscribe --interval=-1", "--interval must be 0 to 60000 milliseconds"),
    ("subscribe --interval soon", "The value 'soon' is invalid for '--interval <ms>'"),
    ("subscribe --interval 1.5", "The value '1.5' is invalid for '--interval <ms>'"),
    ("set a 1 --ttl 0", "--ttl must be 0.001 to 31536000 seconds"),
    ("set a 1 --ttl 0.0009", "--ttl must be 0.001 to 31536000 seconds"),
    ("set a 1 --ttl 31536000.1", "--ttl must be 0.001 to 31536000 seconds"),
    ("set a 1 --ttl nan", "--ttl must be 0.001 to 31536000 seconds"),
    ("set a 1 --ttl inf", "--ttl must be 0.001 to 31536000 seconds"),
    ("set a 1 --ttl=-1", "--ttl must be 0.001 to 31536000 seconds"),
    ("set a 1 --ttl long", "The value 'long' is invalid for '--ttl <seconds>'"),
    ("set a 1 --if-revision=-1", "--if-revision must be a whole number from 0"),
    ("delete a --if-revision=-1", "--if-revision must be a whole number from 0"),
    ("delete a --if-revision x", "The value 'x' is invalid for '--if-revision <n>'"),
    ("delete a --ttl 5", "Unknown option '--ttl'"),
  ])
  func `a wrong option is reported in one line`(line: String, sentence: String) {
    let words = line.split(separator: " ").map(String.init)
    let failure = #expect(throws: Failure.self) { _ = try ProconClient.command(from: words) }
    #expect(failure?.exitCode == 64)
    #expect(failure?.sentence?.hasPrefix(sentence) == true, "\(failure?.sentence ?? "")")
    #expect(failure?.sentence?.contains("\n") == false)
  }

  @Test func `a conflict names the revision of the last change`() {
    let changed = Failure.refused(
      RequestError(.conflict, "a.b has changed", .revision(43)), method: SetBox.method)
    #expect(changed.exitCode == 65)
    #expect(
      changed.sentence == "refused: a.b has changed; its last change is revision 43 (-32002)")
    let gone = Failure.refused(
      RequestError(.conflict, "a.b has changed", .revision(0)), method: SetBox.method)
    #expect(gone.sentence == "refused: a.b has changed; there is no such box (-32002)")
  }

  private func parsed<Command>(_ type: Command.Type, _ arguments: String...) throws -> Command {
    try #require(try ProconClient.command(from: arguments) as? Command)
  }
}

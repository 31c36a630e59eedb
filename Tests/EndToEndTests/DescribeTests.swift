import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// `procon-client describe`.
@Suite(.blocking) struct DescribeTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  private func describe(
    _ words: String...
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let client = try user.start(
      "procon-client", ["describe", "--socket", daemon.socket] + words)
    return (try client.waitForEnd(), client.output, client.errors)
  }

  @Test func `describe shows intents, methods, boxes and values`() throws {
    let (end, output, errors) = try describe()
    expect(end, equals: .exited(0))
    expect(errors, equals: "")
    let lines = output.split(separator: "\n")
    expect(lines.first, equals: "procond 0.1.0")
    expect(["Intents", "Methods", "Boxes", "Values"].allSatisfy { lines.contains("\($0)") })
    expect(lines.contains("topics.ai.pros.add  Adds a pro at the end."))
    let weight = #/  weight +whole number, 1 to 5 +default 1 +How much it counts\./#
    expect(lines.contains { $0.wholeMatch(of: weight) != nil })
    let items = /topics\.ai\.pros\.items +list of Argument +In order of addition\./
    expect(lines.contains { $0.wholeMatch(of: items) != nil })
    let leaning = #/  leaning +pro or con or even or null +The side with more weight\./#
    expect(lines.contains { $0.wholeMatch(of: leaning) != nil })
  }

  @Test func `patterns select what they match`() throws {
    let (end, output, _) = try describe("topics.*.summary", "set")
    expect(end, equals: .exited(0))
    expect(output.contains("\ntopics.ai.summary  Summary"))
    expect(output.contains("\nset "))
    expect(!output.contains("Intents") && !output.contains("items"))
  }

  @Test func `with json the document is printed on one line`() throws {
    let (end, output, errors) = try describe("--json")
    expect(end, equals: .exited(0))
    expect(errors, equals: "")
    expect(output.split(separator: "\n").count, equals: 1)
    let document = try JSONText(parsing: output.dropLast().utf8)
    expect(try OpenRPCChecker.faults(of: document), equals: [])
    expect(document, equals: try daemon.connect().call("rpc.discover")["result"])
    let one = try describe("--json", "topics.ai.summary")
    expect(try JSONText(parsing: one.output.utf8)["x-boxes"]?.names, equals: ["topics.ai.summary"])
  }

  @Test func `a wildcard without matches is reported, a path that does not exist is refused`()
    throws
  {
    expect(
      try describe("x.*", "shared.**")
        == (
          .exited(0), "procond 0.1.0\n",
          """
          procon-client: nothing matches 'x.*' or 'shared.**'; see what there is with 'procon-client \
          describe'

          """
        ))
    let (end, output, errors) = try describe("topics.ai.prod")
    expect(end, equals: .exited(4))
    expect(output, equals: "")
    expect(
      errors,
      equals: """
        procon-client: refused: there is no box, method or scene topics.ai.prod \
        (did you mean 'topics.ai.pros'?) (-32001)

        """)
    expect(try describe("a..b").end, equals: .exited(64))
  }

  @Test func `on a terminal all lines fit`() throws {
    let terminal = try PseudoTerminal(columns: 72, rows: 300)
    let client = try user.start(
      "procon-client", ["describe", "topics.ai.pros", "--socket", daemon.socket],
      output: .terminal(terminal))
    expect(try client.waitForEnd(), equals: .exited(0))
    // A line that is too long would continue on the next row.
    let lines = terminal.screen.lines
    expect(lines.contains("topics.ai.pros.remove  Removes a pro."))
    expect(lines.contains { $0.hasPrefix("  text") })
    expect(!lines.contains { $0.first?.isNumber == true })
    expect(terminal.screen.style(of: "Intents"), equals: "1")
    expect(terminal.screen.unexpected, equals: [])
  }
}

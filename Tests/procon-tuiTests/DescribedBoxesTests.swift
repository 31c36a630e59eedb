import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_tui

/// Scenes of unknown kinds with many or long values.
struct DescribedBoxesTests {
  private func lines(_ boxes: [String: String], width: Int = 40) throws -> [String] {
    DescribedBoxes(try .example("poll", boxes)).lines(width: width).map(\.text)
  }

  @Test func `no line is wider than the screen`() throws {
    let long = JSONText(String(repeating: "long ", count: 30)).description
    let table = #"[{"a":\#(long),"b":\#(long),"c":\#(long),"d":\#(long),"e":1,"f":2}]"#
    let name = String(repeating: "name", count: 20)
    let lines = try lines(["hall.t": table, "hall.\(name)": "{\(long):\(long)}", "hall.x": long])
    expect(lines.allSatisfy { $0.columns <= 40 })
    expect(lines.contains("long lo…  long lo…  long lo…  long lo…"))
  }

  @Test func `each line has the name of what it shows`() throws {
    let boxes = try DescribedBoxes(
      .example(
        "summary", at: "topics.ai",
        [
          "topics.ai.pros.items": #"[{"id":"5","text":"Fast"},{"text":"Quiet"}]"#,
          "topics.ai.summary": #"{"score":2}"#, "shared.bell": "1",
        ]))
    let names = boxes.lines(width: 40).map(\.part)
    expect(
      names,
      equals: [
        "shared.bell", nil, "pros", nil, "pros.5", "pros.1", nil, nil, "topics.ai.summary.score",
      ])
    expect(boxes.parts.allSatisfy { names.contains($0.name) })
  }

  @Test func `two lists beside each other have names of their own`() throws {
    let boxes = try DescribedBoxes(
      .example(
        "poll", at: "hall",
        ["hall.poll.options": #"[{"votes":1}]"#, "hall.poll.results": #"[{"votes":1}]"#]))
    expect(boxes.parts.map(\.name), equals: ["hall.poll.options.0", "hall.poll.results.0"])
  }

  @Test func `many objects with different members have a line each`() throws {
    let rows = (0..<2000).map { #"{"m\#($0)":\#($0)}"# }.joined(separator: ",")
    let lines = try lines(["hall.options": "[\(rows)]"])
    expect(lines.count, equals: 2003)
    expect(lines[2].hasPrefix("m0  m1  m2"))
  }
}

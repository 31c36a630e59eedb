import BoxWire
import Expectations
import Testing

@testable import procon_client

/// Fields with a `*`, whose values are those of all elements of an array.
struct TemplateListTests {
  private let boxes: [String: JSONText] = [
    "topics.ai.pros.items": json(
      #"[{"text":"<b>","weight":2,"tags":["a","b"]},{"weight":1},"#
        + #"{"text":null,"tags":[]},{"text":"it's","tags":["c"]}]"#),
    "shared.matrix": json("[[1,2],[3],[]]"),
    "shared.empty": json("[]"),
    "shared.object": json(#"{"list":["x","y\nz"],"*":"star"}"#),
  ]

  private func line(_ text: String, _ escape: Escape = .none, by join: String = ", ") throws
    -> String
  {
    try Template(text).line(style: FieldStyle(escape: escape, separator: join)) { boxes[$0] }
  }

  @Test func `the values of all elements are joined, without missing ones and null`() throws {
    expect(try line("{topics.ai.pros.items.*.text}"), equals: "<b>, it's")
    expect(try line("{topics.ai.pros.items.*.weight}", by: ""), equals: "21")
    expect(try line("{shared.object.list.*}", by: "\n"), equals: "x\ny\u{FFFD}z")
    expect(try line("{shared.matrix.*}", by: " "), equals: "[1,2] [3] []")
    expect(try line("<{shared.empty.*}>"), equals: "<>")
    expect(try line("<{shared.none.*}>"), equals: "<>")
  }

  @Test func `lists of lists are one list`() throws {
    expect(try line("{shared.matrix.*.*}"), equals: "1, 2, 3")
    expect(try line("{topics.ai.pros.items.*.tags.*}"), equals: "a, b, c")
    expect(try line("{shared.matrix.*.0}"), equals: "1, 3")
    expect(try line("{shared.matrix.0.*}"), equals: "1, 2")
  }

  @Test func `what is not an array has no elements, but maybe a member of that name`() throws {
    expect(try line("<{shared.object.list.0.*}>"), equals: "<>")
    expect(try line("{shared.object.*}"), equals: "star")
  }

  @Test func `in markup the values are escaped, and in the shell the list is one word`() throws {
    let text = "{topics.ai.pros.items.*.text}"
    expect(try line(text, .pango, by: " <i>'</i> "), equals: "&lt;b&gt; <i>'</i> it&#39;s")
    expect(try line(text, .tmux, by: "#[bold]"), equals: "<b>#[bold]it's")
    expect(try line(text, .sh, by: "'\n"), equals: #"'<b>'\''\#nit'\''s'"#)
    expect(try line("{shared.empty.*}", .sh), equals: "''")
    expect(
      json(try line(#"["{shared.object.list.*}"]"#, .json, by: #"",""#)),
      equals: json(#"["x","y\nz"]"#))
  }

  @Test func `a line about one box has lists, too`() throws {
    let template = try Template("{.list.*} {.*}")
    let value = try require(boxes["shared.object"])
    let box = BoxLine(
      path: "shared.object", value: value, revision: 1, epoch: nil, isComplete: true)
    expect(template.line(for: box) { _ in nil }, equals: "x, y\u{FFFD}z star")
    expect(template.hasList)
  }

  @Test(arguments: ["{.a} {@path} {.} {.a*}", "{shared.a.0} {shared.b}"])
  func `a template without a star has no list`(text: String) throws {
    expect(try !Template(text).hasList)
  }

  @Test func `the path of the box ends before the star`() throws {
    let template = try Template("{a.b.*.c}")
    expect(template.patterns.map(\.text), equals: ["a.b", "a"])
    #expect(throws: TemplateError.invalidField("*.c", position: 1)) { try Template("{*.c}") }
  }

  @Test func `a member that no element has is reported with similar names`() throws {
    let template = try Template(
      "{topics.ai.pros.items.*.txet}{topics.ai.pros.items.*.text}{topics.ai.pros.items.text}"
        + "{shared.matrix.*.*.x}{shared.object.list.0.*}{shared.empty.*.x}{topics.*.summary}")
    expect(
      template.warnings { boxes[$0] },
      equals: [
        "topics.ai.pros.items.* has no member 'txet' (did you mean 'text'?)",
        "topics.ai.pros.items has 4 elements and no member 'text'; count them from 0",
        "shared.matrix.*.* has no member 'x': it is not an object",
        "shared.object.list.0 has no elements for *: it is not an array",
        "there is no box for {topics.*.summary} yet (a * selects elements of an array, not boxes);"
          + " see what there is with 'procon-client get \"topics.**\"'",
      ])
    let perBox = try Template("{.*.txet}{.*.weight}")
    expect(
      perBox.warnings([
        ("shared.empty", json("[]")), ("shared.a", json(#"[{"text":1,"weight":2}]"#)),
      ]), equals: [])
    expect(
      perBox.warnings([("shared.a", json(#"[1,{"text":1,"weight":2}]"#))]),
      equals: ["shared.a.* has no member 'txet' (did you mean 'text'?)"])
  }
}

private func json(_ text: String) -> JSONText {
  // A test's own text.
  (try? JSONText(parsing: text.utf8)) ?? .null
}

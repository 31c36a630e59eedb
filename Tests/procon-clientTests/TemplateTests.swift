import BoxWire
import Expectations
import Testing

@testable import procon_client

struct TemplateTests {
  private let boxes: [String: JSONText] = [
    "topics.ai.summary": json(#"{"title":"AI","score":-1,"tags":["a",{"b":null}],"on":true}"#),
    "topics.ai": json(#"{"summary":{"title":"other","more":"less"}}"#),
    "shared.text": json(##""two\nlines \u001b[2J \u202e<b>&amp;'\"#[fg=red]""##),
    "shared.number": json("1.50"),
  ]

  private func line(_ text: String, escape: Escape = .none) throws -> String {
    try Template(text).line(style: FieldStyle(escape: escape)) { boxes[$0] }
  }

  @Test func `fields are replaced by values, members and elements`() throws {
    expect(
      try line("{topics.ai.summary.title}: {topics.ai.summary.score}!"), equals: "AI: -1!")
    expect(try line("{shared.number}"), equals: "1.50")
    expect(try line("{topics.ai.summary.tags.0}{topics.ai.summary.on}"), equals: "atrue")
    expect(try line("{topics.ai.summary.tags}"), equals: #"["a",{"b":null}]"#)
  }

  @Test func `the longest path of an existing box is used`() throws {
    expect(try line("{topics.ai.summary.title}"), equals: "AI")
    expect(try line("<{topics.ai.summary.more}>"), equals: "<>")
    let template = try Template("{topics.ai.summary.more}")
    expect(template.line { $0 == "topics.ai" ? boxes[$0] : nil }, equals: "less")
  }

  @Test(arguments: [
    "topics.ai.summary.nothing", "topics.tea.summary", "topics.ai.summary.title.x",
    "topics.ai.summary.tags.2", "topics.ai.summary.tags.-1", "topics.ai.summary.tags.x",
    "topics.ai.summary.tags.1.b", "shared.number.0",
    "topics.ai.summary.tags.99999999999999999999",
  ])
  func `missing values and null are left empty`(field: String) throws {
    expect(try line("<{\(field)}>"), equals: "<>")
  }

  @Test func `braces are written twice`() throws {
    expect(try line("{{{shared.number}}} {{x}} }}{{"), equals: "{1.50} {x} }{")
  }

  @Test func `values cannot control the terminal, end the line or change its style`() throws {
    let plain = "two\u{FFFD}lines \u{FFFD}[2J \u{FFFD}<b>&amp;'\"#[fg=red]"
    expect(try line("{shared.text}"), equals: plain)
    expect(
      try line("<i>{shared.text}</i>", escape: .pango),
      equals: "<i>two\u{FFFD}lines \u{FFFD}[2J \u{FFFD}&lt;b&gt;&amp;amp;&#39;&quot;#[fg=red]</i>")
    expect(
      try line("#[bold]{shared.text}", escape: .tmux),
      equals: "#[bold]\(plain.replacing("#", with: "##"))")
  }

  @Test func `a value is the inside of a JSON string, with all its control characters`() throws {
    let line = try line(
      #"{{"text":"{shared.text}","tags":"{topics.ai.summary.tags}"}}"#, escape: .json)
    let text = ##"two\nlines \u001b[2J \u202e<b>&amp;'\"#[fg=red]"##
    expect(line, equals: ##"{"text":"\##(text)","tags":"[\"a\",{\"b\":null}]"}"##)
    expect(json(line)["text"]?.string, equals: boxes["shared.text"]?.string)
    expect(try self.line("<{shared.none}>", escape: .json), equals: "<>")
    expect(
      Escape.json.escaped("\u{301}\"\u{301}\\\u{2028}"), equals: "\u{301}\\\"\u{301}\\\\\\u2028")
  }

  @Test func `a value is one word of the shell, also if it is empty`() throws {
    let text = ##"two\##u{FFFD}lines \##u{FFFD}[2J \##u{FFFD}<b>&amp;'\''"#[fg=red]"##
    expect(try line("text={shared.text}", escape: .sh), equals: "text='\(text)'")
    expect(try line("{shared.none} {topics.ai.summary.score}", escape: .sh), equals: "'' '-1'")
    expect(Escape.sh.escaped("'\u{301}$(x)`x`\\"), equals: #"''\''\#u{301}$(x)`x`\'"#)
  }

  @Test func `a combining mark does not hide a special character`() {
    expect(Escape.pango.escaped("<\u{301}&\u{301}"), equals: "&lt;\u{301}&amp;\u{301}")
    expect(Escape.tmux.escaped("#\u{301}[x]"), equals: "##\u{301}[x]")
  }

  @Test func `a line about one box has its members, its value and its path`() throws {
    let template = try Template("{@path} {.a.1} {.}{.none} {@event} {@epoch}:{@revision}")
    let (path, value) = ("shared.\u{1B}x", json(#"{"a":[1,"é"]}"#))
    let box = BoxLine(path: path, value: value, revision: 7, epoch: "e", isComplete: true)
    expect(
      template.line(for: box) { _ in nil }, equals: "shared.\u{FFFD}x é {\"a\":[1,\"é\"]} set e:7")
    let removed = BoxLine(path: path, value: nil, revision: 8, epoch: nil, isComplete: true)
    expect(template.line(for: removed) { _ in nil }, equals: "shared.\u{FFFD}x   removed :8")
    expect(template.isPerBox)
    expect(template.patterns, equals: [])
  }

  @Test func `the patterns are all possible paths of the boxes`() throws {
    let template = try Template("{a.b.c d}{a.b.x}{a.b}")
    expect(template.patterns.map(\.text), equals: ["a.b", "a", "a.b.x"])
  }

  @Test(arguments: [
    ("{a", TemplateError.unclosed(position: 1)), ("é{a {b}", .unclosed(position: 2)),
    ("{{{a", .unclosed(position: 3)), ("a}", .unopened(position: 2)),
    ("{a}}", .unopened(position: 4)), ("x{}", .invalidField("", position: 2)),
    ("{a..b}", .invalidField("a..b", position: 1)), ("{a.}", .invalidField("a.", position: 1)),
    ("{..a}", .invalidField("..a", position: 1)), ("{a b}", .invalidField("a b", position: 1)),
    ("{@name}", .invalidField("@name", position: 1)), ("{{x}}", .withoutField),
    ("{a.b} {.c}", .mixed), ("{a.b} {@path}", .mixed),
  ])
  func `an error names the mistake and its position`(text: String, error: TemplateError) {
    #expect(throws: error) { try Template(text) }
    expect(!"\(error)".isEmpty)
  }

  @Test func `missing members are reported with similar names`() throws {
    let template = try Template(
      "{topics.ai.summary.titel}{shared.number.x}{topics.ai.summary.tags.x}{topics.tea.summary.a}"
        + "{topics.ai.summary.tags.9}{topics.ai.summary.zzzz}")
    expect(
      template.warnings { boxes[$0] },
      equals: [
        "topics.ai.summary has no member 'titel' (did you mean 'title'?)",
        "shared.number has no member 'x': it is not an object",
        "topics.ai.summary.tags has 2 elements and no member 'x'; count them from 0",
        "there is no box for {topics.tea.summary.a} yet; see what there is with 'procon-client get"
          + " \"topics.**\"'",
        "topics.ai.summary has no member 'zzzz'; it has title, score, tags, on",
      ])
    expect(try Template("{shared.number}").warnings { boxes[$0] }, equals: [])
  }
}

private func json(_ text: String) -> JSONText {
  // Plain text of the test, not a template.
  (try? JSONText(parsing: text.utf8)) ?? .null
}

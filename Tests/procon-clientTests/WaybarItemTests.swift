import BoxWire
import Expectations
import Testing

@testable import procon_client

struct WaybarItemTests {
  private func item(_ boxes: [(path: String, String)]) -> WaybarItem {
    WaybarItem(boxes.map { (path: $0.path, value: (try? JSONText(parsing: $0.1.utf8)) ?? .null) })
  }

  private func summary(
    _ title: String, score: String = "-2", leaning: String = "con", percentage: Int? = 25
  ) -> String {
    let percentage = percentage.map { #","prosPercentage":\#($0)"# } ?? ""
    return """
      {"title":\(JSONText(title)),"pros":1,"cons":3,"score":-2,"prosText":"1 pro",\
      "consText":"3 cons","created":"","updated":"",\
      "scoreText":"\(score)","leaning":"\(leaning)","leaningText":"leans",\
      "line":"1 pro · 3 cons · leans"\(percentage)}
      """
  }

  private func argument(_ label: String) -> String {
    #"{"id":"1","label":"\#(label)","text":"","weight":1,"author":"","created":"","updated":""}"#
  }

  @Test func `a summary shows title and score, with line, leaning and share`() {
    let item = item([("topics.ai.summary", summary("AI"))])
    expect(
      item.json.description,
      equals: #"{"text":"AI -2","alt":"con","tooltip":"AI\n1 pro · 3 cons · leans","#
        + #""class":"con","percentage":25}"#)
  }

  @Test func `arguments are shown in the tooltip`() {
    let item = item([
      ("topics.ai.summary", summary("AI", score: "+2", leaning: "pro", percentage: 75)),
      ("topics.ai.pros.items", "[\(argument("Fast ×3"))]"),
      ("topics.ai.cons.items", "[\(argument("Dear"))]"),
      ("topics.ai.cons.isErrorFree", #"{"status":false,"message":"no store"}"#),
    ])
    expect(item.text, equals: "AI +2")
    expect(item.tooltip.suffix(3), equals: ["Alert: no store", "+ Fast ×3", "- Dear"])
    expect(item.percentage, equals: 75)
    expect(item.alt, equals: "alert")
    expect(item.classes, equals: ["pro", "alert"])
    expect(item.json["class"]?.description, equals: #"["pro","alert"]"#)
  }

  @Test func `a topic without a percentage shows none`() {
    let item = item([
      ("topics.t.summary", summary("T", score: "0", leaning: "even", percentage: nil))
    ])
    expect(item.percentage == nil)
    expect(item.json["percentage"] == nil)
    expect(item.alt, equals: "even")
    expect(item.classes, equals: ["even"])
  }

  @Test func `several topics are side by side and have no leaning`() {
    let item = item([
      ("topics.b.summary", summary("B")), ("topics.a.summary", summary("A", score: "+4")),
    ])
    expect(item.text, equals: "A +4 · B -2")
    expect(item.alt == nil)
    expect(item.classes, equals: [])
    expect(item.percentage == nil)
  }

  @Test func `markup and control characters stay text`() {
    let title = "<b>&\"'\u{1B}[2J\n</b>"
    let item = item([("topics.x.summary", summary(title))])
    let escaped = "&lt;b&gt;&amp;&quot;&#39;\u{FFFD}[2J\u{FFFD}&lt;/b&gt;"
    expect(item.json["text"]?.string, equals: "\(escaped) -2")
    expect(item.json["tooltip"]?.string?.hasPrefix("\(escaped)\n1 pro"), equals: true)
    let named = self.item([("topics.x.summary", summary("x", leaning: "a b}*{color:red"))])
    expect(named.json["class"]?.description, equals: "[]")
    expect(named.alt == nil)
    let icon = self.item([("shared.a", #"{"alt":"<b>\n"}"#)])
    expect(icon.json["alt"]?.string, equals: "&lt;b&gt;\u{FFFD}")
  }

  @Test func `any other box shows its value`() {
    expect(item([("shared.a", #""x < y""#)]).json["text"]?.string, equals: "x &lt; y")
    expect(item([("shared.a", "42.4")]).percentage, equals: 42)
    expect(item([("shared.a", "101")]).percentage == nil)
    let two = item([("shared.b", "true"), ("shared.a", "1")])
    expect(two.text, equals: "1 · true")
    expect(two.tooltip, equals: ["shared.a: 1", "shared.b: true"])
    expect(item([]).json.description, equals: #"{"text":"","tooltip":"","class":[]}"#)
  }

  @Test func `a value made for a bar is shown as given`() {
    let item = item([
      (
        "shared.w",
        #"{"text":"21°","alt":"sun","tooltip":"warm\n\n<sun>","class":["ok","b ad",7],"#
          + #""percentage":140.2}"#
      )
    ])
    expect(
      item.json.description,
      equals: #"{"text":"21°","alt":"sun","tooltip":"warm\n\n&lt;sun&gt;","class":"ok","#
        + #""percentage":100}"#)
  }

  @Test(arguments: [
    (#"{"text":21.5}"#, #"{"text":"21.5","tooltip":"21.5","class":[]}"#),
    (#"{"alt":"rain","other":1}"#, #"{"text":"","alt":"rain","tooltip":"","class":[]}"#),
    (#"{"tooltip":7}"#, #"{"text":"","tooltip":"7","class":[]}"#),
    (#"{"class":["wet","cold"]}"#, #"{"text":"","tooltip":"","class":["wet","cold"]}"#),
    (#"{"percentage":40}"#, #"{"text":"","tooltip":"","class":[],"percentage":40}"#),
  ])
  func `any member that Waybar knows makes a value for a bar`(value: String, json: String) {
    expect(item([("shared.w", value)]).json.description, equals: json)
  }

  @Test func `a failure has an icon of its own, also without a topic`() {
    let item = item([
      ("wiki.isErrorFree", #"{"status":false,"message":"no store"}"#), ("wiki.x", "1"),
    ])
    expect(item.alt, equals: "alert")
    expect(item.classes, equals: ["alert"])
  }

  @Test func `huge values are truncated`() {
    let long = String(repeating: "x<\u{301}", count: 200_000)
    let many = (0..<10_000).map { argument("\($0)") }
    let item = item([
      ("topics.x.summary", summary(long, percentage: 100)),
      ("topics.x.pros.items", "[\(many.joined(separator: ","))]"),
    ])
    expect(item.json.bytes.count < 5000)
    expect(item.json["tooltip"]?.string?.split(separator: "\n").count, equals: 40)
    expect(item.json["tooltip"]?.string?.hasSuffix("… 9963 more lines"), equals: true)
    expect(item.percentage, equals: 100)
  }

  @Test func `what waits for the user is added to text and tooltip`() {
    func boxes(_ count: Int) -> [(path: String, String)] {
      let line = "\(count) things await you · until 2026-12-01"
      let item = #"{"kind":"todo","at":"topics.ai","title":"AI","line":"AI · Migrate"}"#
      return [
        ("session.awaiting.summary", #"{"count":\#(count),"line":"\#(line)"}"#),
        ("session.awaiting.items", count == 0 ? "[]" : "[\(item)]"),
      ]
    }
    let alone = item(boxes(2))
    expect(alone.text, equals: "2 things await you · until 2026-12-01")
    expect(alone.tooltip, equals: ["AI · Migrate"])
    expect(alone.alt == "awaiting" && alone.classes == ["awaiting"])
    let beside = item(boxes(2) + [("topics.ai.summary", summary("AI"))])
    expect(beside.text, equals: "AI -2 · 2 things await you · until 2026-12-01")
    expect(beside.tooltip, equals: ["AI · Migrate", "AI", "1 pro · 3 cons · leans"])
    expect(beside.alt == "con" && beside.classes == ["con", "awaiting"])
    // An empty text hides the module.
    expect(item(boxes(0)), equals: WaybarItem())
  }

}

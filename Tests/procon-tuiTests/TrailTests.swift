import BoxClient
import BoxWire
import Expectations
import Testing

@testable import procon_tui

struct TrailTests {
  private func route(_ scenes: String..., sheet: String? = nil, title: String = "") throws
    -> SessionRoute
  {
    let entry = { (scene: String) in #"{"scene":"\#(scene)","boxes":[],"title":"\#(title)"}"# }
    let stack = scenes.map(entry).joined(separator: ",")
    let text = #"{"stack":[\#(stack)],"sheet":\#(sheet.map(entry) ?? "null")}"#
    return SessionRoute(try JSONText(parsing: text.utf8))
  }

  @Test func `calls that lead to another scene are kept in order, others are not`() throws {
    var trail = Trail()
    trail.add(Call("session.toBoard"), to: try route("topics", "board"))
    trail.add(Call("topics.ai.pros.add"), to: try route("topics", "board", title: "New"))
    trail.add(Call("session.toPosts"), to: try route("topics", "board", "posts"))
    trail.add(
      Call("session.toCreatePost"), to: try route("topics", "board", "posts", sheet: "draft"))
    expect(
      trail.calls.map(\.intent),
      equals: ["session.toBoard", "session.toPosts", "session.toCreatePost"])
    trail.add(Call("session.dismiss"), to: try route("topics", "board", "posts"))
    expect(trail.calls.map(\.intent), equals: ["session.toBoard", "session.toPosts"])
    trail.drop(outside: try route("topics"))
    expect(trail.calls.isEmpty)
  }

  @Test func `what is opened in place of a scene is led to by its own call`() throws {
    var trail = Trail()
    trail.add(Call("session.toBoard"), to: try route("topics", "board"))
    // Both calls are carried out before the first one is answered.
    trail.add(Call("session.dismiss"), to: try route("topics", "poll"))
    trail.add(Call("session.toPoll"), to: try route("topics", "poll"))
    expect(trail.calls.map(\.intent), equals: ["session.toPoll"])
  }

  @Test func `a scene that no call has led to ends the way`() throws {
    var trail = Trail()
    trail.drop(outside: try route("topics", "poll"))
    trail.add(Call("session.toBoard"), to: try route("topics", "poll", "board"))
    expect(trail.calls.isEmpty)
  }
}

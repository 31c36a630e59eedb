import Application
import BoardValues
import Domain
import Expectations
import Testing

struct HistoryItemTests {
  private static func argument(
    _ id: String, _ text: String, _ side: Column = .pro, weight: Int = 1
  ) -> Argument {
    try! Argument(
      id: id, side: side, text: text, weight: weight, author: "ada", created: start, updated: start)
  }

  private static func post(_ title: String) -> Post {
    Post(
      id: "p", topic: "ai", title: title, content: "C", author: "ada", created: start,
      updated: start)
  }

  @Test(arguments: [
    (TopicEvent.created(title: "A"), HistoryItem.Action.created, nil, #"created "A""#),
    (.renamed(from: "A", to: "B"), .renamed, nil, #"renamed "A" to "B""#),
    (.removed(title: "A"), .removed, nil, #"removed "A""#),
    (.argumentAdded(argument("1", "One"), at: 0), .added, "pros.1", #"added pro 1 "One""#),
    (
      .argumentChanged(from: argument("1", "One"), to: argument("1", "Two", weight: 2)), .changed,
      "pros.1",
      #"changed pro 1 "One" to "Two" (2)"#
    ),
    (
      .argumentMoved(from: argument("1", "One"), at: 0, to: argument("1", "One"), place: 2), .moved,
      "pros.1", #"moved pro 1 "One""#
    ),
    (
      .argumentMoved(from: argument("1", "One"), at: 0, to: argument("4", "One", .con), place: 2),
      .moved, "cons.4", #"moved pro 1 "One" to con 4"#
    ),
    (
      .argumentRemoved(argument("1", "One", .con, weight: 5), at: 0), .removed,
      "cons.1", #"removed con 1 "One" (5)"#
    ),
    (.postWritten(post("A")), .wrote, "posts.p", #"wrote post "A""#),
    (.postEdited(from: post("A"), to: post("A")), .edited, "posts.p", #"edited post "A""#),
    (.postEdited(from: post("A"), to: post("B")), .edited, "posts.p", #"edited post "A", now "B""#),
    (.postRemoved(post("A")), .removed, "posts.p", #"removed post "A""#),
  ])
  func `every change has a description`(
    event: TopicEvent, action: HistoryItem.Action, path: String?, words: String
  ) throws {
    let entry = HistoryEntry(
      id: 7, topic: "ai", record: HistoryRecord(event, author: "ada", date: start))
    let item = HistoryItem(entry)
    expect(item.action, equals: action)
    expect(item.text, equals: words)
    expect(item.item, equals: path)
    let undoing = HistoryRecord(event, author: "ada", date: start, undoes: 3)
    let other = HistoryItem(HistoryEntry(id: 8, topic: "ai", record: undoing))
    expect(other.text, equals: "\(words), to undo a change")
    expect(other.undoes, equals: 3)
    expect(
      try json(item),
      equals: #"{"action":"\#(action.rawValue)","author":"ada","date":"\#(startText)","id":7,"#
        + (path.map { #""item":"\#($0)","# } ?? "") + "\"text\":\(try json(words))}")
  }
}

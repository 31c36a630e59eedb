import Application
import BoardValues
import Domain
import Expectations
import Testing

struct ArgumentItemTests {
  @Test func `an item is an argument with its label, and with its dates as text`() throws {
    let argument = try Argument(
      id: "3", side: .pro, text: "No breaks", weight: 2, author: "ada", created: start,
      updated: Timestamp(millisecondsSince1970: start.millisecondsSince1970 + 1500),
      updatedBy: "bob")
    expect(
      try json(ArgumentItem(argument)),
      equals: #"{"author":"ada","created":"\#(startText)","id":"3","label":"No breaks ×2","#
        + #""text":"No breaks","updated":"2023-11-14T22:13:21.500Z","updatedBy":"bob","weight":2}"#)
  }

  @Test(arguments: [(1, "No breaks"), (2, "No breaks ×2"), (5, "No breaks ×5")])
  func `the label is the text, with the weight unless that is the usual one`(
    weight: Int, label: String
  ) throws {
    let argument = try Argument(
      id: "1", side: .con, text: "No breaks", weight: weight, author: "ada", created: start,
      updated: start)
    expect(ArgumentItem(argument).label, equals: label)
  }

  @Test func `the links in a text are members of their own, if there are any`() throws {
    let text = "As in https://a.org/b, and http://c.org."
    let argument = try Argument(
      id: "1", side: .con, text: text, weight: 1, author: "ada", created: start, updated: start)
    expect(ArgumentItem(argument).links, equals: ["https://a.org/b", "http://c.org"])
    expect(try json(ArgumentItem(argument)).contains(#""links":["https:"#))
    let post = Post(
      id: "p", topic: "ai", title: "T", content: "\(text)\n", author: "ada", created: start,
      updated: start)
    expect(PostText(post).links, equals: ["https://a.org/b", "http://c.org"])
  }
}

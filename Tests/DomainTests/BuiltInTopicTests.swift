import Expectations
import Testing

@testable import Domain

struct BuiltInTopicTests {
  private let now = Timestamp(millisecondsSince1970: 1000)

  @Test func `a new installation has the topic artificial intelligence`() {
    expect(
      BuiltInTopic.topic(at: now),
      equals: Topic(
        id: "ai", title: "Artificial Intelligence", created: now, updated: now,
        updatedBy: "procon"))
  }

  @Test func `the topic has its pros and cons in order`() {
    expect(
      BuiltInTopic.arguments(.pro, at: now).arguments.map(\.text),
      equals: [
        "Error reduction", "Increase work efficiency", "Reduced cost of training", "No breaks",
      ])
    expect(
      BuiltInTopic.arguments(.con, at: now).arguments.map(\.text),
      equals: ["High cost", "Lesser jobs", "Fear of malicious implementation"])
  }

  @Test(arguments: Side.allCases) func `its arguments are the same as if each had been added`(
    side: Side
  ) throws {
    let list = BuiltInTopic.arguments(side, at: now)
    var added = ArgumentList(Column(side))
    for argument in list.arguments {
      _ = try added.add(text: argument.text, author: "procon", at: now)
    }
    expect(list.arguments, equals: added.arguments)
    expect(list.lastID, equals: added.lastID)
  }
}

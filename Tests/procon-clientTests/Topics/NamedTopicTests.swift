import Expectations
import TerminalClient
import Testing

@testable import procon_client

struct NamedTopicTests {
  private let topics: [KnownTopic] = [
    ("ai", "Artificial Intelligence"), ("which", "Why?"), ("which-db", "Which db?"),
    ("which-db-2", "Which db?"), ("wiki.cats", "Cats"), ("wiki.dogs", "ai"),
    ("wiki.which", "WHY?"),
  ].map { KnownTopic(TopicName(argument: $0)!, title: $1) }

  @Test(arguments: [
    ("ai", nil, ["ai"]), ("topics.ai", nil, ["ai"]), ("a", nil, ["ai…"]),
    ("artificial intelligence", nil, ["ai"]), ("which", nil, ["which"]),
    ("which-", nil, ["which-db", "which-db-2"]), ("which-db-", nil, ["which-db-2…"]),
    ("Which db?", nil, ["which-db", "which-db-2"]), ("Why?", nil, ["which"]),
    ("why?", nil, ["which", "wiki.which"]),
    ("wiki", nil, ["wiki.cats", "wiki.dogs", "wiki.which"]),
    ("wiki.c", nil, ["wiki.cats…"]), ("cats", nil, ["wiki.cats"]), ("ca", nil, []),
    ("ca", "wiki", ["wiki.cats…"]), ("ai", "wiki", ["wiki.dogs"]),
    ("which", "wiki", ["wiki.which"]),
    ("Artificial", nil, []), ("AI", "topics", []),
  ])
  func `an id comes before a title, and a title before the beginning of an id`(
    text: String, root: String?, found: [String]
  ) throws {
    let argument = try require(TopicArgument(argument: text))
    let names =
      switch topics.named(argument, under: root.flatMap(RootName.init(argument:))) {
      case .one(let topic): [topic.name.text]
      case .beginning(let topic): ["\(topic.name.text)…"]
      case .several(let topics): topics.map(\.name.text)
      case .none: [String]()
      }
    expect(names, equals: found)
  }

  @Test func `a list has at most 20 names`() {
    func list(_ count: Int) -> String {
      (0..<count).map { KnownTopic(TopicName(argument: "t\($0)")!) }.list
    }
    expect(list(1), equals: "t0")
    expect(list(3), equals: "t0, t1 and t2")
    expect(list(20).hasSuffix("t18 and t19"))
    expect(list(21).hasSuffix("t18 and 2 more"))
  }
}

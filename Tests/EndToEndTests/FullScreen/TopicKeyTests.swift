import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// What the keys of the list of topics do in procon-tui.
@Suite(.blocking) struct TopicKeyTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  private func create(_ titles: String...) throws {
    let peer = try one.daemon.connect()
    for title in titles { try peer.call("topics.create", #"{"title":"\#(title)"}"#) }
  }

  @Test func `n creates a topic, which is selected, and Enter opens it`() throws {
    let window = try one.start()
    try window.press("n")
    try window.type("Tea or coffee?")
    try window.press("Enter")
    try window.wait(for: "Topics (2)")
    try window.wait(for: "? keys")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (0)")
    expect(try window.lines()[0], equals: "Tea or coffee?")
    try window.press("Escape")
    try window.wait(for: "Topics (2)")
  }

  @Test func `a refusal is shown below the field, and the text stays`() throws {
    let window = try one.start()
    try window.press("n", "Enter")
    try window.wait(for: "title must not be empty")
    try window.type("Named")
    try window.wait { !$0.contains { $0.contains("must not be empty") } }
    try window.press("Enter")
    try window.wait(for: "Topics (2)")
  }

  @Test func `r renames, and D asks before it deletes`() throws {
    let window = try one.start()
    try window.press("r", "C-u")
    try window.type("AI 人工知能")
    try window.press("Enter")
    try window.wait { $0[1].hasPrefix("AI 人工知能") }
    try window.press("D")
    try window.wait(for: "Delete \"AI 人工知能\" and all its arguments? It cannot be brought back.")
    try window.press("y")
    try window.wait(for: "Topics (0)")
  }

  @Test func `u brings back what the user has deleted, and T what others have`() throws {
    let one = try FullScreenUser(store: .sqlite)
    let window = try one.start()
    try window.press("D")
    try window.wait(for: "and all its arguments? [y/N]")
    try window.press("y")
    try window.wait(for: "Topics (0)")
    try window.press("u")
    try window.wait(for: "Topics (1)")
    try window.wait(for: "? keys")
    try window.press("u")
    try window.wait(for: "You have deleted nothing here that can be brought back.")
    try one.daemon.connect().call("topics.remove", #"{"id":"ai"}"#)
    try window.wait(for: "Topics (0)")
    try window.press("T")
    try window.wait(for: "Deleted from topics (1)")
    expect(try window.lines()[1].hasPrefix("Artificial Intelligence "))
    expect(try window.lines()[1].hasSuffix(" · just now"))
    try window.press("Escape")
    try window.wait(for: "Topics (0)")
    try window.press("T")
    try window.wait(for: "Deleted from topics (1)")
    try window.press("Enter")
    try window.wait(for: "Topics (1)")
  }

  @Test func `D erases what was deleted, after a question`() throws {
    let one = try FullScreenUser(store: .sqlite)
    let peer = try one.daemon.connect()
    let post = try peer.call("topics.ai.posts.write", #"{"title":"Trial","content":"A"}"#)
    try peer.call("topics.ai.posts.remove", "{\"id\":\(post["result", "id"] ?? .null)}")
    let window = try one.start()
    try window.press("T")
    try window.wait(for: "Trial (a post of ai)")
    try window.press("D")
    try window.wait(for: "Erase \"Trial (a post of ai)\" for good? [y/N]")
    try window.press("y")
    try window.wait(for: "Topics (1)")
    try window.press("T")
    try window.wait(for: "Nothing was deleted that can be brought back.")
    expect(try peer.call("topics.remove.trash.list")["result", "items"]?.elements, equals: [])
  }

  @Test func `T says where nothing can be brought back`() throws {
    let window = try one.start()
    try window.press("T")
    try window.wait(for: "What is deleted here cannot be brought back.")
  }

  @Test func `f lists what has happened, and w what waits for the user, as it changes`() throws {
    let one = try FullScreenUser(store: .sqlite)
    let peer = try one.daemon.connect()
    let window = try one.start()
    try window.press("w")
    try window.wait(for: "Nothing waits for you.")
    try peer.call("topics.create", #"{"title":"Tea or coffee?"}"#)
    try peer.call(
      "topics.tea-or-coffee.todos.add",
      #"{"text":"Boil water","assignee":"\#(String(cString: getpwuid(geteuid()).pointee.pw_name))","due":"2999-01-01"}"#
    )
    try window.wait { $0[1] == "1 thing awaits you · until 2999-01-01" }
    try window.press("w")
    try window.wait(for: "What waits for you (1)")
    expect(try window.lines()[1].contains("Boil water"))
    try window.press("Enter")
    try window.wait { $0[0].hasPrefix("Tea or coffee?") }
    try window.press("Escape")
    try window.wait(for: "What waits for you (1)")
    try peer.call("topics.tea-or-coffee.todos.check", #"{"id":"1"}"#)
    try window.wait(for: "Topics (2)")
    expect(try !window.lines()[1].contains("await"))
    try window.press("f")
    try window.wait(for: "What has happened in topics (3)")
    expect(try window.lines()[1], equals: "Today")
    expect(try window.lines()[2].contains(#/^\d\d:\d\d Tea or coffee\?: .*Boil water/#))
    try window.press("Enter")
    try window.wait { $0[0].hasPrefix("Tea or coffee?") }
    try window.press("Escape")
    try window.wait(for: "What has happened in topics (3)")
    try window.press("Escape")
    try window.wait(for: "Topics (2)")
  }

  @Test func `a slash filters while typing, and Esc shows all topics again`() throws {
    try create("Tea", "Coffee", "Toffee")
    let window = try one.start()
    try window.press("/")
    try window.type("OFF")
    try window.wait(for: "Topics (2/4)")
    try window.press("Enter")
    try window.wait(for: "with \"OFF\"")
    expect(try window.lines()[1].hasPrefix("Coffee"))
    try window.press("j", "Enter")
    try window.wait { $0[0] == "Toffee" }
    try window.press("Escape")
    try window.wait(for: "Topics (2/4)")
    try window.press("Escape")
    try window.wait(for: "Topics (4)")
  }

  @Test func `s sorts by another column, and the selection stays with its topic`() throws {
    try create("Zebra", "Aardvark")
    let window = try one.start()
    try window.wait(for: "by created")
    expect(try window.lines()[1].hasPrefix("Artificial"))
    try window.press("s")
    try window.wait { $0[0].contains("by title") && $0[1].hasPrefix("Aardvark") }
    expect(try window.lines()[3].hasPrefix("Zebra"))
    try window.press("Enter")
    try window.wait { $0[0] == "Artificial Intelligence" }
  }

  @Test func `counts, score, leaning and age of a topic are shown`() throws {
    let window = try one.start()
    try window.wait(for: "4 pros · 3 cons · score +1 · leans pro")
    expect(try window.lines()[1].contains("██████▒▒▒▒"))
    expect(try window.lines()[1].hasSuffix("just now"))
  }
}

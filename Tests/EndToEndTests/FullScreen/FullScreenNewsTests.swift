import BoxWire
import BoxWireTestSupport
import Expectations
import HTTPTestSupport
import SystemTestSupport
import Testing

/// Changes by others light up in procon-tui, with the name of their author.
@Suite(.blocking) struct FullScreenNewsTests {
  private let directory = TemporaryDirectory()
  private let one: FullScreenUser
  /// Logged in as ada.
  private let ada: Peer

  init() throws {
    one = FullScreenUser(try .withUsers(in: directory))
    ada = try one.daemon.connect()
    try ada.call("session.login", #"{"name":"ada","password":"enchantress"}"#)
  }

  /// The first row that contains a text, with the sequences that style it.
  private func style(of text: String, in window: any TerminalWindow) throws -> String? {
    try window.styledLines().first { $0.contains(text) }
  }

  @Test(arguments: [(40, 10), (80, 24), (98, 60)])
  func `a changed argument lights up for a while, with the name of the author`(
    columns: Int, rows: Int
  ) throws {
    let window = try one.startBoard(in: .tmux(if: columns == 80), columns: columns, rows: rows)
    let start = ContinuousClock.now
    // Not the selected one, whose style is another.
    try ada.call("topics.ai.pros.change", #"{"id":"2","text":"Efficiency"}"#)
    try window.wait { $0.contains { $0.hasPrefix("+ Efficiency ") && $0.contains(" ada") } }
    let lit = try style(of: "+ Efficiency", in: window)
    try window.wait { $0.last?.hasPrefix("ada changed pro 2 \"Increase work") == true }
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
    try window.wait { !$0.contains { $0.contains(" ada") } }
    expect(try style(of: "+ Efficiency", in: window) != lit)
    // NewsTests checks that it ends after two seconds.
    expect(.now - start >= .seconds(2))
  }

  @Test func `added, moved, removed and undone arguments are reported, and a new title`() throws {
    let window = try one.startBoard(columns: 120)
    let expectNews = { (intent: String, parameters: String, words: String) in
      try ada.call(intent, parameters)
      try window.wait { $0.last == "ada \(words)" }
    }
    try expectNews("topics.ai.cons.add", #"{"text":"Noise"}"#, #"added con 4 "Noise""#)
    try expectNews("topics.ai.cons.move", #"{"id":"4","before":"1"}"#, #"moved con 4 "Noise""#)
    try expectNews(
      "topics.ai.cons.move", #"{"id":"4","to":"pro"}"#, #"moved con 4 "Noise" to pro 5"#)
    try expectNews("topics.ai.pros.remove", #"{"id":"5"}"#, #"removed pro 5 "Noise""#)
    try expectNews("topics.undo", #"{"id":"ai"}"#, #"added pro 5 "Noise", to undo a change"#)
    try expectNews(
      "topics.rename", #"{"id":"ai","title":"AI"}"#,
      #"renamed "Artificial Intelligence" to "AI""#)
    expect(try window.lines()[0].hasSuffix(" AI"))
  }

  @Test func `the topics of a service that answers late are not news`() async throws {
    let service = try await HTTPService(.board)
    try service.control(#"{"hold":"/topics"}"#)
    let files = ServiceFiles()
    try files.configure(#""topics":{"memory":true},"# + service.mount("news"))
    let late = FullScreenUser(try files.start())
    let window = try late.start()
    try window.wait(for: "Topics (1)")
    try service.release()
    try window.wait(for: "Topics (2)")
    try window.wait {
      !$0.contains { $0.contains("Somebody") } && $0.last?.hasPrefix("? keys  q quit") == true
    }
    let peer = try late.daemon.connect()
    _ = try peer.subscribe("news.isFetching")
    // A topic that comes in the same frame as the end of loading is not news.
    while try peer.value("news.isFetching").boolean != false { _ = try peer.next("change") }
    try window.press("s")
    try window.wait(for: "Topics (2) by title")
    try peer.call("news.create", #"{"title":"Tea"}"#)
    // The words are shown for a while only.
    try window.wait(for: "Somebody else has changed this.")
    expect(try window.lines().contains { $0.hasPrefix("Topics (3)") })
  }

  @Test func `changed topics light up in the list, with the name of the author`() throws {
    let window = try one.start()
    try ada.call("topics.ai.pros.add", #"{"text":"New"}"#)
    try window.wait { $0[1].hasSuffix("ada") && $0.last == #"ada added pro 5 "New""# }
    try ada.call("topics.create", #"{"title":"Tea"}"#)
    try window.wait { $0[2].hasPrefix("Tea ") && $0[2].hasSuffix("ada") }
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
    expect(try window.lines()[2].hasSuffix("just now"))
    try ada.call("topics.remove", #"{"id":"tea"}"#)
    try window.wait { $0.last == #"Somebody else has deleted "Tea"."# }
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
  }

  @Test func `new posts light up in the list, with the name of the author`() throws {
    let window = try one.startBoard()
    try window.press("o")
    try window.wait(for: "There are no posts yet.")
    try ada.call("topics.ai.posts.write", #"{"title":"Trial","content":"It is faster."}"#)
    try window.wait { $0.last == #"ada wrote post "Trial""# }
    expect(try window.lines().contains { $0.contains("Trial") })
  }

  @Test(arguments: [(40, 10), (80, 24), (98, 60)])
  func `a post that is read lights up, with the name of the author`(
    columns: Int, rows: Int
  ) throws {
    let answer = try ada.call("topics.ai.posts.write", #"{"title":"Trial","content":"Words"}"#)
    let id = try require(answer["result", "id"]?.string)
    let window = try one.startBoard(columns: columns, rows: rows)
    try window.press("o")
    try window.wait(for: "Trial")
    try window.press("Enter")
    try window.wait { $0[0] == "Trial" && $0.contains("Words") }
    let plain = try style(of: "Trial", in: window)
    try ada.call("topics.ai.posts.edit", #"{"id":"\#(id)","content":"Other words"}"#)
    try window.wait { $0.contains("Other words") && $0.last?.hasPrefix("ada edited post") == true }
    expect(try style(of: "Trial", in: window) != plain)
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
    expect(try style(of: "Trial", in: window), equals: plain)
  }

  @Test func `the user's own changes do not light up`() throws {
    let window = try one.startBoard()
    try window.press("a")
    try window.type("Mine")
    try window.press("Enter")
    try window.wait(for: "pro 5")
    for key in ["+", "K", "m", "u"] {
      try window.press(key)
      try window.press("?")
      try window.wait(for: "add a pro")
      try window.press("?")
      try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
      // The colour of news.
      expect(try !window.styledLines().contains { $0.contains("38;5;130") })
    }
  }

  @Test func `a store without a history says that it was somebody else`() throws {
    let other = try FullScreenUser(store: .files)
    let window = try other.startBoard()
    try other.daemon.connect().call("topics.ai.pros.change", #"{"id":"2","text":"Efficiency"}"#)
    try window.wait(for: "+ Efficiency")
    try window.wait { $0.last == "Somebody else has changed this." }
    try window.wait { $0.last?.hasPrefix("? keys  q quit") == true }
  }
}

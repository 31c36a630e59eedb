import BoardValues
import BoxServer
import BoxWire
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// `session` in a pipe: lines in, pages out.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionPipeTests {
  private let user = TestUser()

  private func start(_ server: SessionServer, words: [String] = []) throws -> UserProcess {
    try user.start(
      "procon-client", ["session", "--socket", server.socket] + words,
      environment: ["COLUMNS": "60"], input: .pipe)
  }

  /// Runs a session to its end.
  private func run(
    _ server: SessionServer, _ lines: String..., words: [String] = []
  ) throws -> (end: ChildProcess.End, pages: [String], errors: String) {
    let client = try start(server, words: words)
    try client.write(lines.map { "\($0)\n" }.joined())
    client.endInput()
    return (try client.waitForEnd(), client.output.pages, client.errors)
  }

  // MARK: Pages

  @Test func `the first page shows the route's scene, its rows and what can be done`() async throws
  {
    let (end, pages, errors) = try run(try await SessionServer())
    expect(end, equals: .exited(0), "\(errors)")
    expect(
      pages,
      equals: [
        """
        Topics (2)
        ────────────────────────────────────────────────────────────
        #1  ai   Artificial …  2 pros · 1 con · score +1 · leans pro
        #2  tea  Tea or coff…  2 pros · 1 con · score +1 · leans pro

        1 create  2 toTopics  3 toBoard  4 toPosts  5 toPost
        6 toCreatePost  7 toPoll  8 dismiss  9 login  10 logout
        ? help
        """
      ])
  }

  @Test func `a row is opened by its number, and the daemon says what follows`() async throws {
    let (end, pages, errors) = try run(try await SessionServer(), "#1", "dismiss")
    expect(end, equals: .exited(0), "\(errors)")
    expect(pages.count, equals: 3)
    expect(pages[1].hasPrefix("Artificial Intelligence\n2 pros · 1 con · score +1 · leans pro\n"))
    expect(pages[1].contains("+ Fast [1]"))
    expect(pages[1].contains("1 add  2 refresh"), equals: false)
    expect(pages[1].contains("1 pros.add  2 posts.refresh  3 toTopics"))
    expect(pages[2], equals: pages[0])
  }

  @Test func `an intent asks for each parameter, and an empty answer takes the default`()
    async throws
  {
    let server = try await SessionServer()
    let (end, pages, errors) = try run(
      server, "toBoard", "topics.ai", "1", "Cheap", "", "pros.add", "Light", "3")
    expect(end, equals: .exited(0), "\(errors)")
    expect(server.calls.events, equals: ["add Cheap 1", "add Light 3"])
    expect(pages.last?.contains("+ Light [4]"), equals: true)
  }

  @Test func `a draft is written and saved, with several lines`() async throws {
    let server = try await SessionServer()
    let (end, pages, errors) = try run(
      server, "toPosts", "topics.ai", "toCreatePost", "", "setTitle", "Third", "setContent",
      #"one\"#, #"two\\"#, "save")
    expect(end, equals: .exited(0), "\(errors)")
    expect(
      pages.contains {
        $0.hasPrefix("New post\n\nTitle    Third\nContent  one\n         two\\\nSave     ready\n")
      })
    expect(pages.last?.contains("#1  Third"), equals: true)
    expect(await onLoop { server.posts.value[0].subtitle }, equals: "one\ntwo\\")
  }

  @Test func `a post shows whether it is being edited, and the daemon's word for that`()
    async throws
  {
    let (end, pages, errors) = try run(
      try await SessionServer(), "toPosts", "topics.ai", "#2", "edit")
    expect(end, equals: .exited(0), "\(errors)")
    expect(pages[2].hasPrefix("First\n\nIt is faster.\n"))
    expect(pages[2].contains("3 edit  4 delete"))
    expect(pages[3].hasPrefix("First\nIt is being edited, and cannot be saved yet.\n"))
    expect(pages[3].contains("3 edit (Save)  4 delete"))
  }

  @Test(arguments: [("y", 1), ("yes", 1), ("", 2), ("n", 2)])
  func `deleting a post asks first`(answer: String, left: Int) async throws {
    let server = try await SessionServer()
    let (end, _, errors) = try run(server, "toPosts", "topics.ai", "#1", "delete", answer)
    expect(end, equals: .exited(0), "\(errors)")
    expect(await onLoop { server.posts.value.count }, equals: left)
  }

  @Test func `a question without an answer ends a script before anything is sent`() async throws {
    let server = try await SessionServer()
    let (end, _, errors) = try run(server, "toPosts", "topics.ai", "#1", "delete")
    expect(end, equals: .exited(65))
    expect(
      errors,
      equals: """
        procon-client: standard input ended after 'Are you sure you want to delete this post? [y/N] ' \
        was asked for

        """)
    expect(await onLoop { server.posts.value.count }, equals: 2)
  }

  @Test func `a failure in a box is an alert`() async throws {
    let server = try await SessionServer()
    await onLoop { server.topicsState.value = Content(status: false, message: "The disk is full.") }
    let (_, pages, _) = try run(server)
    expect(pages[0].hasPrefix("Alert: The disk is full.\nTopics (2)\n"))
  }

  @Test func `a change by others is a page, and only what is shown is subscribed to`() async throws
  {
    let server = try await SessionServer()
    let client = try start(server)
    try client.write("toPoll\n")
    try client.wait { client.output.contains("A poll in the hall") }
    expect(try await server.observed.wait(count: 1), equals: [true])
    await onLoop { server.session?.closing.value = "soon" }
    try client.wait { client.output.contains("closing   soon") }
    try client.write("dismiss\n")
    expect(try await server.observed.wait(count: 2), equals: [true, false])
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.errors, equals: "")
  }

  // MARK: Scenes that the client does not know

  @Test func `a scene of another kind is shown by its description alone`() async throws {
    let (end, pages, errors) = try run(try await SessionServer(), "toPoll")
    expect(end, equals: .exited(0), "\(errors)")
    expect(
      pages[1],
      equals: """
        A poll in the hall

        bell      quiet
        closing   –
        isOpen    yes
        question  What shall we drink?
                  In the afternoon.
        tags      kitchen
                  daily
        voters    12

        options (2)
        votes  name
        3      Tea
        10     Coffee

        rules
        votesEach  2
        closes     2026-12-01T10:00:00.000Z

        1 ring  2 vote  3 toTopics  4 toBoard  5 toPosts  6 toPost
        7 toCreatePost  8 toPoll  9 dismiss  10 login  11 logout
        ? help
        """)
  }

  @Test func `its intents are asked for as their schemas say`() async throws {
    let server = try await SessionServer()
    let (end, pages, errors) = try run(
      server, "toPoll", "vote", "2", "", "", "2", "1", "3", "yes", "ring")
    expect(end, equals: .exited(0), "\(errors)")
    expect(server.calls.events, equals: ["vote 2 1 -", "vote 1 3 true", "ring"])
    expect(pages.last?.contains("6      Tea\n11     Coffee"), equals: true)
  }

  @Test(arguments: [
    (["vote", "3"], "option must be: whole number, 1 to 2"),
    (["vote", "one"], "option must be: whole number, 1 to 2"),
    (["vote", ""], "option must be given"), (["vote", "1", "4"], "weight must be: whole"),
    (["vote", "1", "1", "maybe"], "secret must be: true or false"),
    (["votes"], "there is no 'votes' (did you mean 'vote'?); ? lists what can be done"),
    (["99"], "there is no number 99"), (["#1"], "there is no row #1"),
    (["vote", "1"], "standard input ended after 'weight: ' was asked for"),
  ])
  func `a line that is not possible ends a script before anything is sent`(
    lines: [String], sentence: String
  ) async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try client.write((["toPoll"] + lines).map { "\($0)\n" }.joined())
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(65))
    expect(client.errors.hasPrefix("procon-client: \(sentence)"), "\(client.errors)")
    expect(server.calls.events, equals: [])
  }

  @Test func `a question mark lists what can be done with its parameters`() async throws {
    let (_, pages, _) = try run(try await SessionServer(), "toPoll", "?")
    expect(
      pages.last?.contains("2   vote          (option, [weight], [secret]) Votes for an"),
      equals: true)
  }

  @Test func `what an intent answers is printed`() async throws {
    let (end, pages, _) = try run(try await SessionServer(), "create", "New")
    expect(end, equals: .exited(0))
    expect(pages.last, equals: "{\"id\":\"new\"}")
  }

  // MARK: Failures

  @Test func `the first refusal ends a script with its exit code`() async throws {
    let server = try await SessionServer()
    let (end, pages, errors) = try run(server, "toBoard", "topics.nope", "toPoll")
    expect(end, equals: .exited(4))
    expect(pages.count, equals: 1)
    expect(errors.hasPrefix("procon-client: refused: there is no topics.nope"))
  }

  @Test func `a refusal that a box shows is shown before the end`() async throws {
    let (end, pages, errors) = try run(
      try await SessionServer(), "toCreatePost", "topics.ai", "save")
    expect(end, equals: .exited(65))
    expect(pages.last?.hasPrefix("Alert: A post needs a title.\nNew post\n"), equals: true)
    expect(errors.contains("a post needs a title"))
  }

  @Test func `boxes that may not be read are an alert, and the session goes on`() async throws {
    let server = try await SessionServer()
    await onLoop {
      server.rights = Rights(read: [Pattern("topics.ai.**")!], set: [], delete: [], call: [])
    }
    let (end, pages, errors) = try run(server, "toBoard", "topics.ai")
    expect(end, equals: .exited(0), "\(errors)")
    expect(pages[0].hasPrefix("Alert: you may not read topics.isErrorFree\nTopics (0)\n"))
    expect(pages[0].contains("create"), equals: false)
    expect(pages[1].hasPrefix("Artificial Intelligence\n"))
  }

  @Test func `a daemon that is lost ends a script`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try client.wait { client.output.contains("? help") }
    await server.stop()
    expect(try client.waitForEnd(), equals: .exited(75))
    expect(client.errors.hasPrefix("procon-client: the connection was lost"))
  }

  @Test func `a daemon without sessions is reported`() async throws {
    let server = try await TopicsServer(topics: 1)
    let client = try user.start(
      "procon-client", ["session", "--socket", server.socket], input: .pipe)
    expect(try client.waitForEnd(), equals: .exited(4))
    withExtendedLifetime(server) {}
    expect(client.errors.hasPrefix("procon-client: this daemon has no sessions; show its boxes"))
  }

  @Test func `input that is not UTF-8 is refused`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try client.write([0xFF, 0x0A])
    expect(try client.waitForEnd(), equals: .exited(65))
    withExtendedLifetime(server) {}
    expect(client.errors, equals: "procon-client: a line on standard input is not UTF-8\n")
  }
}

extension String {
  /// Printed pages. A page begins after the menu of the one before.
  fileprivate var pages: [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    var pages: [[Substring]] = [[]]
    for line in lines {
      pages[pages.count - 1].append(line)
      if line.hasSuffix("? help") { pages.append([]) }
    }
    return pages.map { $0.joined(separator: "\n").trimmingLineEnds }.filter { !$0.isEmpty }
  }

  private var trimmingLineEnds: String {
    var text = self[...]
    while text.first == "\n" { text.removeFirst() }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}

import Domain
import DomainTestSupport
import Expectations
import Glibc
import Synchronization
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import FilePlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct FileGatewayTests {
  private let wiki = Wiki()

  @Test(arguments: GatewayContract.sentences + GatewayContract.trashSentences)
  func `a gateway on files fulfils the contract`(sentence: GatewayContract) async throws {
    try await sentence.check(wiki.gateway())
  }

  @Test func `a new gateway finds what the last one stored`() async throws {
    let now = GatewayContract.later
    let first = wiki.gateway()
    let (board, _) = try await GatewayContract.update("ai", in: first) {
      board throws(BoardError) in
      _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
      _ = try board.remove(.pro, id: "2", by: "ada", at: now)
      _ = try board.change(.con, id: "1", text: "Very high cost", by: "ada", at: now)
      _ = try board.add(.con, text: "Cafés 👩‍🚀", weight: 5, author: "ada", at: now)
    }
    await first.close()
    expect(try await wiki.gateway().board(of: "ai").value, equals: board)
    await #expect(throws: BoardError.store(.unavailable(reason: "\(wiki.path) is closed"))) {
      try await first.board(of: "ai")
    }
  }

  @Test func `another daemon gives no identifier of an option, an objection or a todo again`()
    async throws
  {
    let text = """
      # AI
      ## Options
      ### One
      #### Pros
      - A
      - B
      ### Two
      ## Objections
      - C
      - D
      ## Todos
      - [ ] E
      - [ ] F

      """
    let first = wiki.gateway()
    _ = try await first.topics()
    try wiki.edit("ai", text)
    try await wiki.lookUntilCalm(first)
    expect(try await first.board(of: "ai").value.options.elements.map(\.id), equals: ["1", "2"])
    await first.close()
    try wiki.edit(
      "ai",
      text.replacing("### Two", with: "### New\n### Two").replacing("- A\n", with: "")
        .replacing("- B", with: "- New\n- B").replacing("- D", with: "- New")
        .replacing("- [ ] F", with: "- [ ] New"))
    let board = try await wiki.gateway().board(of: "ai").value
    expect(board.options.elements.map(\.id), equals: ["1", "3", "2"])
    expect(board[Column(.pro, of: "1")]?.arguments.map(\.id), equals: ["3", "2"])
    expect(board.objections.elements.map(\.id), equals: ["1", "3"])
    expect(board.todos.elements.map(\.id), equals: ["1", "3"])
  }

  @Test func `a topic with options is removed, restored and copied as it was`() async throws {
    let gateway = wiki.gateway()
    let now = GatewayContract.later
    let (board, _) = try await GatewayContract.update("ai", in: gateway) {
      board throws(BoardError) in
      _ = try board.convert(to: "Yes", text: "It is", by: "ada", at: now)
      _ = try board.addOption("No", by: "ada", at: now)
      _ = try board.comment(
        on: "1", Column(.pro, of: "1"), text: "Why?", author: "bob", at: now)
      _ = try board.object("Wait", by: "bob", at: now)
      _ = try board.addTodo("Do it", assignee: "ada", due: Day("2026-12-01"), by: "ada", at: now)
      _ = try board.takePosition(.option("2"), because: nil, by: "ada", at: now)
      _ = try board.decide(.option("1"), reason: "So", by: "ada", at: now)
      try board.supersede(by: "next", author: "ada", at: now)
    }
    let entry = Removal(by: "ada", at: now)
    _ = try await gateway.remove("ai", entry)
    _ = try await gateway.restore(entry.id, by: "ada", at: now)
    expect(try await gateway.board(of: "ai").value, equals: board)
    let overview = try require(try await gateway.topics().value.first)
    expect(overview.options.count, equals: 2)
    expect(overview, equals: board.overview)
    await gateway.close()
    expect(try await wiki.gateway().board(of: "ai").value, equals: board)
  }

  @Test func `a directory used by another store is refused, whatever its path`() async throws {
    let first = wiki.gateway()
    _ = try await first.topics()
    symlink(wiki.path, wiki.directory.file("other"))
    for path in ["\(wiki.path)/", "\(wiki.path)/.", wiki.directory.file("other")] {
      let second = FileGateway(path: path)
      let reason = "\(path) is in use by another mount or daemon"
      await #expect(throws: TopicError.store(.unavailable(reason: reason))) {
        try await second.topics()
      }
    }
    await first.close()
    let next = FileGateway(path: wiki.directory.file("other"))
    expect(try await next.topics().value.map(\.id), equals: ["ai"])
  }

  @Test func `the built-in topic does not return after it was removed`() async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.remove("ai")
    await gateway.close()
    expect(try await wiki.gateway().topics().value.isEmpty)
    expect(entries(of: wiki.path), equals: [".trash"])
  }

  @Test func `a removal that was cut off leaves one topic, not two`() async throws {
    let gateway = wiki.gateway()
    try await wiki.add("New", gateway)
    let text = contents(of: wiki.file("ai"))
    var status = stat()
    stat(wiki.file("ai"), &status)
    _ = try await gateway.remove("ai")
    expect(try await gateway.trash().map(\.item.topic), equals: ["ai"])
    // As if the daemon had been killed between the copy and the removal.
    try write(text ?? "", to: wiki.file("ai"))
    utimensat(AT_FDCWD, wiki.file("ai"), [status.st_mtim, status.st_mtim], 0)
    expect(try await gateway.trash().map(\.item.topic), equals: [])
    try await wiki.lookUntilCalm(gateway)
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
    try await wiki.add("Newer", gateway)
    expect(try await gateway.trash(), equals: [])
  }

  @Test func `a file gateway keeps no history and says what does`() async throws {
    let gateway = wiki.gateway()
    try await wiki.add("New", gateway)
    await #expect(throws: BoardError.noHistory) {
      try await gateway.history(of: "ai", before: nil, limit: 1)
    }
    await #expect(throws: UndoError.board(.noHistory)) {
      try await StoreTopics(gateway: gateway) { GatewayContract.later }.undo("ai", author: "ada")
    }
    await #expect(throws: BoardError.noTopic(id: "none")) {
      try await gateway.history(of: "none", before: nil, limit: 1)
    }
  }

  @Test func `a document keeps its mode, and a new one is readable by everybody`() async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    expect(try wiki.mode("ai"), equals: 0o644)
    chmod(wiki.file("ai"), 0o600)
    try await wiki.add("New", gateway)
    expect(try wiki.mode("ai"), equals: 0o600)
  }

  @Test func `a symbolic link is reported and not followed`() async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    try write("# Secret\n", to: wiki.directory.file("secret"))
    symlink(wiki.directory.file("secret"), wiki.file("link"))
    try await wiki.lookUntilCalm(gateway)
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
    let fault = "\(wiki.file("link")): a symbolic link, which is not followed"
    expect(await wiki.faults(gateway), equals: [fault])
    await #expect(throws: BoardError.store(.damaged(place: fault))) {
      try await gateway.update("link") { _ in }
    }
    // In place of a document.
    unlink(wiki.file("ai"))
    symlink(wiki.directory.file("secret"), wiki.file("ai"))
    await #expect(throws: BoardError.self) { try await wiki.add("New", gateway) }
    expect(contents(of: wiki.directory.file("secret")), equals: "# Secret\n")
    // The directory itself may be one.
    symlink(wiki.path, wiki.directory.file("other"))
    unlink(wiki.file("ai"))
    await gateway.close()
    let other = FileGateway(path: wiki.directory.file("other"))
    _ = try await GatewayContract.addTopic("A", to: other)
    expect(contents(of: wiki.file("a"))?.hasPrefix("# A <!-- "), equals: true)
  }

  @Test(arguments: [true, false])
  func `a directory that is replaced is reported, and what replaces it is left alone`(
    byLink: Bool
  ) async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    let (moved, other) = (wiki.directory.file("moved"), wiki.directory.file("other"))
    mkdir(other, 0o700)
    try write("# Other\n", to: "\(other)/ai.md")
    rename(wiki.path, moved)
    if byLink { symlink(other, wiki.path) } else { rename(other, wiki.path) }
    let sentence =
      "\(wiki.path) is another directory than when it was opened; "
      + "move the first one back, or restart the daemon to use this one"
    await #expect(throws: BoardError.store(.unavailable(reason: sentence))) {
      try await wiki.add("New", gateway)
    }
    await #expect(throws: TopicError.store(.unavailable(reason: sentence))) {
      try await gateway.remove("ai")
    }
    expect(await gateway.check().isFailed)
    expect(await wiki.faults(gateway), equals: [sentence])
    expect(entries(of: wiki.path), equals: ["ai.md"])
    expect(wiki.text(), equals: "# Other\n")
    // The first one is back.
    rename(wiki.path, wiki.directory.file("gone"))
    rename(moved, wiki.path)
    try await wiki.lookUntilCalm(gateway)
    expect(await wiki.faults(gateway), equals: [])
    try await wiki.add("New", gateway)
    expect(try await wiki.pros(gateway).count, equals: 5)
  }

  @Test func `a file system that cannot exchange files is read-only, with an explanation`()
    async throws
  {
    _ = try await wiki.gateway().topics()
    let gateway = FileGateway(path: wiki.path, canExchange: false)
    expect(try await gateway.topics().value.count, equals: 1)
    let sentence =
      "\(wiki.path) is read-only: its file system cannot exchange two files (renameat2)"
    await #expect(throws: BoardError.store(.unavailable(reason: sentence))) {
      try await wiki.add("New", gateway)
    }
    await #expect(throws: TopicError.store(.unavailable(reason: sentence))) {
      try await gateway.remove("ai")
    }
    expect(await wiki.faults(gateway), equals: [sentence])
  }

  @Test func `a missing directory is created, and one that cannot be created is reported`()
    async throws
  {
    let gateway = FileGateway(path: wiki.directory.file("missing/wiki"))
    await #expect(
      throws: TopicError.store(
        .unavailable(reason: "\(wiki.directory.file("missing/wiki")): No such file or directory"))
    ) {
      try await gateway.topics()
    }
    mkdir(wiki.directory.file("missing"), 0o700)
    expect(try await gateway.topics().value.isEmpty)
  }

  @Test func `a document of 16 MiB is read, a larger one is reported`() async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    let line = "- Soft\n\n"
    let head = "# A\n\n## Pros\n\n\(line)"
    let rest = letters((16 << 20) - head.utf8.count)
    try write(head + rest, to: wiki.file("a"))
    try write(head + rest + "x", to: wiki.file("b"))
    try await wiki.lookUntilCalm(gateway)
    expect(try await gateway.topics().value.map(\.id).sorted(), equals: ["a", "ai"])
    expect(await wiki.faults(gateway), equals: ["\(wiki.file("b")): larger than 16 MiB"])
  }

  // On tmpfs, which accepts any date.
  @Test func `a file from any year is read`() async throws {
    let path = "/dev/shm/procon-test-\(getpid())"
    mkdir(path, 0o700)
    defer {
      for name in entries(of: path) { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    for (name, seconds) in [("late", Int.max / 2), ("early", -Int.max / 2), ("now", 0)] {
      try write("# \(name)\n\n## Pros\n\n- A\n", to: "\(path)/\(name).md")
      var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      utimensat(AT_FDCWD, "\(path)/\(name).md", &times, 0)
    }
    let gateway = FileGateway(path: path)
    expect(try await gateway.topics().value.map(\.id), equals: ["early", "now", "late"])
    _ = try await gateway.update("late") { board throws(BoardError) in
      try board.add(
        .pro, text: "New", author: "ada", at: Timestamp(millisecondsSince1970: 1_700_000_000_000))
    }
  }

  @Test func `anything that looks like a document but is not one is reported`() async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    for name in ["A b.md", "create.md", ".hidden.md", "notes.txt", "ai.md~"] {
      try write("x", to: "\(wiki.path)/\(name)")
    }
    try await wiki.lookUntilCalm(gateway)
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
    expect(
      await wiki.faults(gateway),
      equals: [
        "\(wiki.path)/A b.md: is not shown: the name of a topic is 1 to 64 letters, digits, _ and -",
        "\(wiki.path)/create.md: is not shown: no topic can be named create",
      ])
  }
}

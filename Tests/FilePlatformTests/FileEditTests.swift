import Domain
import DomainTestSupport
import Expectations
import Glibc
import Synchronization
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import FilePlatform

/// People edit documents while a gateway uses them.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct FileEditTests {
  private let wiki = Wiki()

  /// A gateway that has read everything.
  private func gateway() async throws -> FileGateway {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    wiki.settle(wiki.file("ai"))
    expect(await gateway.check().isCalm)
    return gateway
  }

  @Test func `only an edit is noticed and reported`() async throws {
    let gateway = try await gateway()
    var reports = StoreReports(gateway)
    let before = reports.version
    expect(await gateway.check().isCalm)
    try wiki.edit("ai", wiki.text().replacing("No breaks", with: "No breaks at all (4)"))
    expect(await gateway.check(["ai.md"]).isCalm)
    let step = try await reports.next()
    guard case .board(let edited)? = step.changes.first, step.changes.count == 1 else {
      Issue.record("\(step) is not the edit")
      return
    }
    expect(step.version, equals: before + 1)
    let changed = edited.pros.arguments[3]
    expect(changed.text, equals: "No breaks at all")
    expect(changed.weight, equals: 4)
    expect(changed.updated > GatewayContract.start)
    expect(try await gateway.board(of: "ai").value, equals: edited)
    // It is written with its new date.
    try await wiki.add("New", gateway)
    let board = try await gateway.board(of: "ai").value
    await gateway.close()
    expect(try await self.wiki.gateway().board(of: "ai").value, equals: board)
  }

  @Test func `editors that replace files, append to them or write in place are all noticed`()
    async throws
  {
    let gateway = try await gateway()
    try write(wiki.text().replacing("No breaks", with: "Replaced"), to: "\(wiki.path)/x~")
    wiki.settle("\(wiki.path)/x~")
    rename("\(wiki.path)/x~", wiki.file("ai"))
    expect(await gateway.check(["ai.md"]).isCalm)
    expect(try await wiki.pros(gateway).last, equals: "Replaced")
    try wiki.edit("ai", wiki.text() + "\n## Pros\n- Appended\n")
    expect(await gateway.check(["ai.md"]).isCalm)
    expect(try await wiki.pros(gateway).suffix(2), equals: ["Replaced", "Appended"])
    try wiki.edit("ai", "## Pros\n- Alone\n")
    expect(await gateway.check(["ai.md"]).isCalm)
    expect(try await wiki.pros(gateway), equals: ["Alone"])
  }

  @Test func `a document is read when it is no longer changing, and later if it became empty`()
    async throws
  {
    let gateway = try await gateway()
    let text = wiki.text()
    try wiki.begin("ai", "## Pros\n- A\n")
    expect(await gateway.check(["ai.md"]).wait, equals: .milliseconds(100))
    expect(try await wiki.pros(gateway).count, equals: 4)
    try wiki.begin("ai", "")
    expect(await gateway.check(["ai.md"]).wait, equals: .seconds(1))
    expect(try await wiki.pros(gateway).count, equals: 4)
    try wiki.edit("ai", text + "\n## Pros\n- New\n")
    expect(await gateway.check(["ai.md"]).isCalm)
    expect(try await wiki.pros(gateway).count, equals: 5)
    // Moved away for a moment.
    rename(wiki.file("ai"), "\(wiki.path)/x~")
    expect(await gateway.check(["ai.md"]).wait, equals: .seconds(1))
    expect(try await wiki.pros(gateway).count, equals: 5)
    rename("\(wiki.path)/x~", wiki.file("ai"))
    expect(await gateway.check(["ai.md"]).isCalm)
    // Permanently empty.
    try wiki.edit("ai", "")
    expect(await gateway.check(["ai.md"]).isCalm)
    expect(try await wiki.pros(gateway).isEmpty)
  }

  @Test func `a change waits until an edit is complete, and applies to the edited document`()
    async throws
  {
    let gateway = try await gateway()
    try write(wiki.text().replacing("No breaks", with: "Edited"), to: wiki.file("ai"))
    try await wiki.add("New", gateway)
    expect(try await wiki.pros(gateway).suffix(2), equals: ["Edited", "New"])
    expect(wiki.text().contains("- Edited <!-- 4 procon "))
  }

  @Test func `a document that cannot be parsed keeps its last good state and is reported`()
    async throws
  {
    let gateway = try await gateway()
    let good = wiki.text()
    try wiki.edit("ai", good + "<<<<<<< HEAD\n")
    expect(await gateway.check(["ai.md"]).isCalm)
    let lines = good.split(separator: "\n", omittingEmptySubsequences: false).count
    let fault = "\(wiki.file("ai")), line \(lines): an unresolved merge conflict"
    expect(await wiki.faults(gateway), equals: [fault])
    expect(try await wiki.pros(gateway).count, equals: 4)
    await #expect(throws: BoardError.store(.damaged(place: fault))) {
      try await wiki.add("New", gateway)
    }
    expect(wiki.text(), equals: good + "<<<<<<< HEAD\n")
    // The good state is restored.
    try wiki.edit("ai", good)
    expect(await gateway.check().isCalm)
    expect(await wiki.faults(gateway), equals: [])
    expect(try await wiki.pros(gateway).count, equals: 4)
    try wiki.edit("ai", good + "<<<<<<< HEAD\n")
    await gateway.close()
    // Without a last good state there is nothing to show, but the topic exists.
    let other = wiki.gateway()
    expect(try await other.topics().value.isEmpty)
    await #expect(throws: BoardError.store(.damaged(place: fault))) {
      try await other.board(of: "ai")
    }
    expect(try await GatewayContract.addTopic("AI", to: other).id, equals: "ai-2")
    try wiki.edit("ai", good)
    wiki.settle(wiki.file("ai-2"))
    expect(await other.check().isCalm)
    expect(await wiki.faults(other), equals: [])
    expect(try await wiki.pros(other).count, equals: 4)
  }

  @Test func `topics appear and disappear with their documents`() async throws {
    let gateway = try await gateway()
    try wiki.edit("cats", "# Cats\n")
    expect(await gateway.check().isCalm)
    expect(Set(try await gateway.topics().value.map(\.topic.title)).contains("Cats"))
    unlink(wiki.file("ai"))
    try await wiki.lookUntilCalm(gateway)
    expect(try await gateway.topics().value.map(\.id), equals: ["cats"])
  }

  // MARK: Both at the same time

  @Test func `an edit during a change is not lost`() async throws {
    let gateway = try await gateway()
    let count = Mutex(0)
    _ = try await gateway.update("ai") { [wiki] board throws(BoardError) in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { try? wiki.edit("ai", wiki.text().replacing("No breaks", with: "Edited")) }
      return try board.add(.pro, text: "New", author: "ada", at: GatewayContract.later)
    }
    expect(try await wiki.pros(gateway).suffix(2), equals: ["Edited", "New"])
    expect(await wiki.faults(gateway), equals: [])
  }

  @Test func `a document that becomes a symbolic link during a change is not written to`()
    async throws
  {
    let gateway = try await gateway()
    let (text, secret, document) = (wiki.text(), wiki.directory.file("secret"), wiki.file("ai"))
    try write(text, to: secret)
    await #expect(throws: BoardError.self) {
      try await gateway.update("ai") { board throws(BoardError) in
        unlink(document)
        symlink(secret, document)
        return try board.add(.pro, text: "New", author: "ada", at: GatewayContract.later)
      }
    }
    expect(contents(of: secret), equals: text)
    expect(
      await wiki.faults(gateway),
      equals: ["\(wiki.file("ai")): a symbolic link, which is not followed"])
  }

  /// Edits a document just before files are exchanged, in a way that its date does not show.
  private func editUnseen(_ old: String, _ new: String) {
    var status = stat()
    stat(wiki.file("ai"), &status)
    try? write(wiki.text().replacing(old, with: new), to: wiki.file("ai"))
    utimensat(AT_FDCWD, wiki.file("ai"), [status.st_atim, status.st_mtim], 0)
  }

  @Test func `an edit at the last moment is recovered from the exchange`() async throws {
    let gateway = try await gateway()
    let count = Mutex(0)
    _ = try await gateway.update("ai") { board throws(BoardError) in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { editUnseen("No breaks", "No brakes") }
      return try board.add(.pro, text: "New", author: "ada", at: GatewayContract.later)
    }
    expect(count.withLock { $0 }, equals: 2)
    expect(try await wiki.pros(gateway).suffix(2), equals: ["No brakes", "New"])
    expect(wiki.text().contains("No brakes"))
    expect(await wiki.faults(gateway), equals: [])
  }

  @Test(arguments: [true, false])
  func `two changes of the same argument are both kept`(isUnseen: Bool) async throws {
    let gateway = try await gateway()
    let count = Mutex(0)
    _ = try await gateway.update("ai") { board throws(BoardError) in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst, isUnseen { editUnseen("No breaks", "No brakes") }
      if isFirst, !isUnseen {
        try? wiki.edit("ai", wiki.text().replacing("No breaks", with: "No brakes"))
      }
      return try board.change(
        .pro, id: "4", text: "Ours", by: "ada", at: GatewayContract.later)
    }
    expect(try await wiki.pros(gateway).last, equals: "Ours")
    let kept = entries(of: wiki.path).filter { $0.hasPrefix("ai.conflict-") }
    let name = try require(
      kept.first { contents(of: "\(wiki.path)/\($0)")?.contains("No brakes") == true })
    // While another test starts a process, a copy of the descriptor of procon's own draft may be open
    // there. The draft is kept, too, then.
    for other in kept where other != name {
      expect(contents(of: "\(wiki.path)/\(other)")?.contains("Ours"), equals: true)
      unlink("\(wiki.path)/\(other)")
      expect(await gateway.check([other]).isCalm)
    }
    expect(
      await wiki.faults(gateway),
      equals: [
        "\(wiki.path)/\(name): contains what somebody else wrote at the same time as procon; "
          + "add what is missing to ai.md, then remove this file"
      ])
    unlink("\(wiki.path)/\(name)")
    expect(await gateway.check([name]).isCalm)
    expect(await wiki.faults(gateway), equals: [])
  }

  @Test(arguments: [true, false])
  func `what an editor writes to the displaced file is kept`(byCheck: Bool) async throws {
    let gateway = try await gateway()
    let editor = open(wiki.file("ai"), O_WRONLY | O_APPEND)
    try await wiki.add("New", gateway)
    expect(Glibc.write(editor, "Late words\n", 11), equals: 11)
    close(editor)
    if byCheck {
      let hidden = try require(entries(of: wiki.path).first { $0.hasPrefix(".ai.md.") })
      expect(await gateway.check([hidden]).isCalm)
    } else {
      try await wiki.add("Newer", gateway)
    }
    let name = try require(entries(of: wiki.path).first { $0.hasPrefix("ai.conflict-") })
    expect(contents(of: "\(wiki.path)/\(name)")?.hasSuffix("Late words\n"), equals: true)
    expect(
      await wiki.faults(gateway)?.first?.hasPrefix("\(wiki.path)/\(name): contains"), equals: true)
    expect(try await wiki.pros(gateway).contains("New"))
    // The next daemon reports it too.
    await gateway.close()
    let next = wiki.gateway()
    expect(try await next.topics().value.count, equals: 1)
    expect(await wiki.faults(next)?.count, equals: 1)
  }

  @Test func `a file that an editor has open is kept over several changes`() async throws {
    let gateway = try await gateway()
    let editor = open(wiki.file("ai"), O_WRONLY | O_APPEND)
    for number in 1...3 { try await wiki.add("New \(number)", gateway) }
    expect(Glibc.write(editor, "Late words\n", 11), equals: 11)
    close(editor)
    try await wiki.add("Newer", gateway)
    let name = try require(entries(of: wiki.path).first { $0.hasPrefix("ai.conflict-") })
    expect(contents(of: "\(wiki.path)/\(name)")?.hasSuffix("Late words\n"), equals: true)
    // The other ones are removed.
    try await wiki.add("Newest", gateway)
    expect(entries(of: wiki.path).filter { $0.hasPrefix(".ai.md.") }.count, equals: 1)
  }

  @Test func `an edit that a client had not seen when changing the same argument is kept`()
    async throws
  {
    var store = wiki.store()
    let directory = try store.opened()
    try write(wiki.text().replacing("No breaks", with: "By hand"), to: wiki.file("ai"))
    let change = wiki.change { board throws(BoardError) in
      _ = try board.change(.pro, id: "4", text: "By procon", by: "ada", at: GatewayContract.later)
    }
    // The change waits until the edit is complete, and the store reads the edit first.
    store.change("ai", [change])
    guard case (.wait, _)? = try change.outcome?.get() else {
      Issue.record("the change did not wait")
      return
    }
    wiki.settle(wiki.file("ai"))
    try wiki.lookUntilCalm(&store, directory)
    expect(try store.contents(of: "ai")?.board.pros.arguments.last?.text, equals: "By hand")
    store.change("ai", [change])
    guard case (.done, _)? = try change.outcome?.get() else {
      Issue.record("the change was not made")
      return
    }
    expect(wiki.text().contains("By procon"))
    let name = try require(entries(of: wiki.path).first { $0.hasPrefix("ai.conflict-") })
    expect(contents(of: "\(wiki.path)/\(name)")?.contains("By hand"), equals: true)
  }

  @Test func `text written to a document while it is removed is kept`() async throws {
    let gateway = try await gateway()
    _ = try await gateway.remove("ai")
    let hidden = try require(entries(of: wiki.path).first)
    expect(contents(of: "\(wiki.path)/\(hidden)")?.contains("No breaks"), equals: true)
    let editor = open("\(wiki.path)/\(hidden)", O_WRONLY | O_APPEND)
    expect(Glibc.write(editor, "Late words\n", 11), equals: 11)
    close(editor)
    expect(await gateway.check([hidden]).isCalm)
    expect(entries(of: wiki.path).contains { $0.hasPrefix("ai.conflict-") })
  }

  // MARK: The lock

  @Test func `a process that is being started does not keep the lock`() async throws {
    let gateway = try await gateway()
    // It has copies of all descriptors until it runs its program.
    let copies = entries(of: "/proc/self/fd").compactMap { Int32($0) }.filter { descriptor in
      realpath("/proc/self/fd/\(descriptor)", nil).map { path in
        defer { free(path) }
        return String(cString: path) == wiki.path
      } ?? false
    }.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    expect(!copies.isEmpty)
    await gateway.close()
    expect(try await wiki.gateway().topics().value.map(\.id), equals: ["ai"])
  }

  // MARK: After a crash

  @Test(arguments: [true, false])
  func `after a crash during an import, either all of it is there or nothing`(isPrepared: Bool)
    async throws
  {
    let gateway = try await gateway()
    await gateway.close()
    let text = wiki.text()
    // Either the first document has its name already, or the second one is still incomplete.
    try write(text, to: isPrepared ? wiki.file("first") : "\(wiki.path)/.new.first.md~")
    try write(isPrepared ? text : "# Half", to: "\(wiki.path)/.new.second.md~")
    if isPrepared { try write("", to: "\(wiki.path)/.new-all.md~") }
    let next = wiki.gateway()
    let topics = isPrepared ? ["ai", "first", "second"] : ["ai"]
    expect(try await next.topics().value.map(\.id).sorted(), equals: topics)
    expect(entries(of: wiki.path), equals: topics.map { "\($0).md" })
  }

  @Test func `files left behind by a killed daemon are cleaned up`() async throws {
    let gateway = try await gateway()
    try await wiki.add("New", gateway)
    let hidden = try require(entries(of: wiki.path).first { $0.hasPrefix(".ai.md.") })
    // An incomplete file, and one that was about to replace the document.
    try write("# Half", to: "\(wiki.path)/.new.md~")
    let prepared = "\(wiki.path)/.prepared"
    try write("# Prepared", to: prepared)
    var status = stat()
    stat(prepared, &status)
    rename(prepared, "\(wiki.path)/.ai.md.\(String(status.st_ino, radix: 16)).0000000000000000~")
    await gateway.close()
    let next = wiki.gateway()
    expect(try await wiki.pros(next).last, equals: "New")
    expect(entries(of: wiki.path), equals: [hidden, "ai.md"])
    // A file that somebody had written to before it was displaced.
    try write("Late words\n", to: "\(wiki.path)/\(hidden)")
    await next.close()
    let last = wiki.gateway()
    _ = try await last.topics()
    expect(entries(of: wiki.path).filter { $0.hasPrefix("ai.conflict-") }.count, equals: 1)
    expect(await wiki.faults(last)?.count, equals: 1)
  }
}

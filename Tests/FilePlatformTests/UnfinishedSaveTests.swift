import Domain
import DomainTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop

@testable import FilePlatform

/// Programs that save a document in several steps.
@Suite(.timeLimit(.minutes(10))) struct UnfinishedSaveTests {
  private let wiki = Wiki()

  /// A program that has a document open for writing.
  private struct Writer {
    let file: Int32

    init(_ path: String, _ flags: Int32 = O_TRUNC) {
      file = open(path, O_WRONLY | O_CREAT | flags, 0o644)
    }

    func write(_ text: Substring) {
      expect(Glibc.write(file, String(text), text.utf8.count), equals: text.utf8.count)
    }
  }

  private func adding(_ text: String) -> DocumentChange<Argument, BoardError> {
    wiki.change { board throws(BoardError) in
      try board.add(.pro, text: text, author: "ada", at: GatewayContract.later)
    }
  }

  private func isDone(_ change: DocumentChange<Argument, BoardError>) throws -> Bool {
    if case (.done, _)? = try change.outcome?.get() { true } else { false }
  }

  private func pros(_ store: FileStore, _ id: Topic.ID = "ai") throws -> [String]? {
    try store.contents(of: id)?.board.pros.arguments.map(\.text)
  }

  @Test func `a document is not read while a program has it open for writing`() throws {
    var store = wiki.store()
    let directory = try store.opened()
    let before = try pros(store)
    let new = wiki.text().replacing("No breaks", with: "New")
    let writer = Writer(wiki.file("ai"))
    writer.write(new.prefix(60))
    // It has not been written to for a while.
    wiki.settle(wiki.file("ai"))
    expect(try store.check(["ai.md"], directory), equals: FileStoreLimits.calm)
    let change = adding("Client")
    store.change("ai", [change])
    expect(try !isDone(change))
    expect(try pros(store), equals: before)
    writer.write(new.dropFirst(60))
    wiki.settle(wiki.file("ai"))
    expect(try store.check(["ai.md"], directory), equals: FileStoreLimits.calm)
    expect(try pros(store), equals: before)
    close(writer.file)
    expect(try store.check(["ai.md"], directory) == nil)
    expect(try pros(store)?.last, equals: "New")
    store.change("ai", [change])
    expect(try isDone(change))
    expect(try pros(store)?.suffix(2), equals: ["New", "Client"])
    expect(entries(of: wiki.path).filter { $0.contains("conflict") }, equals: [])
  }

  @Test func `a program that keeps a document open is reported until it has closed it`() throws {
    var store = wiki.store()
    let directory = try store.opened()
    let writer = Writer(wiki.file("ai"), O_APPEND)
    writer.write("- New\n")
    wiki.settle(wiki.file("ai"))
    expect(try store.check(["ai.md"], directory) != nil)
    expect(store.faults, equals: [])
    store.documents["ai"]?.openSince = .now + (.zero - FileStoreLimits.openTime)
    expect(try store.check(["ai.md"], directory) != nil)
    expect(
      store.faults,
      equals: [
        StoreFault(
          "\(wiki.file("ai")): another program has it open for writing; "
            + "it is read when that has closed it", in: .board("ai"))
      ])
    close(writer.file)
    expect(try store.check(["ai.md"], directory) == nil)
    expect(store.faults, equals: [])
  }

  @Test func `a document that is being written when a daemon starts is read when it is complete`()
    throws
  {
    var first = wiki.store()
    _ = try first.opened()
    first.close()
    let text = wiki.text()
    let writer = Writer(wiki.file("ai"))
    writer.write(text.prefix(60))
    var store = wiki.store()
    let directory = try store.opened()
    let fault = "\(wiki.file("ai")): another program is writing it"
    #expect(throws: StoreError.damaged(place: fault)) { try store.contents(of: "ai") }
    writer.write(text.dropFirst(60))
    close(writer.file)
    wiki.settle(wiki.file("ai"))
    expect(try store.check(nil, directory) == nil)
    expect(try pros(store)?.count, equals: 4)
    // One that has been at rest for long is perhaps just kept open.
    let other = Writer(wiki.file("other"), O_APPEND)
    other.write("## Pros\n- A\n")
    wiki.settle(wiki.file("other"))
    expect(try store.check(nil, directory) == nil)
    expect(try pros(store, "other"), equals: ["A"])
    close(other.file)
  }

  @Test func `where writers are not known, a text that lacks something has to rest for longer`()
    throws
  {
    var store = wiki.store()
    store.seesOpenFiles = false
    let directory = try store.opened()
    let old = wiki.text()
    let texts = [
      old.replacing("- No breaks", with: "- No"), old.replacing("- No breaks", with: "<<<<<<< x\n"),
      String(old.prefix(60)), "\(old.dropLast(9))",
    ]
    for text in texts {
      // In the future, so that only the monotonic clock shows how long it has rested.
      try wiki.begin("ai", text)
      let found = try require(try directory.text("ai.md", limit: .max))
      expect(
        store.adopt(found, of: "ai", directory), equals: FileStoreLimits.doubtfulCalm, "\(text)")
      expect(try pros(store)?.last, equals: "No breaks")
    }
    try wiki.begin("ai", "\(old)\n## Pros\n- New\n")
    let longer = try require(try directory.text("ai.md", limit: .max))
    expect(store.adopt(longer, of: "ai", directory) == nil)
    expect(try pros(store)?.last, equals: "New")
    try wiki.edit("ai", "## Pros\n- Alone\n")
    expect(try store.check(["ai.md"], directory) == nil)
    expect(try pros(store), equals: ["Alone"])
  }

  @Test func `where it is not known, a displaced file is kept as if a program had it open`() throws
  {
    var store = wiki.store()
    store.seesOpenFiles = false
    _ = try store.opened()
    let writer = Writer(wiki.file("ai"), O_APPEND)
    for number in 1...3 { store.change("ai", [adding("New \(number)")]) }
    writer.write("Late words\n")
    close(writer.file)
    for number in 4...100 { store.change("ai", [adding("New \(number)")]) }
    let names = entries(of: wiki.path)
    let copies = names.filter { FileNames.conflict($0) != nil }
    expect(copies.count, equals: 1)
    expect(contents(of: "\(wiki.path)/\(copies[0])")?.hasSuffix("Late words\n"), equals: true)
    let hidden = names.filter { $0.hasPrefix(".ai.md.") }
    expect(hidden.count, equals: FileStoreLimits.openFiles + 1)
  }

  @Test func `only programs that can write count, and none is disturbed`() throws {
    var store = wiki.store()
    let directory = try store.opened()
    expect(directory.isOpenForWriting("ai.md"), equals: false)
    let reader = open(wiki.file("ai"), O_RDONLY)
    expect(directory.isOpenForWriting("ai.md"), equals: false)
    close(reader)
    let writer = Writer(wiki.file("ai"), O_APPEND)
    expect(directory.isOpenForWriting("ai.md"), equals: true)
    close(writer.file)
    // One that opens it at that moment gets it, and the system's signal about that has no effect.
    let text = wiki.text()
    let shell = try ChildProcess(
      "/bin/sh",
      [
        "-c", #"while : >> "$1"; do :; done"#, "sh", wiki.file("ai"),
      ])
    var found = 0
    while found < 100 {
      if directory.isOpenForWriting("ai.md") == true { found += 1 }
      if directory.isOpenElsewhere("ai.md") == true { found += 1 }
    }
    shell.signal(SIGTERM)
    expect(try shell.waitForEnd(), equals: .killed(signal: SIGTERM))
    expect(wiki.text(), equals: text)
  }
}

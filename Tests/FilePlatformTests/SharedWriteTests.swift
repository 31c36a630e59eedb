import Domain
import DomainTestSupport
import Expectations
import Synchronization
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import FilePlatform

/// Changes of one document that wait at the same time share a write.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct SharedWriteTests {
  private let wiki = Wiki()

  @Test func `each shared change has its own answer, and fails separately`() throws {
    var store = wiki.store()
    _ = try store.opened()
    let old = wiki.text()
    let changes = [
      adding("One"), adding("No breaks"), adding("Two"),
      wiki.change { board throws(BoardError) in board.pros.arguments.last?.text ?? "" },
    ]
    store.change("ai", changes)
    // They are reported together: the version of the first change is that of all.
    let version = try require(try changes[0].outcome?.get().version)
    expect(
      changes.map(outcome), equals: ["One \(version)", nil, "Two \(version)", "Two \(version)"])
    #expect(
      throws: BoardError.duplicate(text: "No breaks"),
      performing: { try changes[1].outcome?.get() })
    expect(wiki.text().contains("One") && wiki.text().contains("Two"))
    // No version between them was written.
    let hidden = entries(of: wiki.path).filter { $0.hasPrefix(".ai.md.") }
    expect(hidden.count, equals: 1)
    expect(contents(of: "\(wiki.path)/\(hidden[0])"), equals: old)
    store.close()
    var next = wiki.store()
    _ = try next.opened()
    expect(try next.contents(of: "ai"), equals: try store.contents(of: "ai"))
  }

  @Test func `shared changes all wait while somebody else is writing`() throws {
    var store = wiki.store()
    _ = try store.opened()
    try write(wiki.text() + "\nMore\n", to: wiki.file("ai"))
    let changes = [
      wiki.change { board throws(BoardError) in
        try board.remove(.pro, id: "4", by: "ada", at: GatewayContract.later).text
      },
      wiki.change { board throws(BoardError) in
        try board.change(.pro, id: "4", text: "New", by: "ada", at: GatewayContract.later).text
      },
    ]
    store.change("ai", changes)
    for change in changes {
      guard case (.wait, _)? = try change.outcome?.get() else {
        Issue.record("the change did not wait")
        return
      }
    }
  }

  @Test func `a change that makes the document too large fails separately`() throws {
    var store = wiki.store()
    let directory = try store.opened()
    let old = wiki.text()
    try wiki.edit("ai", old + letters(FileStoreLimits.document - old.utf8.count - 300) + "\n")
    try wiki.lookUntilCalm(&store, directory)
    let rest = FileStoreLimits.document - wiki.text().utf8.count
    let changes = [
      adding("Short"), adding(String(repeating: "long ", count: rest / 5 + 1)), adding("Last"),
    ]
    store.change("ai", changes)
    expect(changes.map { outcome($0)?.prefix(5) }, equals: ["Short", nil, "Last "])
    #expect(throws: BoardError.self, performing: { try changes[1].outcome?.get() })
    expect(
      try store.contents(of: "ai")?.board.pros.arguments.suffix(2).map(\.text),
      equals: ["Short", "Last"])
  }

  @Test func `a failure after the document is written does not repeat the changes`() throws {
    var store = wiki.store()
    let directory = try store.opened()
    let changes = [
      adding("One"),
      wiki.change { board throws(BoardError) in
        try board.change(.pro, id: "4", text: "New", by: "ada", at: GatewayContract.later).text
      },
    ]
    for change in changes { change.note(seen: try store.contents(of: "ai")) }
    try wiki.edit("ai", wiki.text().replacing("No breaks", with: "By hand"))
    try wiki.lookUntilCalm(&store, directory)
    // No name is left for the version that has to be kept.
    let modified = try require(try directory.stamp("ai.md")).modified
    for number in 1...1000 {
      let name = FileNames.conflict("ai", at: modified, number: number)
      try write("", to: "\(wiki.path)/\(name)")
    }
    store.change("ai", changes)
    for change in changes {
      #expect(throws: BoardError.self) { try change.outcome?.get() }
    }
    expect(wiki.text().split(separator: "\n").count { $0.contains("One") }, equals: 1)
  }

  @Test func `a post that could not be removed at once is in the trash once`() throws {
    var store = wiki.store()
    let directory = try store.opened()
    let post = Post(
      id: "018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70", topic: "ai", title: "Trial", content: "Short",
      author: "ada", created: GatewayContract.start, updated: GatewayContract.start)
    let writing = DocumentChange<Void, PostError>(missing: .noTopic(id: "ai")) { contents in
      contents.posts.append(post)
      return ((), true, nil)
    }
    store.change("ai", [writing])
    let removal = Removal(id: "a", author: "ada", date: GatewayContract.later)
    let attempts = Mutex(0)
    let removing = DocumentChange<Void, PostError>(missing: .noTopic(id: "ai")) { [wiki] contents in
      let attempt = attempts.withLock { count in
        count += 1
        return count
      }
      // Somebody writes after the document was read.
      if attempt == 1 {
        try? wiki.edit("ai", wiki.text().replacing("No breaks", with: "By hand"))
      }
      contents.posts.removeAll { $0.id == post.id }
      return ((), true, (post, removal))
    }
    let trash = { [wiki] in entries(of: "\(wiki.path)/.trash").filter { $0.hasSuffix(".md") } }
    store.change("ai", [removing])
    expect(trash(), equals: [])
    try wiki.lookUntilCalm(&store, directory)
    store.change("ai", [removing])
    expect(trash().count, equals: 1)
    expect(wiki.text().contains("By hand"))
    expect(!wiki.text().contains("Trial"))
  }

  @LoopActor
  @Test func `a removal takes effect between the changes before and after it`() async throws {
    let gateway = wiki.gateway()
    _ = try await gateway.topics()
    let failures = Journal<(change: Int, failure: String?)>()
    let changes: [() async throws -> Void] = [
      { try await wiki.add("First", gateway) }, { _ = try await gateway.remove("ai") },
      { try await wiki.add("Third", gateway) },
    ]
    // Each is requested before the next one begins.
    for (index, change) in changes.enumerated() {
      LoopActor.task { failures.note((index, await failure(change))) }
    }
    let all = try await failures.wait(count: 3).sorted { $0.change < $1.change }.map(\.failure)
    expect(all, equals: [nil, nil, "\(BoardError.noTopic(id: "ai"))"])
  }

  private func failure(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func adding(_ text: String) -> DocumentChange<String, BoardError> {
    wiki.change { board throws(BoardError) in
      try board.add(.pro, text: text, author: "ada", at: GatewayContract.later).text
    }
  }

  /// The answer and the version; nil if the change has failed.
  private func outcome(_ change: DocumentChange<String, BoardError>) -> String? {
    guard case .success((.done(let answer), let version))? = change.outcome else { return nil }
    return "\(answer) \(version)"
  }
}

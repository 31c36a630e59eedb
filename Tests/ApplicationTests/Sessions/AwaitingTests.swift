import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

@testable import Application

/// What waits for the caller of a session.
struct AwaitingTests {
  /// A session of ada's.
  @MainActor private final class Visitor {
    let stage = SessionStage()
    let identity = Identity()
    let session: UserSession

    init() {
      session = stage.session(identity)
    }

    var lines: [String] { session.awaiting.items.value.map(\.line) }
    var summary: AwaitingSummary { session.awaiting.summary.value }

    /// Loads the boxes as the daemon does for a request, while background work continues.
    func load(_ session: UserSession? = nil) async {
      let awaiting = (session ?? self.session).awaiting
      var isDone = false
      let task = Task {
        await awaiting.load()
        isDone = true
      }
      while !isDone {
        await stage.runInBackground()
        await Task.yield()
      }
      await task.value
    }

    /// Gives ada something of each kind to do.
    func prepare(decidersResolve: Bool = false) async throws {
      let deadline = try require(Timestamp(rfc3339: "2023-11-20T17:00:00Z"))
      try await stage.change { board, now throws(BoardError) in
        try board.setRule(
          DecisionRule(
            asked: ["ada", "bob"], deadline: deadline, decidersResolve: decidersResolve),
          by: "eve", at: now)
        for (text, person) in [("Too dear", "ada"), ("Too early", "eve"), ("Too late", "ada")] {
          _ = try board.object(text, by: person, at: now)
        }
        for id in ["1", "2"] { _ = try board.answer(id, "No", by: "bob", at: now) }
        for (text, due) in [
          ("Last", nil), ("First", Day("2023-11-19")), ("Then", Day("2023-12-01")),
        ] {
          _ = try board.addTodo(text, assignee: "ada", due: due, by: "eve", at: now)
        }
        _ = try board.addTodo("Not hers", assignee: "bob", by: "eve", at: now)
        _ = try board.addTodo("Nobody's", by: "eve", at: now)
      }
    }
  }

  private let all = [
    "Artificial Intelligence · First · until 2023-11-19",
    "Artificial Intelligence · your position · until Mon 20 Nov 17:00 UTC",
    "Artificial Intelligence · your objection was answered: Too dear · until Mon 20 Nov 17:00 UTC",
    "Artificial Intelligence · Then · until 2023-12-01",
    "Artificial Intelligence · Last",
  ]

  @Test @MainActor func `what waits is shown, the soonest deadline first, until it is done`()
    async throws
  {
    let one = Visitor()
    try await one.prepare()
    expect(one.session.awaiting.isDue)
    await one.load()
    expect(!one.session.awaiting.isDue)
    expect(one.lines, equals: all)
    expect(
      one.session.awaiting.items.value[1],
      equals: AwaitingItem(
        kind: .position, at: "topics.ai", title: "Artificial Intelligence", id: nil, text: nil,
        until: "2023-11-20T17:00:00.000Z", line: all[1]))
    expect(one.session.awaiting.items.value.map(\.id), equals: ["2", nil, "1", "3", "1"])
    expect(
      one.summary,
      equals: AwaitingSummary(
        count: 5, until: "2023-11-19", line: "5 things await you · until 2023-11-19"))
    try await one.stage.change { board, now throws(BoardError) in
      _ = try board.takePosition(.yes, because: nil, by: "ada", at: now)
      _ = try board.withdrawObjection("1", by: "ada", at: now)
      for id in ["1", "2"] {
        _ = try board.changeTodo(id, TodoChange(isDone: true), by: "ada", at: now)
      }
    }
    expect(one.lines, equals: [all[3]])
    expect(one.summary.line, equals: "1 thing awaits you · until 2023-12-01")
    _ = try await one.stage.topics.rename("ai", to: "AI", author: "eve")
    expect(one.lines, equals: ["AI · Then · until 2023-12-01"])
    try await one.stage.removeTopicElsewhere()
    expect(one.lines, equals: [])
    expect(one.summary, equals: AwaitingSummary(count: 0, until: nil, line: "nothing awaits you"))
  }

  @Test @MainActor func `of a decided topic, todos wait`() async throws {
    let one = Visitor()
    try await one.prepare()
    await one.load()
    try await one.stage.change { board, now throws(BoardError) in
      _ = try board.decide(.yes, reason: "Now", isOverride: true, by: "eve", at: now)
    }
    expect(one.lines, equals: [all[0], all[3], all[4]])
    try await one.stage.change { board, now throws(BoardError) in
      _ = try board.reopen(by: "eve", at: now)
    }
    expect(one.lines.contains("Artificial Intelligence · your position"))
  }

  @Test @MainActor func `what the caller may not read is left out, at once`() async throws {
    let one = Visitor()
    try await one.prepare()
    await one.load()
    let kinds = { one.session.awaiting.items.value.map(\.kind) }
    for (hidden, kind) in [
      ("decision", AwaitingItem.Kind.position), ("objections.items", .objection),
      ("todos.items", .todo),
    ] {
      one.identity.canRead = { $0 != "topics.ai.\(hidden)" }
      one.session.awaiting.rightsChanged()
      expect(!kinds().contains(kind) && !kinds().isEmpty)
    }
    one.identity.canRead = { $0 != "topics.ai.summary" }
    one.session.awaiting.rightsChanged()
    expect(one.lines[0], equals: "ai · First · until 2023-11-19")
    one.identity.canRead = { _ in false }
    one.session.awaiting.rightsChanged()
    expect(one.lines == [] && one.summary.count == 0)
  }

  @Test @MainActor func `deciders see the objections that they can resolve`() async throws {
    let one = Visitor()
    try await one.prepare(decidersResolve: true)
    one.identity.canCall = { $0 != "topics.ai.decision.decide" }
    await one.load()
    expect(one.lines, equals: all)
    one.identity.canCall = { _ in true }
    one.session.awaiting.rightsChanged()
    expect(one.lines.count, equals: 6)
    expect(one.lines[3].contains("· an objection was answered: Too early ·"))
  }

  @Test @MainActor func `after a login, it is what waits for the user`() async throws {
    let one = Visitor()
    try await one.prepare()
    await one.load()
    one.identity.whenReplaced = { [unowned identity = one.identity] in
      identity.name = identity.logins.last??.name ?? "ada"
    }
    _ = try await one.session.logIn.logIn(withName: "bob", password: "right")
    expect(one.lines == all && one.session.awaiting.isDue)
    await one.load()
    await one.stage.runInBackground()
    expect(
      one.lines, equals: [all[1], "Artificial Intelligence · Not hers"])
    try await one.session.logIn.logOut()
    await one.load()
    expect(one.lines, equals: all)
    expect(!one.identity.wasAskedElsewhere)
  }

  @Test @MainActor func `nothing is read until a client asks`() async throws {
    let one = Visitor()
    try await one.prepare()
    _ = try await one.session.logIn.logIn(withName: "bob", password: "right")
    await one.stage.runInBackground()
    expect(!one.stage.topics.pending.isLoaded)
    expect(one.lines, equals: [])
  }

  @Test @MainActor func `a store that fails is read again for the next client`() async throws {
    let one = Visitor()
    try await one.prepare()
    one.stage.store.fail(.readOnly)
    await one.load()
    expect(one.lines == [] && one.session.awaiting.isDue)
    one.stage.store.recover()
    let other = one.stage.session(one.identity)
    await one.load(other)
    expect(other.awaiting.items.value.map(\.line), equals: all)
    expect(one.lines == all && !one.session.awaiting.isDue)
  }

  @Test @MainActor func `mounts come and go`() async throws {
    let one = Visitor()
    try await one.prepare()
    await one.load()
    one.stage.mounts.add(one.stage.mount("wiki", one.stage.topics))
    await one.stage.runInBackground()
    expect(one.lines.count, equals: 10)
    expect(one.session.awaiting.items.value.prefix(2).map(\.at), equals: ["topics.ai", "wiki.ai"])
    one.stage.mounts.remove("topics")
    expect(
      one.session.awaiting.items.value.map(\.at), equals: Array(repeating: "wiki.ai", count: 5))
  }

  @Test(arguments: [Limits.awaitingShown, Limits.awaitingShown + 1]) @MainActor
  func `at most so many are listed, and all are counted`(count: Int) async throws {
    let one = Visitor()
    await one.load()
    try await one.stage.change { board, now throws(BoardError) in
      for number in 1...count {
        _ = try board.addTodo("\(number)", assignee: "ada", by: "eve", at: now)
      }
    }
    expect(one.session.awaiting.items.value.map(\.text), equals: (1...200).map { "\($0)" })
    expect(one.summary.count, equals: count)
  }
}

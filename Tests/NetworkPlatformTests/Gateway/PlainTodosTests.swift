import BoxWire
import Domain
import DomainTestSupport
import Expectations
import Fetch
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

/// The todos of a service that has no topics, such as jsonplaceholder.typicode.com.
@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct PlainTodosTests {
  private func writes(_ stage: ServiceStage) -> [String] {
    stage.requests.filter { !$0.hasPrefix("GET") }
  }

  private func todos(_ gateway: NetworkGateway) -> StoreTodos {
    StoreTodos(gateway: gateway) { later }
  }

  @LoopActor
  @Test func `its todos are those of the one topic`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let todos = try await gateway.board(of: "news").value.todos.elements
    expect(todos.map(\.id), equals: (1...20).map { "\($0)" })
    expect(todos[3].text, equals: "todo 4")
    expect([todos[3].isDone, todos[4].isDone], equals: [true, false])
    expect([todos[9].author, todos[10].author], equals: ["1", "2"])
    // The stored list is read again, without the service.
    await gateway.close()
    try await stage.service.kill()
    let second = try stage.gateway(.posts)
    expect(try await second.board(of: "news").value.todos.elements, equals: todos)
    await second.close()
  }

  @LoopActor
  @Test func `a todo is added, changed, checked and removed`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    // The next number here is not the one that the service chooses.
    try await stage.control(#"{"put":{"/todos":[{"userId":1,"id":1,"title":"One","x":[7]}]}}"#)
    let added = try await todos(gateway).add("New", to: "news", author: "ada").value
    expect([added.id, added.text, added.author], equals: ["21", "New", "ada"])
    expect(try await gateway.board(of: "news").value.todos.elements.map(\.id), equals: ["1", "21"])
    try await stage.control(#"{"put":{}}"#)
    let read = try await gateway.board(of: "news", again: true).value.todos
    expect(read.elements.last?.text, equals: "New")
    expect(read.elements.last?.author, equals: "ada")
    _ = try await todos(gateway).change(
      "21", of: "news", TodoChange(text: "Newer"), author: "bob")
    _ = try await todos(gateway).change(
      "2", of: "news", TodoChange(isDone: true), author: "bob")
    _ = try await todos(gateway).remove("1", of: "news", author: "bob")
    let shown = try await gateway.board(of: "news").value.todos.elements
    expect(shown, equals: try await gateway.board(of: "news", again: true).value.todos.elements)
    expect(shown.map(\.id), equals: (2...21).map { "\($0)" })
    expect(shown.first?.isDone, equals: true)
    expect(shown.last?.text, equals: "Newer")
    expect(shown.last?.author, equals: "ada")
    expect(
      writes(stage), equals: ["POST /todos", "PUT /todos/21", "PUT /todos/2", "DELETE /todos/1"])
    await gateway.close()
  }

  @LoopActor
  @Test func `what the service cannot keep of a todo is refused`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let todos = todos(gateway)
    let plain = BoardError.store(
      .unsupported("the service keeps no assignees and due dates of todos"))
    await #expect(throws: plain) {
      try await todos.add("New", assignee: "ada", to: "news", author: "ada")
    }
    await #expect(throws: plain) {
      try await todos.change(
        "1", of: "news", TodoChange(due: Day("2026-12-01")), author: "ada")
    }
    let order = BoardError.store(
      .unsupported("the service keeps todos in its own order, and changes one at a time"))
    await #expect(throws: order) {
      try await todos.move("2", of: "news", before: "1", author: "ada")
    }
    await #expect(throws: BoardError.store(.readOnly)) {
      try await gateway.update("news") { board throws(BoardError) in
        try board.addOption("Postgres", by: "ada", at: later)
      }
    }
    await #expect(throws: BoardError.noTopic(id: "ai")) {
      try await todos.add("New", to: "ai", author: "ada")
    }
    expect(writes(stage), equals: [])
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: [404, 405, 410, 501])
  func `a service without todos is shown without them`(status: Int) async throws {
    let stage = try await ServiceStage()
    try await stage.control(
      #"{"fail":[{"method":"GET","path":"/todos","status":\#(status),"times":9}]}"#)
    let gateway = try stage.gateway(.posts)
    expect(try await gateway.board(of: "news").value.todos.elements, equals: [])
    expect(try await gateway.content(of: "news", upTo: 1 << 20).posts.count, equals: 100)
    let missing = "the service keeps no todos: it has no list \"todos\""
    await #expect(throws: BoardError.store(.unsupported(missing))) {
      try await todos(gateway).add("New", to: "news", author: "ada")
    }
    expect(writes(stage), equals: [])
    await gateway.close()
  }

  @LoopActor
  @Test func `a change that the service does not accept is taken back`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let before = try await gateway.board(of: "news").value
    let followed = Followed(gateway)
    try await stage.control(
      #"{"fail":[{"method":"PUT","path":"/todos/1","status":500,"times":1},"#
        + #"{"method":"PUT","path":"/todos/2","status":409,"times":1}]}"#)
    let reason = "news, todos/1: 127.0.0.1: status 500"
    await #expect(throws: BoardError.store(.unavailable(reason: reason))) {
      try await todos(gateway).change(
        "1", of: "news", TodoChange(isDone: true), author: "ada")
    }
    let boards = try await followed.boards.wait(count: 2).map(\.value)
    expect(boards.map { $0?.todos["1"]?.isDone }, equals: [true, false])
    expect(boards[1], equals: before)
    // After a conflict, the change is made again.
    _ = try await todos(gateway).change(
      "2", of: "news", TodoChange(isDone: true), author: "ada")
    expect(writes(stage), equals: ["PUT /todos/1", "PUT /todos/2", "PUT /todos/2"])
    expect(try await gateway.board(of: "news", again: true).value.todos["2"]?.isDone, equals: true)
    await gateway.close()
  }

  @LoopActor
  @Test func `own changes at the same time never conflict`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let tasks = (1...6).map { number in
      LoopActor.task {
        _ = try? await todos(gateway).add("\(number)", to: "news", author: "ada")
      }
    }
    for task in tasks { await task.value }
    let all = try await gateway.board(of: "news", again: true).value.todos.elements
    expect(all.dropFirst(20).map(\.text).sorted(), equals: (1...6).map { "\($0)" })
    expect(writes(stage).count, equals: 6)
    await gateway.close()
  }

  @Test func `what is not understood is sent back, and what breaks a rule is left out`() throws {
    let text =
      #"[{"userId":7,"id":1,"title":"A","completed":true,"tags":[1]},{"id":2,"title":""},"#
      + #"{"id":"x","title":"C"},{"id":3,"title":"D","completed":"no"},7]"#
    let document = try TodosDocument(body: Array(text.utf8))
    expect(document.todos.elements.map(\.text), equals: ["A"])
    expect(
      document.list?.pruned.faults.map(\.reason),
      equals: [BadElement.title, .notNumber, .completed, .notObject].map(\.rawValue))
    expect(
      document.list?.json(of: "1"),
      equals: ["id": 1, "userId": 7, "title": "A", "completed": true, "tags": [1]])
    expect(try TodosDocument(body: document.json.bytes).todos, equals: document.todos)
    expect(try TodosDocument(body: Array("null".utf8)).list == nil)
    #expect(throws: BadBody.self) { try TodosDocument(body: Array("{}".utf8)) }
  }
}

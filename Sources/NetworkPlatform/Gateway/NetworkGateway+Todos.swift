internal import BoxWire
internal import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// Changes of the board of a service that has no topics: only its todos can change.
extension NetworkGateway {
  func updateTodos<Answer: Sendable>(
    of topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    try await untilDone(.topic(topic)) { () async throws(BoardError) in
      let (content, document) = try await newestTodos(of: topic)
      guard let old = mirror.boards[topic]?.with(document.todos) else {
        throw .noTopic(id: topic)
      }
      var board = old
      let answer = try change(&board)
      guard !board.takeRecords().isEmpty, board != old else {
        return .done(mirror.stored(answer))
      }
      guard board.with(old.todos) == old else { throw .store(.readOnly) }
      let difference = try TodoDifference(from: old.todos, to: board.todos)
      guard let list = document.list else { throw .store(.unsupported(TodoDifference.noList)) }
      let result = await carryOut(
        difference.request(for: document.with(board.todos), known: list), of: [topic],
        show: { mirror.show(board) }, takeBack: { mirror.show(old) })
      let acceptance: Acceptance
      switch result {
      case .success(let accepted): acceptance = accepted
      case .failure(let refusal): return .refused(refusal)
      }
      var (final, finalAnswer) = (board, answer)
      var isNamed = true
      if case .added(let todo) = difference {
        let number = acceptance.answer?.number
        isNamed = number != nil
        if let number, String(number) != todo.id {
          // Now the next todo gets the number that the service has chosen.
          var again = old.with(CountedList(old.todos.elements, lastID: number - 1))
          if let answer = try? change(&again), again.todos.elements.last?.id == String(number) {
            (final, finalAnswer) = (again, answer)
          }
        }
      }
      // It is shown as the service has it.
      let changed = document.with(final.todos)
      mirror.show(old.with(changed.todos))
      await content.source.replace(changed)
      if !isNamed { outdate(part(.board(topic))) }
      return .done(mirror.stored(finalAnswer))
    }
  }

  private func newestTodos(
    of topic: Topic.ID
  ) async throws(BoardError) -> (content: TodosContent, document: TodosDocument) {
    do throws(ReadError) {
      let part = part(.board(topic))
      try await refresh(part)
      guard case .todos(let content) = part.content, let document = content.document else {
        throw .missing
      }
      return (content, document)
    } catch {
      throw .reading(error, missing: .noTopic(id: topic))
    }
  }
}

/// The difference between two states of the todos of such a service, as the one request that makes it.
private enum TodoDifference {
  case added(Todo)
  case changed(Todo)
  case removed(Todo)

  static let noList = "the service keeps no todos: it has no list \"todos\""

  /// Throws `.store` if the service cannot keep it.
  init(from old: CountedList<Todo>, to new: CountedList<Todo>) throws(BoardError) {
    let (before, after) = (old.elements, new.elements)
    let different = after.filter { old[$0.id] != $0 }
    let gone = before.filter { new[$0.id] == nil }
    guard different.allSatisfy({ $0.assignee == nil && $0.due == nil }) else {
      throw .store(.unsupported("the service keeps no assignees and due dates of todos"))
    }
    switch (after.count - before.count, different.count, gone.count) {
    case (1, 1, 0) where after.last?.id == different[0].id: self = .added(different[0])
    case (0, 1, 0) where before.map(\.id) == after.map(\.id): self = .changed(different[0])
    case (-1, 0, 1): self = .removed(gone[0])
    default:
      throw .store(
        .unsupported("the service keeps todos in its own order, and changes one at a time"))
    }
  }

  /// - Parameters:
  ///   - new: the todos after the change.
  ///   - known: what the service has.
  func request(
    for new: TodosDocument, known: ServiceList<PlainTodo>
  ) -> ServiceRequests.Change {
    let body = { (todo: Todo) in new.list?.json(of: todo.id) }
    return switch self {
    case .added(let todo):
      // The service names todos itself.
      ServiceRequests.Change(
        method: .post, path: ["todos"],
        body: JSONText((body(todo)?.members ?? []).filter { $0.name != "id" }))
    case .changed(let todo):
      ServiceRequests.Change(
        method: .put, path: ["todos", todo.id], body: body(todo), etag: known.etag(of: todo.id))
    case .removed(let todo):
      ServiceRequests.Change(
        method: .delete, path: ["todos", todo.id], body: nil, etag: known.etag(of: todo.id))
    }
  }
}

extension JSONText {
  /// The identifier of an element with a number; nil for anything else.
  fileprivate var number: Int? {
    JSONObject(self)?.identity?.id.flatMap { Option.isID($0.segment) ? Int($0.segment) : nil }
  }
}

extension Board {
  /// Returns the board with other todos, without records.
  func with(_ todos: CountedList<Todo>) -> Board {
    Board(
      topic, pros: pros, cons: cons, positions: positions, options: options,
      objections: objections, todos: todos)
  }
}

/// The todos of a service that has no topics.
@LoopActor
final class TodosContent: ResourceContent {
  let source: Source<TodosDocument>
  private let topic: Topic.ID
  private let place: String

  init(_ topic: Topic.ID, _ requests: ServiceRequests, _ shelf: CopyShelf) {
    self.topic = topic
    place = requests.place(["todos"])
    source = Source(
      requests.resource(["todos"]), requests.todos, shelf,
      .offLoop(
        decode: { body in
          let document = try TodosDocument(body: body)
          return (document, document.list?.pruned.faults ?? [])
        }, encode: \.json.bytes))
  }

  var faults: [StoreFault] {
    [document?.list?.pruned.faults.fault(at: place, in: .board(topic))].compactMap(\.self)
  }
}

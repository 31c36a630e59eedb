internal import BoxWire
internal import Domain

/// The todos of a service that has posts and todos, and no topics.
struct TodosDocument: Sendable {
  /// nil if the service has no such list.
  var list: ServiceList<PlainTodo>?

  /// Reads a list, or `null` if there is none.
  init(body: [UInt8]) throws(BadBody) {
    let json = try JSONText(body: body)
    list = ServiceList(json)
    guard list != nil || json.isNull else { throw .notList }
  }

  /// The list as it is stored here.
  var json: JSONText { list?.json(isCopy: true) ?? .null }

  var todos: CountedList<Todo> {
    CountedList(list?.elements.map(\.todo) ?? [], lastID: list?.lastID ?? 0)
  }

  func with(_ todos: CountedList<Todo>) -> TodosDocument {
    let known = Dictionary(uniqueKeysWithValues: (list?.elements ?? []).map { ($0.id, $0) })
    let elements = todos.elements.map { PlainTodo($0, author: known[$0.id]?.author) }
    var document = self
    document.list = list?.with(elements, lastID: todos.lastID)
    return document
  }
}

/// A todo of such a service: `title`, `completed`, and `userId`, which is its author.
struct PlainTodo: ServiceElement {
  /// Without dates.
  let todo: Todo
  /// The member `userId`, as it was sent; nil if it was not.
  let author: JSONText?

  var id: String { todo.id }

  static let names: Set = ["title", "completed", "userId"]
  static let limit = Limits.todos
  // The list is stored here with the number, and sent element by element.
  static let isCounted = true

  /// - Parameter author: the member `userId` of the service; nil to derive it.
  init(_ todo: Todo, author: JSONText?) {
    self.todo = todo.withoutDates
    self.author = author ?? JSONText(todo.author)
  }

  init(_ object: JSONObject, id: String) throws(BadElement) {
    guard let text = object["title"]?.string else { throw .noTitle }
    guard let isDone = object["completed"] == nil ? false : object["completed"]?.boolean else {
      throw .completed
    }
    author = object["userId"]
    do throws(BoardError) {
      todo = try Todo(
        id: id, text: text, isDone: isDone, author: object.text("userId") ?? "",
        created: .unknown, updated: .unknown)
    } catch {
      throw error == .invalid(.author) ? .author : .title
    }
  }

  var members: [(name: String, value: JSONText?)] {
    [("userId", author), ("title", JSONText(todo.text)), ("completed", JSONText(todo.isDone))]
  }
}

extension Todo {
  /// As a service has it that knows neither dates nor the user of the last change.
  fileprivate var withoutDates: Todo {
    // It obeys the rules.
    (try? Todo(
      id: id, text: text, isDone: isDone, author: author, created: .unknown, updated: .unknown))
      ?? self
  }
}

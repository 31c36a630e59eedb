/// What people still have to do in a topic.
public struct Pending: Identifiable, Equatable, Sendable {
  public var topic: Topic
  /// The people who are asked and have not answered; nobody once the topic is decided.
  public let awaited: [String]
  /// Those that were answered and are open; none once the topic is decided.
  public let objections: [Objection]
  /// Those that a person is to do and has not done, in their order.
  public let todos: [Todo]

  public var id: Topic.ID { topic.id }
  public var isEmpty: Bool { awaited.isEmpty && objections.isEmpty && todos.isEmpty }

  /// The people whose turn it is.
  public enum Addressee: Hashable, Sendable {
    case person(String)
    /// All who may decide the topic.
    case deciders
  }

  /// What a person is to do.
  public enum Matter: Equatable, Sendable {
    /// To take a position.
    case position
    /// To resolve an objection that was answered, or to withdraw it.
    case objection(Objection)
    case todo(Todo)
  }

  /// What waits for whom; each addressee once.
  public var matters: [Addressee: [Matter]] {
    var found: [Addressee: [Matter]] = [:]
    for person in awaited { found[.person(person), default: []].append(.position) }
    let decidersResolve = topic.rule?.decidersResolve == true
    for objection in objections {
      found[.person(objection.author), default: []].append(.objection(objection))
      if decidersResolve { found[.deciders, default: []].append(.objection(objection)) }
    }
    for todo in todos {
      if let person = todo.assignee { found[.person(person), default: []].append(.todo(todo)) }
    }
    return found
  }

  /// Until when it is to be done; nil for any time.
  public func deadline(of matter: Matter) -> Timestamp? {
    if case .todo(let todo) = matter { return todo.due?.end }
    return topic.rule?.deadline
  }
}

extension Board {
  public var pending: Pending {
    let isOpen = topic.decision == nil
    return Pending(
      topic: topic, awaited: isOpen ? awaited : [],
      objections: isOpen ? openObjections.filter { $0.answer != nil } : [],
      todos: todos.elements.filter { !$0.isDone && $0.assignee != nil })
  }
}

internal import Domain

/// A list in a topic that a service may lack: then it does not keep what depends on it.
enum BoardMember: String, CaseIterable {
  case positions, options, objections, todos

  /// Why a service without it does not do what it is asked to.
  var lack: String {
    "the service keeps no \(contents): its topics have no list \"\(rawValue)\""
  }

  private var contents: String {
    switch self {
    case .positions: "positions, supporters and decisions"
    case .options: "options"
    case .objections: "objections, comments and successors, and no rules about objections"
    case .todos: "todos"
    }
  }

  /// Whether a change of a board is kept only with it.
  func isNeeded(for new: Board, insteadOf old: Board) -> Bool {
    switch self {
    case .positions:
      new.positions != old.positions || new.topic.decision != old.topic.decision
        || new.topic.rule != old.topic.rule || new.topic.round != old.topic.round
        || new.supporters != old.supporters
    case .options: new.options != old.options
    case .objections:
      new.objections != old.objections || new.topic.successor != old.topic.successor
        || new.topic.objectionRules != old.topic.objectionRules
        || !new.comments.allSatisfy(old.comments.contains)
    case .todos: new.todos != old.todos
    }
  }

  /// Those that a new board needs.
  static func needed(for board: Board) -> [BoardMember] {
    let topic = board.topic
    let empty = Board(
      Topic(id: topic.id, title: topic.title, created: topic.created, updated: topic.updated))
    return allCases.filter { $0.isNeeded(for: board, insteadOf: empty) }
  }
}

extension Board {
  /// Those of all arguments that have some.
  fileprivate var supporters: [[String]] {
    lists.flatMap { $0.arguments.lazy.map(\.supporters).filter { !$0.isEmpty } }
  }

  /// Those on all arguments that have some.
  fileprivate var comments: [[Comment]] {
    lists.flatMap { $0.arguments.lazy.map(\.comments).filter { !$0.isEmpty } }
  }
}

extension Topic {
  fileprivate var successor: Topic.ID? { decision?.successor }

  /// Whether objections block the decision, and whether those who may decide can resolve them.
  fileprivate var objectionRules: [Bool] {
    [rule?.objectionsBlock ?? false, rule?.decidersResolve ?? false]
  }
}

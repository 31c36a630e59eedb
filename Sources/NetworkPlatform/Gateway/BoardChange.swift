internal import BoxWire
internal import Domain
internal import Fetch

/// The difference between two states of a board, as the one request that makes it.
enum BoardChange: Equatable {
  /// An argument of the topic's own board; the same holds for all of these.
  case added(Argument)
  case changed(Argument)
  case removed(Argument)
  /// The order of a side.
  case reordered(Side)
  /// Anything else: the topic itself, with everything that belongs to it and is not one of its lists.
  ///
  /// - Parameters:
  ///   - sides: whether both sides of its own board are sent with it.
  ///   - options: whether its options are sent with it, with their arguments.
  case topic(sides: Bool, options: Bool)

  init(from old: Board, to new: Board) {
    let changed = Side.allCases.filter { old[$0] != new[$0] }
    let hasOptions = old.options != new.options
    let other = BoardChange.topic(sides: !changed.isEmpty, options: hasOptions)
    guard changed.count == 1, !hasOptions, old.topic == new.topic,
      old.positions == new.positions, old.objections == new.objections, old.todos == new.todos
    else {
      self = other
      return
    }
    let side = changed[0]
    self = Self.difference(side, old[side].arguments, new[side].arguments) ?? other
  }

  private static func difference(
    _ side: Side, _ old: [Argument], _ new: [Argument]
  ) -> BoardChange? {
    switch new.count - old.count {
    case 1:
      guard let last = new.last, new.dropLast().elementsEqual(old) else { return nil }
      return .added(last)
    case -1:
      let index = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? new.count
      guard old[(index + 1)...].elementsEqual(new[index...]) else { return nil }
      return .removed(old[index])
    case 0:
      let different = zip(old, new).filter { $0 != $1 }
      if different.count == 1, different[0].0.id == different[0].1.id {
        return .changed(different[0].1)
      }
      let byID = { (arguments: [Argument]) in arguments.sorted { $0.id < $1.id } }
      return byID(old) == byID(new) ? .reordered(side) : nil
    default: return nil
    }
  }
}

extension BoardDocument {
  /// The request that makes a change of this board.
  ///
  /// - Parameter path: of the topic.
  func request(
    for change: BoardChange, to board: Board, at path: [String]
  ) -> ServiceRequests.Change {
    let new = with(board)
    switch change {
    case .added(let argument):
      let side = argument.side
      return ServiceRequests.Change(
        method: .post, path: path + [side.path], body: new[side].json(of: argument),
        etag: self[side].etag)
    case .changed(let argument):
      return ServiceRequests.Change(
        method: .put, path: elementPath(argument, at: path),
        body: new[argument.side].json(of: argument),
        etag: self[argument.side].beside[argument.id]?.etag)
    case .removed(let argument):
      return ServiceRequests.Change(
        method: .delete, path: elementPath(argument, at: path), body: nil,
        etag: self[argument.side].beside[argument.id]?.etag)
    case .reordered(let side):
      return ServiceRequests.Change(
        method: .put, path: path + [side.path], body: new[side].json(), etag: self[side].etag)
    case .topic(let sides, let options):
      let lists = sides ? (new.pros, new.cons) : nil
      return ServiceRequests.Change(
        method: .put, path: path, body: new.topic.json(sides: lists, hasOptions: options),
        etag: etag)
    }
  }

  private func elementPath(_ argument: Argument, at path: [String]) -> [String] {
    let beside = self[argument.side].beside[argument.id]
    return path + [argument.side.path, (beside ?? Beside(segment: argument.id)).id.name]
  }

  /// Returns the document after a change that the service has accepted.
  ///
  /// - Parameters:
  ///   - answer: the body of the answer.
  ///   - etag: of the changed resource.
  func after(
    _ change: BoardChange, to board: Board, answer: JSONText?, etag: String?
  ) -> BoardDocument {
    var document = with(board)
    switch change {
    case .added(let argument), .changed(let argument):
      let side = argument.side
      if let own = answer.flatMap({ try? SideDocument.argument($0, argument.column).1 }),
        own.id.segment == argument.id
      {
        document[side].beside[argument.id] = own
      }
      document[side].beside[argument.id]?.etag = etag
    case .topic: document.topic.beside.etag = nil
    case .removed, .reordered: break
    }
    return document
  }
}

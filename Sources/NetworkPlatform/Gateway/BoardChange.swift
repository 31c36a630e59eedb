internal import BoxWire
internal import Domain
internal import Fetch

/// The difference between two states of a board, as the one request that makes it.
enum BoardChange: Equatable {
  case added(Argument)
  case changed(Argument)
  case removed(Argument)
  /// The order of a side.
  case reordered(Side)
  /// The title, the positions or the decision, but no argument.
  case topic
  /// Both sides, or several arguments.
  case other

  init(from old: Board, to new: Board) {
    let changed = Side.allCases.filter { old[$0] != new[$0] }
    guard old.topic == new.topic, old.positions == new.positions, changed.count == 1 else {
      self = changed.isEmpty ? .topic : .other
      return
    }
    let side = changed[0]
    self = Self.difference(side, old[side].arguments, new[side].arguments) ?? .other
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
    case .topic:
      return ServiceRequests.Change(method: .put, path: path, body: new.topic.json(), etag: etag)
    case .other:
      return ServiceRequests.Change(
        method: .put, path: path, body: new.topic.json(new.pros, new.cons), etag: etag)
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
      if let own = answer.flatMap({ try? SideDocument.argument($0, side).1 }),
        own.id.segment == argument.id
      {
        document[side].beside[argument.id] = own
      }
      document[side].beside[argument.id]?.etag = etag
    case .topic, .other: document.topic.beside.etag = nil
    case .removed, .reordered: break
    }
    return document
  }
}

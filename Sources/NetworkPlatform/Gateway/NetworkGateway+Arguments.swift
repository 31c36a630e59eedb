internal import BoxWire
package import Domain
internal import UVLoop

extension NetworkGateway {
  /// Asks the service for nothing: there may be many topics, and nobody looks at most of them.
  package func pending() async throws(BoardError) -> Stored<[Pending]> {
    mirror.stored(mirror.boards.values.map(\.pending).filter { !$0.isEmpty })
  }

  package func board(of topic: Topic.ID) async throws(BoardError) -> Stored<Board> {
    try await board(of: topic, again: false)
  }

  /// - Parameter again: whether to ask the service in any case.
  func board(of topic: Topic.ID, again: Bool) async throws(BoardError) -> Stored<Board> {
    if service.shape == .board || topic == service.root {
      do throws(ReadError) {
        if again { try await refresh(part(.board(topic))) } else { try await read(.board(topic)) }
      } catch {
        throw .reading(error, missing: .noTopic(id: topic))
      }
    }
    guard let board = mirror.boards[topic] else { throw .noTopic(id: topic) }
    return mirror.stored(board)
  }

  package func update<Answer: Sendable>(
    _ topic: Topic.ID,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Stored<Answer> {
    guard service.shape == .board else {
      guard topic == service.root else { throw .noTopic(id: topic) }
      return try await updateTodos(of: topic, change)
    }
    return try await untilDone(.topic(topic)) { () async throws(BoardError) in
      let (content, newest) = try await newestBoard(of: topic)
      var document = newest
      let old = document.board
      var board = old
      let answer = try change(&board)
      guard !board.takeRecords().isEmpty, board != old else {
        return .done(mirror.stored(answer))
      }
      if let missing = document.missing(for: board) { throw .store(.unsupported(missing.lack)) }
      let successor = board.topic.decision?.successor
      if let successor, successor != old.topic.decision?.successor {
        document.topic.successor = name(of: successor)
      }
      let difference = BoardChange(from: old, to: board)
      let request = document.request(
        for: difference, to: board, at: ["topics", name(of: topic).name])
      let result = await carryOut(
        request, of: [topic], show: { mirror.show(board) }, takeBack: { mirror.show(old) })
      let acceptance: Acceptance
      switch result {
      case .success(let accepted): acceptance = accepted
      case .failure(let refusal): return .refused(refusal)
      }
      var (final, finalAnswer, finalDifference) = (board, answer, difference)
      if case .added(let argument) = difference,
        let assigned = acceptance.answer.flatMap({ Assigned($0, insteadOf: argument, in: old) })
      {
        var again = old.with(assigned, argument.side)
        if let answer = try? change(&again) {
          _ = again.takeRecords()
          finalDifference = BoardChange(from: old, to: again)
          (final, finalAnswer) = (again, answer)
        }
      }
      mirror.show(final)
      await content.replace(
        document.after(
          finalDifference, to: final, answer: acceptance.answer, etag: acceptance.etag))
      return .done(mirror.stored(finalAnswer))
    }
  }

  /// Reads a board for a change. Throws `.noTopic` or `.store`.
  func newestBoard(
    of topic: Topic.ID
  ) async throws(BoardError) -> (content: BoardContent, document: BoardDocument) {
    do throws(ReadError) {
      let (part, content) = board(topic)
      try await refresh(part)
      guard let document = content.document, isNamed(document.topic) else { throw .missing }
      return (content, document)
    } catch {
      throw .reading(error, missing: .noTopic(id: topic))
    }
  }
}

extension Board {
  /// Returns the board with what the service has chosen for its next argument.
  fileprivate func with(_ assigned: Assigned, _ side: Side) -> Board {
    let lists = Side.allCases.map { other in
      other != side
        ? self[other]
        : ArgumentList(
          Column(side), arguments: self[side].arguments, lastID: self[side].lastID,
          updated: self[side].updated, updatedBy: self[side].updatedBy, assigned: assigned)
    }
    return Board(
      topic, pros: lists[0], cons: lists[1], positions: positions, options: options,
      objections: objections, todos: todos)
  }
}

extension Assigned {
  /// What a service has chosen for a new argument; nil if it has accepted what was proposed.
  fileprivate init?(_ answer: JSONText, insteadOf argument: Argument, in board: Board) {
    guard let object = JSONObject(answer) else { return nil }
    let id = object.identity?.id?.segment ?? argument.id
    let created = object.date("created", "createdAt")
    guard id != argument.id || created ?? argument.created != argument.created,
      !board[argument.side].arguments.contains(where: { $0.id == id })
    else { return nil }
    self.init(id: id, created: created)
  }
}

public import BoardValues
public import Domain

/// The objections to the decision of one topic.
public typealias ObjectionsViewModel = BoardListViewModel<ObjectionItem, any DecisionUseCases>

extension ObjectionsViewModel {
  /// Reads nothing yet: call ``fetch()``.
  public convenience init(topic: Topic.ID, _ useCases: any DecisionUseCases, road: StoreRoad) {
    self.init(
      topic: topic, useCases, road: road,
      read: { useCases, topic throws(BoardError) in try await useCases.board(of: topic) },
      items: { $0.objections.elements.map(ObjectionItem.init) })
  }

  /// Raises an objection, and returns its identifier. Throws `.decided`, `.invalid`,
  /// `.tooManyObjections`, `.noTopic` or `.store`.
  public func raise(_ text: String, person: String) async throws(BoardError) -> Objection.ID {
    try await change { () async throws(BoardError) in
      try await useCases.object(text, to: topic, person: person)
    }.id
  }

  /// Does something with an open objection.
  ///
  /// - Parameter isDecider: whether the person may decide the topic.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, `.noObjection`, `.closed`, `.notAnswered`,
  ///   `.notObjector`, `.noTopic` or `.store`.
  public func handle(
    _ id: Objection.ID, _ deed: ObjectionDeed, person: String, isDecider: Bool = false
  ) async throws(BoardError) {
    _ = try await change { () async throws(BoardError) in
      try await useCases.handle(id, of: topic, deed, person: person, isDecider: isDecider)
    }
  }
}

extension ObjectionItem {
  public init(_ objection: Objection) {
    let (answer, closing) = (objection.answer, objection.closing)
    let status: Status =
      switch closing?.kind {
      case nil: .open
      case .withdrawn: .withdrawn
      case .resolved: .resolved
      }
    let notes = [
      answer.map { "answered by \($0.author): \($0.text)" },
      closing.map { "\($0.kind.rawValue) by \($0.author)" },
    ].compactMap(\.self)
    let end = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    self.init(
      id: objection.id, status: status, text: objection.text,
      links: Links.orNil(in: objection.text), author: objection.author,
      created: objection.created.known?.rfc3339, answer: answer?.text,
      answeredBy: answer?.author, answered: answer?.date.known?.rfc3339,
      closedBy: closing?.author, closed: closing?.date.known?.rfc3339,
      line: "\(objection.author): \(objection.text)\(end)")
  }
}

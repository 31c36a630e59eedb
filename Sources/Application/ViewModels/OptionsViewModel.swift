public import BoardValues
public import Domain

/// The options of one topic.
public typealias OptionsViewModel = BoardListViewModel<OptionItem, any OptionUseCases>

extension OptionsViewModel {
  /// Reads nothing yet: call ``fetch()``.
  public convenience init(topic: Topic.ID, _ useCases: any OptionUseCases, road: StoreRoad) {
    self.init(
      topic: topic, useCases, road: road,
      read: { useCases, topic throws(BoardError) in try await useCases.board(of: topic) },
      items: { $0.options.elements.map(OptionItem.init) })
  }

  /// Adds an option at the end, and returns its identifier. Throws `.decided`, `.invalid`,
  /// `.duplicate`, `.tooManyOptions`, `.noTopic` or `.store`.
  public func add(
    _ title: String, text: String?, author: String
  ) async throws(BoardError) -> Option.ID {
    try await change { () async throws(BoardError) in
      try await useCases.add(title, text: text, to: topic, author: author)
    }.id
  }

  /// Makes the topic's own board that of a new first option, and returns its identifier. Throws what
  /// ``add(_:text:author:)`` does.
  public func convert(
    to title: String, text: String?, author: String
  ) async throws(BoardError) -> Option.ID {
    try await change { () async throws(BoardError) in
      try await useCases.convert(topic, to: title, text: text, author: author)
    }.id
  }

  /// Changes the title or the text of an option, or both; nil keeps the current value, and an empty
  /// text removes it.
  ///
  /// - Parameter seen: the option's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, also if both are nil, `.noOption`, `.changed`,
  ///   `.duplicate`, `.noTopic` or `.store`.
  public func change(
    _ id: Option.ID, title: String?, text: String?, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) {
    _ = try await change { () async throws(BoardError) in
      try await useCases.change(
        id, of: topic, title: title, text: text, ifUpdated: seen, author: author)
    }
  }

  /// Puts an option before another one, or at the end if `next` is nil. Throws `.decided`, `.noOption`,
  /// `.noTopic` or `.store`.
  public func move(
    _ id: Option.ID, before next: Option.ID?, author: String
  ) async throws(BoardError) {
    _ = try await change { () async throws(BoardError) in
      try await useCases.move(id, of: topic, before: next, author: author)
    }
  }

  /// Removes an option with its arguments. Throws `.decided`, `.noOption`, `.changed`, `.noTopic` or
  /// `.store`.
  public func remove(
    _ id: Option.ID, ifUpdated seen: Timestamp?, author: String
  ) async throws(BoardError) {
    _ = try await change { () async throws(BoardError) in
      try await useCases.remove(id, of: topic, ifUpdated: seen, author: author)
    }
  }
}

extension OptionItem {
  public init(_ board: OptionBoard) {
    let option = board.option
    let (pros, cons) = (board.pros.figures, board.cons.figures)
    let score = pros.weight - cons.weight
    let figures = [
      Side.pro.counted(pros.count), Side.con.counted(cons.count), "score \(score.signed)",
    ]
    self.init(
      id: option.id, title: option.title, text: option.text,
      links: option.text.flatMap { Links.orNil(in: $0) }, pros: pros.count, cons: cons.count,
      score: score, line: "\(option.title): \(figures.joined(separator: Summary.separator))",
      author: option.author, created: option.created.known?.rfc3339,
      updated: option.updated.known?.rfc3339, updatedBy: option.updatedBy)
  }
}

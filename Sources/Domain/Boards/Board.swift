/// A topic with its options, arguments, positions, objections and todos: everything that a rule may have to check, changed in
/// one step.
public struct Board: Identifiable, Equatable, Sendable {
  public internal(set) var topic: Topic
  public private(set) var pros: ArgumentList
  public private(set) var cons: ArgumentList
  /// In order, `inOrder`; at most one of each person.
  public internal(set) var positions: [Position]
  /// In an order that people choose.
  public internal(set) var options: CountedList<OptionBoard>
  /// In the order in which they were raised.
  public internal(set) var objections: CountedList<Objection>
  /// In an order that people choose.
  public internal(set) var todos: CountedList<Todo>
  /// The changes since it was read, in order; empty when returned by a store.
  public private(set) var records: [HistoryRecord] = []

  public var id: Topic.ID { topic.id }

  /// Makes a board as stored.
  public init(
    _ topic: Topic, pros: ArgumentList, cons: ArgumentList, positions: [Position] = [],
    options: CountedList<OptionBoard> = CountedList(),
    objections: CountedList<Objection> = CountedList(), todos: CountedList<Todo> = CountedList()
  ) {
    precondition(pros.column == .pro && cons.column == .con, "pros first, then cons")
    self.topic = topic
    self.pros = pros
    self.cons = cons
    self.positions = positions.inOrder
    self.options = options
    self.objections = objections
    self.todos = todos
  }

  /// A topic without arguments.
  public init(_ topic: Topic) {
    self.init(topic, pros: ArgumentList(.pro), cons: ArgumentList(.con))
  }

  /// Returns the board with another state of its topic, without records.
  public func with(_ topic: Topic) -> Board {
    var board = self
    board.topic = topic
    board.records = []
    return board
  }

  /// A side of the topic's own board.
  public internal(set) subscript(side: Side) -> ArgumentList {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }

  /// nil if there is no such option.
  public subscript(column: Column) -> ArgumentList? {
    guard let option = column.option else { return self[column.side] }
    return options[option]?[column.side]
  }

  /// All lists: those of the topic's own board, then those of each option.
  public var lists: [ArgumentList] {
    [pros, cons] + options.elements.flatMap { [$0.pros, $0.cons] }
  }

  public var overview: TopicOverview {
    TopicOverview(
      topic: topic, pros: figures(.pro), cons: figures(.con), options: options.elements.map(\.id))
  }

  private func figures(_ side: Side) -> SideFigures {
    options.elements.reduce(self[side].figures) { $0 + $1[side].figures }
  }

  /// Returns and removes the recorded changes, to be stored beside the board.
  public mutating func takeRecords() -> [HistoryRecord] {
    defer { records = [] }
    return records
  }

  // MARK: Changes

  /// Adds an argument at the end of a column. Throws `.decided`, `.invalid`, `.full`, `.duplicate` or
  /// `.noOption`.
  public mutating func add(
    _ column: Column, text: String, weight: Int = Limits.defaultWeight, author: String,
    at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    let (argument, index) = try edit(column) { list throws(BoardError) in
      let argument = try list.add(text: text, weight: weight, author: author, at: now)
      return (argument, list.arguments.count - 1)
    }
    record(.argumentAdded(argument, at: index), author, now)
    return argument
  }

  /// Changes the text, the weight or both of an argument; nil keeps the current value. An argument
  /// that already has both stays as it is, dates included.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, also if text and weight are nil, `.notFound`,
  ///   `.changed`, `.duplicate` or `.noOption`.
  public mutating func change(
    _ column: Column, id: Argument.ID, text: String? = nil, weight: Int? = nil,
    ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    let (old, new) = try edit(column) { list throws(BoardError) in
      try list.change(
        id: id, text: text, weight: weight, ifUpdated: seen, by: author, at: now)
    }
    if old != new { record(.argumentChanged(from: old, to: new), author, now) }
    return new
  }

  /// Moves an argument. In another column it gets that column's next identifier; text, weight, author
  /// and creation date stay.
  ///
  /// - Parameters:
  ///   - target: the column to which it is moved.
  ///   - next: the identifier of the argument in that column before which it is put; nil for the end.
  ///   - seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.notFound`, `.changed` or `.noOption`, or, in another column,
  ///   `.full` or `.duplicate`.
  public mutating func move(
    _ column: Column, id: Argument.ID, to target: Column, before next: Argument.ID?,
    ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    if column == target {
      let (argument, index) = try edit(column) { list throws(BoardError) in
        try list.move(id: id, before: next, ifUpdated: seen, by: author, at: now)
      }
      guard let index else { return argument }
      record(
        .argumentMoved(from: argument, at: index, to: argument, place: place(of: argument)), author,
        now)
      return argument
    }
    var copy = self
    let (old, index) = try copy.edit(column) { list throws(BoardError) in
      try list.remove(id: id, ifUpdated: seen, by: author, at: now)
    }
    let new = try copy.edit(target) { list throws(BoardError) in
      try list.adopt(old, before: next, by: author, at: now)
    }
    self = copy
    record(.argumentMoved(from: old, at: index, to: new, place: place(of: new)), author, now)
    return new
  }

  /// Removes an argument and returns it. Throws `.decided`, `.notFound`, `.changed` or `.noOption`; see
  /// ``move(_:id:to:before:ifUpdated:by:at:)`` for `seen`.
  public mutating func remove(
    _ column: Column, id: Argument.ID, ifUpdated seen: Timestamp? = nil, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    let (argument, index) = try edit(column) { list throws(BoardError) in
      try list.remove(id: id, ifUpdated: seen, by: author, at: now)
    }
    record(.argumentRemoved(argument, at: index), author, now)
    return argument
  }

  /// Lets a person support an argument, or no longer do so, and returns it. Throws `.decided`, `.invalid` if
  /// no user can have the name, `.notFound`, `.tooManySupporters` or `.noOption`.
  public mutating func support(
    _ column: Column, id: Argument.ID, _ isSupporting: Bool = true, by person: String,
    at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    guard !person.isEmpty, Limits.isAuthor(person) else { throw .invalid(.author) }
    let (argument, isChange) = try edit(column) { list throws(BoardError) in
      try list.support(id: id, isSupporting, by: person, at: now)
    }
    if isChange { record(.argumentSupported(argument, isSupporting), person, now) }
    return argument
  }

  /// Adds a comment to an argument, decided or not, and returns it. Throws `.notFound`, `.invalid`,
  /// `.tooManyComments` or `.noOption`.
  public mutating func comment(
    on id: Argument.ID, _ column: Column, text: String, author: String, at now: Timestamp
  ) throws(BoardError) -> Comment {
    let (argument, comment) = try edit(column) { list throws(BoardError) in
      try list.comment(on: id, text: text, author: author, at: now)
    }
    record(.commentAdded(comment, on: argument, at: argument.comments.count - 1), author, now)
    return comment
  }

  /// Removes a comment and returns it. Throws `.notFound`, `.noComment` or `.noOption`.
  public mutating func removeComment(
    _ comment: Comment.ID, on id: Argument.ID, _ column: Column, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> Comment {
    let (argument, removed, index) = try edit(column) { list throws(BoardError) in
      try list.removeComment(comment, on: id)
    }
    record(.commentRemoved(removed, on: argument, at: index), author, now)
    return removed
  }

  private func place(of argument: Argument) -> Int {
    self[argument.column]?.arguments.firstIndex { $0.id == argument.id } ?? 0
  }

  // MARK: For undoing

  mutating func record(
    _ event: TopicEvent, _ author: String, _ date: Timestamp, undoes: HistoryEntry.ID? = nil
  ) {
    records.append(HistoryRecord(event.bare, author: author, date: date, undoes: undoes))
  }

  mutating func edit<Answer>(
    _ column: Column, _ change: (inout ArgumentList) throws(BoardError) -> Answer
  ) throws(BoardError) -> Answer {
    guard let id = column.option else { return try change(&self[column.side]) }
    guard var option = options[id] else { throw .noOption(id: id) }
    let answer = try change(&option[column.side])
    options.put(option)
    return answer
  }

  /// Renames the topic to a title that it had before.
  mutating func rename(to title: String, by author: String, at now: Timestamp) {
    topic.retitle(title, by: author, at: now)
  }
}

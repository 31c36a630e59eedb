/// A topic with all of its arguments and positions: everything that a rule may have to check, changed in
/// one step.
public struct Board: Identifiable, Equatable, Sendable {
  public internal(set) var topic: Topic
  public private(set) var pros: ArgumentList
  public private(set) var cons: ArgumentList
  /// In order, `inOrder`; at most one of each person.
  public internal(set) var positions: [Position]
  /// The changes since it was read, in order; empty when returned by a store.
  public private(set) var records: [HistoryRecord] = []

  public var id: Topic.ID { topic.id }

  /// Makes a board as stored.
  public init(
    _ topic: Topic, pros: ArgumentList, cons: ArgumentList, positions: [Position] = []
  ) {
    precondition(pros.side == .pro && cons.side == .con, "pros first, then cons")
    self.topic = topic
    self.pros = pros
    self.cons = cons
    self.positions = positions.inOrder
  }

  /// A topic without arguments.
  public init(_ topic: Topic) {
    self.init(topic, pros: ArgumentList(.pro), cons: ArgumentList(.con))
  }

  /// Returns the board with another state of its topic, without records.
  public func with(_ topic: Topic) -> Board {
    Board(topic, pros: pros, cons: cons, positions: positions)
  }

  public private(set) subscript(side: Side) -> ArgumentList {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }

  public var overview: TopicOverview {
    TopicOverview(topic: topic, pros: pros.figures, cons: cons.figures)
  }

  /// Returns and removes the recorded changes, to be stored beside the board.
  public mutating func takeRecords() -> [HistoryRecord] {
    defer { records = [] }
    return records
  }

  // MARK: Changes

  /// Adds an argument at the end of a side. Throws `.decided`, `.invalid`, `.full` or `.duplicate`.
  public mutating func add(
    _ side: Side, text: String, weight: Int = Limits.defaultWeight, author: String,
    at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    let argument = try self[side].add(text: text, weight: weight, author: author, at: now)
    record(.argumentAdded(argument, at: self[side].arguments.count - 1), author, now)
    return argument
  }

  /// Changes the text, the weight or both of an argument; nil keeps the current value. An argument
  /// that already has both stays as it is, dates included.
  ///
  /// - Parameter seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, also if text and weight are nil, `.notFound`,
  ///   `.changed` or `.duplicate`.
  public mutating func change(
    _ side: Side, id: Argument.ID, text: String? = nil, weight: Int? = nil,
    ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    let (old, new) = try self[side].change(
      id: id, text: text, weight: weight, ifUpdated: seen, by: author, at: now)
    if old != new { record(.argumentChanged(from: old, to: new), author, now) }
    return new
  }

  /// Moves an argument. On the other side it gets that side's next identifier; text, weight, author
  /// and creation date stay.
  ///
  /// - Parameters:
  ///   - target: the side to which it is moved.
  ///   - next: the identifier of the argument on that side before which it is put; nil for the end.
  ///   - seen: the argument's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.notFound`, `.changed`, or, on the other side, `.full` or
  ///   `.duplicate`.
  public mutating func move(
    _ side: Side, id: Argument.ID, to target: Side, before next: Argument.ID?,
    ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    if side == target {
      let (argument, index) = try self[side].move(
        id: id, before: next, ifUpdated: seen, by: author, at: now)
      guard let index else { return argument }
      record(
        .argumentMoved(from: argument, at: index, to: argument, place: place(of: argument)), author,
        now)
      return argument
    }
    var copy = self
    let (old, index) = try copy[side].remove(id: id, ifUpdated: seen, by: author, at: now)
    let new = try copy[target].adopt(old, before: next, by: author, at: now)
    self = copy
    record(.argumentMoved(from: old, at: index, to: new, place: place(of: new)), author, now)
    return new
  }

  /// Removes an argument and returns it. Throws `.decided`, `.notFound` or `.changed`; see
  /// ``move(_:id:to:before:ifUpdated:by:at:)`` for `seen`.
  public mutating func remove(
    _ side: Side, id: Argument.ID, ifUpdated seen: Timestamp? = nil, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    let (argument, index) = try self[side].remove(id: id, ifUpdated: seen, by: author, at: now)
    record(.argumentRemoved(argument, at: index), author, now)
    return argument
  }

  /// Lets a person support an argument, or no longer do so, and returns it. Throws `.decided`, `.invalid` if
  /// no user can have the name, `.notFound` or `.tooManySupporters`.
  public mutating func support(
    _ side: Side, id: Argument.ID, _ isSupporting: Bool = true, by person: String,
    at now: Timestamp
  ) throws(BoardError) -> Argument {
    try refuseIfDecided()
    guard !person.isEmpty, Limits.isAuthor(person) else { throw .invalid(.author) }
    let (argument, isChange) = try self[side].support(id: id, isSupporting, by: person, at: now)
    if isChange { record(.argumentSupported(argument, isSupporting), person, now) }
    return argument
  }

  private func place(of argument: Argument) -> Int {
    self[argument.side].arguments.firstIndex { $0.id == argument.id } ?? 0
  }

  // MARK: For undoing

  mutating func record(
    _ event: TopicEvent, _ author: String, _ date: Timestamp, undoes: HistoryEntry.ID? = nil
  ) {
    records.append(HistoryRecord(event, author: author, date: date, undoes: undoes))
  }

  mutating func edit<Answer>(
    _ side: Side, _ change: (inout ArgumentList) throws(BoardError) -> Answer
  ) throws(BoardError) -> Answer {
    try change(&self[side])
  }

  /// Renames the topic to a title that it had before.
  mutating func rename(to title: String, by author: String, at now: Timestamp) {
    topic = Topic(
      id: topic.id, title: title, created: topic.created, updated: now.after(topic.updated),
      updatedBy: author, rule: topic.rule, round: topic.round)
  }
}

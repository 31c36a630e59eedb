/// The arguments of one column, in order of addition, with the rules that concern all of
/// them: texts are unique, ignoring case, and their number is limited.
public struct ArgumentList: Equatable, Sendable {
  /// Where each of `arguments` is.
  public let column: Column
  /// In order of addition.
  public private(set) var arguments: [Argument]
  /// The number of the newest identifier. Identifiers count up from "1" and are never reused.
  public private(set) var lastID: Int
  /// When the list last changed; nil if it never did. Each change is at least 1 ms after the
  /// previous one.
  public private(set) var updated: Timestamp?
  /// The user who made that last change; nil if there was none, or if the store does not know.
  public private(set) var updatedBy: String?
  /// What the store has chosen for the next argument that is added; nil if it accepts what the rules
  /// choose.
  private var assigned: Assigned?

  /// Makes a list as stored by a platform. The rules are not checked: they apply to changes. All
  /// `arguments` are in `column`. `lastID` is raised to the greatest number among their identifiers,
  /// unless one is out of all proportion.
  public init(
    _ column: Column, arguments: [Argument] = [], lastID: Int = 0, updated: Timestamp? = nil,
    updatedBy: String? = nil, assigned: Assigned? = nil
  ) {
    precondition(
      arguments.allSatisfy { $0.column == column }, "a list holds arguments of one column")
    self.column = column
    self.arguments = arguments
    self.lastID = arguments.reduce(CountedNumber.known(lastID)) {
      max($0, CountedNumber.known(Int($1.id)))
    }
    self.updated = updated
    self.updatedBy = updatedBy
    self.assigned = assigned
  }

  /// Adds an argument at the end. Throws `.invalid`, `.full` or `.duplicate`.
  mutating func add(
    text: String, weight: Int = Limits.defaultWeight, author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    let date = assigned?.created ?? now
    let argument = try Argument(
      id: assigned?.id ?? String(lastID + 1), side: column, text: text, weight: weight,
      author: author, created: date, updated: date, updatedBy: author)
    try refuseMore()
    try refuseDuplicate(of: argument)
    arguments.append(argument)
    lastID = max(lastID, CountedNumber.known(Int(argument.id)))
    assigned = nil
    changed(by: author, at: now)
    return argument
  }

  /// Changes the text, the weight or both of an argument; nil keeps the current value. Returns the
  /// argument before and after: equal if it already had both. Throws `.invalid`, also if both are
  /// nil, `.notFound`, `.changed` or `.duplicate`.
  mutating func change(
    id: Argument.ID, text: String? = nil, weight: Int? = nil, ifUpdated seen: Timestamp? = nil,
    by author: String, at now: Timestamp
  ) throws(BoardError) -> (old: Argument, new: Argument) {
    guard text != nil || weight != nil else {
      throw .invalid(.nothingToChange)
    }
    var newText: String?
    if let text { newText = try Argument.rightText(text) }
    var newWeight: Int?
    if let weight { newWeight = try Argument.rightWeight(weight) }
    let index = try index(of: id, ifUpdated: seen)
    let old = arguments[index]
    let argument = old.with(
      text: newText, weight: newWeight, updated: now.after(old.updated), by: author)
    if argument.text == old.text, argument.weight == old.weight { return (old, old) }
    if argument.text != old.text { try refuseDuplicate(of: argument) }
    arguments[index] = argument
    changed(by: author, at: now)
    return (old, argument)
  }

  /// Puts an argument before another one, or at the end if `next` is nil. Returns it, and the index
  /// from which it was moved; nil if it is already there. Throws `.notFound` or `.changed`.
  mutating func move(
    id: Argument.ID, before next: Argument.ID?, ifUpdated seen: Timestamp?, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> (argument: Argument, index: Int?) {
    let from = try index(of: id, ifUpdated: seen)
    let argument = arguments[from]
    let place = try next.map { next throws(BoardError) in try index(of: next) }
    let to = place ?? arguments.count
    // Before itself, or before the one that follows it.
    if to == from || to == from + 1 { return (argument, nil) }
    arguments.remove(at: from)
    arguments.insert(argument, at: to > from ? to - 1 : to)
    changed(by: author, at: now)
    return (argument, from)
  }

  /// Adds an argument of another column, with the next identifier of this one. Throws `.notFound`,
  /// `.full` or `.duplicate`.
  mutating func adopt(
    _ other: Argument, before next: Argument.ID?, by author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    let place = try next.map { next throws(BoardError) in try index(of: next) }
    let argument = other.with(
      id: String(lastID + 1), column: column, updated: now.after(other.updated), by: author)
    try refuseMore()
    try refuseDuplicate(of: argument)
    arguments.insert(argument, at: place ?? arguments.count)
    lastID += 1
    changed(by: author, at: now)
    return argument
  }

  /// Lets a person support an argument, or no longer do so. Returns it, and whether that has changed
  /// anything. Throws `.notFound` or `.tooManySupporters`.
  mutating func support(
    id: Argument.ID, _ isSupporting: Bool, by person: String, at now: Timestamp
  ) throws(BoardError) -> (argument: Argument, isChange: Bool) {
    let index = try index(of: id)
    let place = arguments[index].supporters.firstIndex(of: person)
    guard (place != nil) != isSupporting else { return (arguments[index], false) }
    if let place {
      arguments[index].supporters.remove(at: place)
    } else {
      guard arguments[index].supporters.count < Limits.supporters else {
        throw .tooManySupporters(limit: Limits.supporters)
      }
      arguments[index].supporters.append(person)
    }
    changed(by: person, at: now)
    return (arguments[index], true)
  }

  /// Adds a comment to an argument, and returns the argument and the comment. Neither the argument nor the
  /// list has changed since then: comments are beside the board. Throws `.notFound`,
  /// `.invalid` or `.tooManyComments`.
  mutating func comment(
    on id: Argument.ID, text: String, author: String, at now: Timestamp
  ) throws(BoardError) -> (argument: Argument, comment: Comment) {
    let text = try Argument.rightText(text)
    let index = try index(of: id)
    let comments = arguments[index].comments
    let comment = try Comment(
      id: String((comments.compactMap { Int($0.id) }.max() ?? 0) + 1), text: text, author: author,
      created: now)
    try put(comment, at: comments.count, of: index)
    return (arguments[index], comment)
  }

  /// Puts a comment at an index of those of an argument, or at the end if there are fewer, and
  /// returns the argument. Throws `.superseded` if there is one with its identifier, `.notFound` or
  /// `.tooManyComments`.
  mutating func restore(
    _ comment: Comment, at index: Int, on id: Argument.ID
  ) throws(BoardError) -> Argument {
    let place = try self.index(of: id)
    let comments = arguments[place].comments
    guard !comments.contains(where: { $0.id == comment.id }) else { throw .superseded }
    try put(comment, at: min(index, comments.count), of: place)
    return arguments[place]
  }

  private mutating func put(
    _ comment: Comment, at index: Int, of place: Int
  ) throws(BoardError) {
    guard arguments[place].comments.count < Limits.comments else {
      throw .tooManyComments(limit: Limits.comments)
    }
    arguments[place].comments.insert(comment, at: index)
  }

  /// Removes a comment, and returns the argument, the comment and its index. Throws `.notFound` or
  /// `.noComment`.
  mutating func removeComment(
    _ comment: Comment.ID, on id: Argument.ID
  ) throws(BoardError) -> (argument: Argument, comment: Comment, index: Int) {
    let place = try index(of: id)
    guard let index = arguments[place].comments.firstIndex(where: { $0.id == comment }) else {
      throw .noComment(id: comment)
    }
    let removed = arguments[place].comments.remove(at: index)
    return (arguments[place], removed, index)
  }

  /// Returns the list as that of another column.
  public func moved(to column: Column) -> ArgumentList {
    ArgumentList(
      column, arguments: arguments.map { $0.moved(to: column) }, lastID: lastID, updated: updated,
      updatedBy: updatedBy)
  }

  /// Removes an argument and returns it with its index. Throws `.notFound` or `.changed`.
  mutating func remove(
    id: Argument.ID, ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> (argument: Argument, index: Int) {
    let index = try index(of: id, ifUpdated: seen)
    let argument = arguments.remove(at: index)
    changed(by: author, at: now)
    return (argument, index)
  }

  /// Restores an argument that was removed, or moved away, to its place, with its identifier.
  /// Throws `.superseded` if the identifier is in use again, `.full` or `.duplicate`.
  mutating func restore(
    _ old: Argument, at index: Int, by author: String, now: Timestamp
  ) throws(BoardError) -> (argument: Argument, index: Int) {
    guard !arguments.contains(where: { $0.id == old.id }) else { throw .superseded }
    let argument = old.with(updated: now.after(old.updated), by: author)
    try refuseMore()
    try refuseDuplicate(of: argument)
    let place = min(index, arguments.count)
    arguments.insert(argument, at: place)
    changed(by: author, at: now)
    return (argument, place)
  }

  /// Moves an existing argument to an index, or to the end if there are fewer.
  mutating func put(_ id: Argument.ID, at index: Int, by author: String, now: Timestamp) {
    guard let from = arguments.firstIndex(where: { $0.id == id }) else { return }
    let argument = arguments.remove(at: from)
    arguments.insert(argument, at: min(index, arguments.count))
    changed(by: author, at: now)
  }

  /// Removes all arguments. Their identifiers are not used again.
  mutating func empty(by author: String, at now: Timestamp) {
    guard !arguments.isEmpty else { return }
    arguments = []
    changed(by: author, at: now)
  }

  /// Has the arguments of another column, in place of its own. They keep their identifiers.
  mutating func fill(with other: ArgumentList, by author: String, at now: Timestamp) {
    arguments = other.arguments.map { $0.moved(to: column) }
    lastID = max(lastID, other.lastID)
    changed(by: author, at: now)
  }

  private func index(
    of id: Argument.ID, ifUpdated seen: Timestamp?
  ) throws(BoardError) -> Int {
    let index = try index(of: id)
    let updated = arguments[index].updated
    guard seen == nil || seen == updated else { throw .changed(id: id, updated: updated) }
    return index
  }

  private func index(of id: Argument.ID) throws(BoardError) -> Int {
    guard let index = arguments.firstIndex(where: { $0.id == id }) else {
      throw .notFound(id: id)
    }
    return index
  }

  private func refuseMore() throws(BoardError) {
    guard arguments.count < Limits.argumentsPerSide else {
      throw .full(limit: Limits.argumentsPerSide)
    }
  }

  private func refuseDuplicate(of argument: Argument) throws(BoardError) {
    let text = argument.text.lowercased()
    if arguments.contains(where: { $0.id != argument.id && $0.text.lowercased() == text }) {
      throw .duplicate(text: argument.text)
    }
  }

  private mutating func changed(by author: String, at now: Timestamp) {
    updated = now.after(updated)
    updatedBy = author
  }
}

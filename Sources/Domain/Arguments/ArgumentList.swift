/// The arguments of one side of one topic, in order of addition, with the rules that concern all of
/// them: texts are unique, ignoring case, and their number is limited.
public struct ArgumentList: Equatable, Sendable {
  /// The side of each of `arguments`.
  public let side: Side
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
  /// `arguments` are of `side`. `lastID` is raised to the greatest number among their identifiers.
  public init(
    _ side: Side, arguments: [Argument] = [], lastID: Int = 0, updated: Timestamp? = nil,
    updatedBy: String? = nil, assigned: Assigned? = nil
  ) {
    precondition(arguments.allSatisfy { $0.side == side }, "a list holds arguments of one side")
    self.side = side
    self.arguments = arguments
    self.lastID = arguments.reduce(lastID) { max($0, Int($1.id) ?? 0) }
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
      id: assigned?.id ?? String(lastID + 1), side: side, text: text, weight: weight,
      author: author, created: date, updated: date, updatedBy: author)
    try refuseMore()
    try refuseDuplicate(of: argument)
    arguments.append(argument)
    lastID = max(lastID, Int(argument.id) ?? 0)
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
    let argument = Argument(
      id: id, side: side, rightText: newText ?? old.text, rightWeight: newWeight ?? old.weight,
      author: old.author, created: old.created, updated: now.after(old.updated), updatedBy: author,
      supporters: old.supporters)
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

  /// Adds an argument of the other side, with the next identifier of this one. Throws `.notFound`,
  /// `.full` or `.duplicate`.
  mutating func adopt(
    _ other: Argument, before next: Argument.ID?, by author: String, at now: Timestamp
  ) throws(BoardError) -> Argument {
    let place = try next.map { next throws(BoardError) in try index(of: next) }
    let argument = Argument(
      id: String(lastID + 1), side: side, rightText: other.text, rightWeight: other.weight,
      author: other.author, created: other.created, updated: now.after(other.updated),
      updatedBy: author, supporters: other.supporters)
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
    let argument = Argument(
      id: old.id, side: side, rightText: old.text, rightWeight: old.weight, author: old.author,
      created: old.created, updated: now.after(old.updated), updatedBy: author,
      supporters: old.supporters)
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

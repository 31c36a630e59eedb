/// The arguments of one side of one topic, in order of addition, with the rules that concern all of
/// them: texts are unique, compared without case, and their number is limited.
public struct ArgumentList: Equatable, Sendable {
  /// What each of `arguments` speaks for.
  public let side: Side
  /// In order of addition.
  public private(set) var arguments: [Argument]
  /// The number of the newest identifier. Identifiers count up from "1" and are never reused.
  public private(set) var lastID: Int
  /// How often the list has changed. A change to what is already there does not count.
  public private(set) var version: Int
  /// When the list last changed; nil if it never did. Each change is at least 1 ms after the one
  /// before it.
  public private(set) var updated: Timestamp?

  /// A list as a platform stored it. The rules are not checked: they are for changes. All
  /// `arguments` are of `side`. `lastID` is raised to the greatest number among their identifiers.
  public init(
    _ side: Side, arguments: [Argument] = [], lastID: Int = 0, version: Int = 0,
    updated: Timestamp? = nil
  ) {
    precondition(arguments.allSatisfy { $0.side == side }, "a list holds arguments of one side")
    self.side = side
    self.arguments = arguments
    self.lastID = arguments.reduce(lastID) { max($0, Int($1.id) ?? 0) }
    self.version = version
    self.updated = updated
  }

  /// Adds an argument at the end. Throws `.invalid`, `.full` or `.duplicate`.
  public mutating func add(
    text: String, weight: Int = Limits.defaultWeight, author: String, at now: Timestamp
  ) throws(ArgumentError) -> Argument {
    let argument = try Argument(
      id: String(lastID + 1), side: side, text: text, weight: weight, author: author, created: now,
      updated: now)
    guard arguments.count < Limits.argumentsPerSide else {
      throw .full(limit: Limits.argumentsPerSide)
    }
    try refuseDuplicate(of: argument)
    arguments.append(argument)
    lastID += 1
    changed(at: now)
    return argument
  }

  /// Changes the text, the weight or both of an argument; nil keeps what is there. An argument that
  /// already has both stays as it is, dates included. Throws `.invalid`, also if both are nil,
  /// `.notFound` or `.duplicate`.
  public mutating func change(
    id: Argument.ID, text: String? = nil, weight: Int? = nil, at now: Timestamp
  ) throws(ArgumentError) -> Argument {
    guard text != nil || weight != nil else {
      throw .invalid(.nothingToChange)
    }
    var newText: String?
    if let text { newText = try Argument.rightText(text) }
    var newWeight: Int?
    if let weight { newWeight = try Argument.rightWeight(weight) }
    let index = try index(of: id)
    let old = arguments[index]
    let argument = Argument(
      id: id, side: side, rightText: newText ?? old.text, rightWeight: newWeight ?? old.weight,
      author: old.author, created: old.created, updated: now.after(old.updated))
    if argument.text == old.text, argument.weight == old.weight { return old }
    try refuseDuplicate(of: argument)
    arguments[index] = argument
    changed(at: now)
    return argument
  }

  /// Removes an argument and returns it. Throws `.notFound`.
  public mutating func remove(
    id: Argument.ID, at now: Timestamp
  ) throws(ArgumentError) -> Argument {
    let argument = arguments.remove(at: try index(of: id))
    changed(at: now)
    return argument
  }

  private func index(of id: Argument.ID) throws(ArgumentError) -> Int {
    guard let index = arguments.firstIndex(where: { $0.id == id }) else {
      throw .notFound(id: id)
    }
    return index
  }

  private func refuseDuplicate(of argument: Argument) throws(ArgumentError) {
    let text = argument.text.lowercased()
    if arguments.contains(where: { $0.id != argument.id && $0.text.lowercased() == text }) {
      throw .duplicate(text: argument.text)
    }
  }

  private mutating func changed(at now: Timestamp) {
    version += 1
    updated = now.after(updated)
  }
}

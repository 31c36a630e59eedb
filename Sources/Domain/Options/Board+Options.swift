extension Board {
  // MARK: Options

  /// Adds an option at the end. Throws `.decided`, `.invalid`, `.duplicate` or `.tooManyOptions`.
  public mutating func addOption(
    _ title: String, text: String? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Option {
    let option = try newOption(title, text, by: author, at: now)
    let index = options.insert(OptionBoard(option))
    changedOptions(by: author, at: now)
    record(.optionAdded(option, at: index), author, now)
    return option
  }

  /// Makes the topic's own board that of a new first option. Throws `.decided`, `.invalid`,
  /// `.duplicate` or `.tooManyOptions`.
  public mutating func convert(
    to title: String, text: String? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> Option {
    let option = try newOption(title, text, by: author, at: now)
    becomeOption(option, by: author, at: now)
    record(.converted(option), author, now)
    return option
  }

  /// Puts the topic's own board into a new option in front of the others.
  mutating func becomeOption(_ option: Option, by author: String, at now: Timestamp) {
    options.insert(
      OptionBoard(
        option, pros: pros.moved(to: Column(.pro, of: option.id)),
        cons: cons.moved(to: Column(.con, of: option.id))), at: 0)
    for side in Side.allCases { self[side].empty(by: author, at: now) }
    changedOptions(by: author, at: now)
  }

  /// Changes the title or the text of an option, or both; nil keeps the current value, and an empty
  /// text removes it. An option that already has both stays as it is.
  ///
  /// - Parameter seen: the option's date as the author saw it; nil to accept any.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, also if both are nil, `.noOption`, `.changed` or
  ///   `.duplicate`.
  public mutating func changeOption(
    _ id: Option.ID, title: String? = nil, text: String? = nil, ifUpdated seen: Timestamp? = nil,
    by author: String, at now: Timestamp
  ) throws(BoardError) -> Option {
    try refuseIfDecided()
    guard title != nil || text != nil else { throw .invalid(.nothingToChange) }
    try Option.check(title: title, text: text)
    let old = try options.find(id, ifUpdated: seen).element.option
    let new = try Option(
      id: id, title: title ?? old.title, text: text.map { $0.isEmpty ? nil : $0 } ?? old.text,
      author: old.author, created: old.created, updated: now.after(old.updated),
      updatedBy: author, isNew: title != nil && title != old.title)
    if (new.title, new.text) == (old.title, old.text) { return old }
    try refuseDuplicate(of: new)
    replace(new)
    changedOptions(by: author, at: now)
    record(.optionChanged(from: old, to: new), author, now)
    return new
  }

  /// Puts an option before another one, or at the end if `next` is nil, and returns it. Throws
  /// `.decided` or `.noOption`.
  public mutating func moveOption(
    _ id: Option.ID, before next: Option.ID?, by author: String, at now: Timestamp
  ) throws(BoardError) -> Option {
    try refuseIfDecided()
    let option = try options.find(id, ifUpdated: nil).element.option
    guard let (from, to) = try options.move(id, before: next) else { return option }
    changedOptions(by: author, at: now)
    record(.optionMoved(option, from: from, to: to), author, now)
    return option
  }

  /// Removes an option with its arguments, and returns it. Throws `.decided`, `.noOption` or
  /// `.changed`; see ``changeOption(_:title:text:ifUpdated:by:at:)`` for `seen`.
  public mutating func removeOption(
    _ id: Option.ID, ifUpdated seen: Timestamp? = nil, by author: String, at now: Timestamp
  ) throws(BoardError) -> OptionBoard {
    try refuseIfDecided()
    let (removed, index) = try options.find(id, ifUpdated: seen)
    _ = options.remove(at: index)
    changedOptions(by: author, at: now)
    record(.optionRemoved(removed, at: index), author, now)
    return removed
  }

  /// What people can be for, in order: the options, or yes and no.
  public var choices: [Choice] {
    options.elements.isEmpty ? [.yes, .no] : options.elements.map { .option($0.id) }
  }

  /// What people call a choice: `yes`, `no` or the title of an option; nil if there is no such option.
  public func title(of choice: Choice) -> String? {
    guard case .option(let id) = choice else { return choice.rawValue }
    return options[id]?.option.title
  }

  /// Throws `.noOption`, `.noOptions` or `.hasOptions` unless the choice is one of ``choices``.
  func refuse(unless choice: Choice) throws(BoardError) {
    switch choice {
    case .yes, .no: guard options.elements.isEmpty else { throw .hasOptions }
    case .option(let id):
      guard !options.elements.isEmpty else { throw .noOptions }
      _ = try options.index(of: id)
    }
  }

  /// - Returns: the option, not part of the board yet.
  private func newOption(
    _ title: String, _ text: String?, by author: String, at now: Timestamp
  ) throws(BoardError) -> Option {
    try refuseIfDecided()
    let option = try Option(
      id: options.nextID, title: title, text: text, author: author, created: now, updated: now,
      updatedBy: author, isNew: true)
    try refuseMoreOptions()
    try refuseDuplicate(of: option)
    return option
  }

  func refuseMoreOptions() throws(BoardError) {
    guard options.elements.count < Limits.options else {
      throw .tooManyOptions(limit: Limits.options)
    }
  }

  func refuseDuplicate(of option: Option) throws(BoardError) {
    let title = option.title.lowercased()
    if options.elements.contains(where: {
      $0.id != option.id && $0.option.title.lowercased() == title
    }) {
      throw .duplicate(text: option.title)
    }
  }

  mutating func replace(_ option: Option) {
    guard var board = options[option.id] else { return }
    board.option = option
    options.put(board)
  }

  /// The options are part of the question.
  mutating func changedOptions(by author: String, at now: Timestamp) {
    topic.touch(by: author, at: now)
  }
}

internal import Domain

/// A line of the list of positions: `- ada: yes, because it never sleeps <!-- ada 2026-11-26T17:00:00.000Z -->`.
///
/// An option is called by its title. The comment then ends with a ``ChoiceMark``.
struct PositionLine {
  /// The start of the line: `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  let person: String
  /// What follows the name, without label, as written.
  let words: ArraySlice<UInt8>
  /// When it was taken; nil if a person wrote the line without a label, or has changed the name in it.
  let date: Timestamp?
  /// nil if there is none.
  let mark: ChoiceMark?

  /// nil for a line that is not a position.
  init?(_ line: ArraySlice<UInt8>) {
    guard let item = ListItem(line) else { return nil }
    marker = item.marker
    var label: Label?
    var body = item.body
    if let comment = TrailingComment(item.body), let found = Label(comment.words) {
      label = found
      body = comment.before
    }
    mark = label?.mark
    if let label, case let start = Array("\(label.person): ".utf8), body.starts(with: start) {
      (person, date) = (label.person, label.date)
      words = body.dropFirst(start.count).trimmed
    } else {
      guard let colon = body.firstIndex(of: UInt8(ascii: ":")),
        let name = body[..<colon].trimmed.string, !name.isEmpty
      else { return nil }
      (person, date) = (name, nil)
      words = body[(colon + 1)...].trimmed
    }
  }

  private struct Label {
    let person: String
    let date: Timestamp
    let mark: ChoiceMark?

    init?(_ words: [ArraySlice<UInt8>]) {
      guard (2...3).contains(words.count), let person = CommentWord.decoded(words[0]),
        let date = DocumentDate.date(words[1])
      else { return nil }
      mark = words.count == 3 ? ChoiceMark(words[2]) : nil
      if words.count == 3, mark == nil { return nil }
      (self.person, self.date) = (person, date)
    }
  }

  typealias Meaning = (choice: Choice?, sentence: ArraySlice<UInt8>?)

  /// Returns what the person is for, nil for an abstention, and why.
  ///
  /// - Parameter number: that of the line.
  /// - Throws: `DocumentFault` if it is not a position.
  func meaning(_ names: OptionNames, _ number: Int) throws(DocumentFault) -> Meaning {
    let splits = splits
    if let mark, let (_, sentence) = splits.first(where: { mark.isOf($0.name) }) {
      return (mark.choice, sentence)
    }
    for (name, sentence) in splits {
      if let id = name.string.flatMap(names.option(titled:)) { return (.option(id), sentence) }
    }
    return try meaningOfWord(names, number)
  }

  /// What may be the name of an option, and the sentence after it; the longest name first.
  private var splits: [(name: ArraySlice<UInt8>, sentence: ArraySlice<UInt8>?)] {
    let comma = UInt8(ascii: ",")
    // A longer name cannot be that of an option. Each is compared with all titles, and there may be as
    // many as the line has room for.
    let places = words.prefix(Limits.titleBytes + 1).indices.filter {
      words[$0] == comma && words[$0...].hasPrefix(Self.because)
    }
    let count = Self.because.utf8CodeUnitCount
    return [(words, nil)]
      + places.reversed().map { (words[..<$0].trimmed, words[($0 + count)...].trimmed) }
  }

  private static let because: StaticString = ", because "

  /// Reads `yes`, `no`, `abstain` or the number of an option.
  private func meaningOfWord(
    _ names: OptionNames, _ number: Int
  ) throws(DocumentFault) -> Meaning {
    let name = words.prefix { $0 != UInt8(ascii: ",") && !$0.isBlank }
    let word = name.string?.lowercased() ?? ""
    let choice = Choice(rawValue: word)
    let isKnown = choice?.isOption == true ? names.option(numbered: word) != nil : true
    guard Position.isName(word), isKnown else {
      throw DocumentFault(
        line: number,
        reason: names.options.isEmpty
          ? "a position is yes, no or abstain, and may be followed by ', because'"
          : "a position is the title of an option or abstain, and may be followed by ', because'")
    }
    let end = words[name.endIndex...].trimmed
    guard !end.isEmpty else { return (choice, nil) }
    guard end.hasPrefix(Self.because) else {
      throw DocumentFault(
        line: number, reason: "a reason for a position begins with ', because'")
    }
    return (choice, end.dropFirst(Self.because.utf8CodeUnitCount).trimmed)
  }

  /// Whether the line says this with the present title of the option.
  func shows(_ position: Position, _ names: OptionNames) -> Bool {
    guard date == position.date, let (choice, sentence) = try? meaning(names, 0),
      choice == position.choice, sentence?.string == position.sentence
    else { return false }
    guard case .option(let id) = position.choice else { return true }
    guard let mark, mark.choice == position.choice else { return false }
    return names.title(of: id).map { mark.isOf(Array($0.utf8)[...]) && words.starts(with: $0.utf8) }
      ?? true
  }

  /// Returns the bytes of a position after the marker.
  ///
  /// - Parameter old: the options before; one of them may have been removed.
  static func body(_ position: Position, _ names: OptionNames, _ old: OptionNames) -> [UInt8] {
    var name = position.name
    var isMarked = names.option(titled: name) != nil
    if case .option(let id) = position.choice {
      name = names.title(of: id) ?? old.title(of: id) ?? name
      isMarked = true
    }
    let sentence = position.sentence.map { ", because \($0)" } ?? ""
    // Also where the sentence makes it the title of an option.
    isMarked = isMarked || names.options.contains { $0.title.contains(",") }
    let mark = isMarked ? " \(ChoiceMark.word(position.choice, named: name))" : ""
    let label = "\(CommentWord.encoded(position.person)) \(position.date.rfc3339)\(mark)"
    return Array("\(position.person): \(name)\(sentence) <!-- \(label) -->".utf8)
  }
}

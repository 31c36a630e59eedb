internal import Domain

/// What a record says about the outcome: `Chosen option: "Postgres", because it is known`.
struct RecordOutcome {
  /// The title of the chosen option, as written; nil if the sentence names none.
  var chosen: String?
  /// Whether no option was chosen.
  var isDropped = false
  /// Empty if there is none.
  var reason: String
  /// The whole text.
  let whole: String

  /// The outcome of an open topic.
  static let open = "No option has been chosen yet."
  /// The beginning of that of a question that was dropped.
  static let dropped = "No option was chosen"

  private static let beginnings: [StaticString] = [
    "chosen options", "chosen option", "chosen", "selected option", "we chose", "we choose",
    "we decided on", "we decided for",
  ]

  init(_ text: Scalars, among options: RecordOptions) {
    whole = RecordMarkup.plain(text)
    var rest = text.trimmed
    if rest.take("no option was chosen") {
      (isDropped, reason) = (true, Self.reason(rest))
      return
    }
    reason = whole
    let hasBeginning = Self.beginnings.contains { rest.take($0) }
    let hasColon = hasBeginning && rest.first == ":"
    if hasColon { rest = rest.dropFirst() }
    rest = rest.drop { $0.isBlank || $0.isEmphasis }
    if hasBeginning, let (title, after) = Self.quoted(rest), !title.isEmpty {
      chosen = RecordMarkup.plain(title)
      reason = Self.reason(after)
      return
    }
    let end = Self.because(in: rest) ?? rest.endIndex
    let title = RecordMarkup.plain(rest[..<end].trimmedPunctuation)
    if let index = options.index(atStartOf: rest.string),
      hasBeginning || RecordTitle.key(title) == RecordTitle.key(options[index].title)
    {
      chosen = options[index].title
      let isAll = RecordTitle.key(rest.string) == RecordTitle.key(options[index].title)
      reason = end < rest.endIndex || isAll ? Self.reason(rest[end...]) : whole
    } else if hasColon, Limits.titleCharacters.contains(title.count) {
      chosen = title
      reason = Self.reason(rest[end...])
    }
  }

  /// Where the reason begins, with this word.
  private static func because(in text: Scalars) -> Int? {
    text.indices.first { index in
      guard index > text.startIndex, !text[index - 1].isWord, text[index].isWord else {
        return false
      }
      var rest = text[index...]
      return rest.take("because")
    }
  }

  /// Returns the reason after a title.
  private static func reason(_ text: Scalars) -> String {
    var rest = text.drop { $0.isBlank || $0.isEmphasis || $0.endsTitle }
    if rest.take("because"), rest.first == ":" { rest = rest.dropFirst() }
    return RecordMarkup.plain(rest.trimmed)
  }

  private static let quotes: [Unicode.Scalar: [Unicode.Scalar]] = [
    "\"": ["\""], "“": ["”", "\""], "„": ["“", "”"], "'": ["'"], "‘": ["’"], "«": ["»"],
    "`": ["`"],
  ]

  /// Returns the title in the quotes with which a text begins, and what follows them. A quote that is
  /// followed by the reason ends the title, otherwise one at the end of a word.
  private static func quoted(_ text: Scalars) -> (title: Scalars, after: Scalars)? {
    guard let first = text.first, let ends = quotes[first] else { return nil }
    let inside = text.dropFirst()
    var end: Int?
    var index = inside.startIndex
    while index < inside.endIndex {
      if inside[index] == "\\" {
        index += 2
        continue
      }
      if ends.contains(inside[index]) {
        var after = inside[(index + 1)...].drop { $0.isEmphasis }
        if after.first == "," || after.first == "." { after = after.dropFirst() }
        after = after.drop(while: \.isBlank)
        if after.isEmpty || after.take("because") {
          end = index
          break
        }
        let next = inside[(index + 1)...].first ?? " "
        if end == nil, next.isBlank || next.isEmphasis || next.endsTitle { end = index }
      }
      index += 1
    }
    return end.map { (inside[..<$0], inside[($0 + 1)...]) }
  }
}

extension Unicode.Scalar {
  /// Whether it can be between a title and the reason.
  fileprivate var endsTitle: Bool { [",", ".", ";", ":", "-", "–", "—"].contains(self) }
}

extension Scalars {
  /// Without what can follow a title.
  fileprivate var trimmedPunctuation: Scalars {
    let last = lastIndex { !$0.isBlank && !$0.isEmphasis && !$0.endsTitle }
    return last.map { self[...$0] } ?? self[..<startIndex]
  }
}

/// An argument in a list, which begins with its judgement: `Good, because it is known`.
struct RecordArgument {
  let judgement: Judgement
  let text: String

  enum Judgement {
    case good, neutral, bad
  }

  /// nil if it does not begin so. After good and bad, `because` and the comma can be missing.
  init?(_ item: Scalars) {
    var rest = item
    if rest.take("good") {
      judgement = .good
    } else if rest.take("bad") {
      judgement = .bad
    } else if rest.take("neutral") {
      judgement = .neutral
    } else {
      return nil
    }
    let mark = rest.first
    if mark == "," || mark == ":" { rest = rest.dropFirst() }
    rest = rest.trimmed
    if rest.take("because") {
      if rest.first == ":" { rest = rest.dropFirst() }
    } else if mark != ":" {
      return nil
    }
    text = RecordMarkup.plain(rest.trimmed)
    if text.isEmpty { return nil }
  }
}

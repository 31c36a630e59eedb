internal import Domain

/// What people call the options of a topic, in positions and in the outcome of its decision.
struct OptionNames {
  /// In order.
  let options: [(id: Option.ID, title: String)]
  private let titles: [Option.ID: String]
  private let ids: [String: Option.ID]
  /// By titles in lower case.
  private let idsIgnoringCase: [String: Option.ID]

  init(_ options: [(id: Option.ID, title: String)] = []) {
    self.options = options
    titles = Self.first(options)
    ids = Self.first(options.map { ($0.title, $0.id) })
    idsIgnoringCase = Self.first(options.map { ($0.title.lowercased(), $0.id) })
  }

  private static func first(_ pairs: [(String, String)]) -> [String: String] {
    Dictionary(pairs) { first, _ in first }
  }

  init(_ board: Board) {
    self.init(board.options.elements.map { ($0.id, $0.option.title) })
  }

  /// nil if there is no such option.
  func title(of id: Option.ID) -> String? { titles[id] }

  /// Returns the option with a title, if possible in the same case; nil if there is none.
  func option(titled title: String) -> Option.ID? {
    ids[title] ?? idsIgnoringCase[title.lowercased()]
  }

  /// Returns the option with a number as its identifier; nil if there is none.
  func option(numbered word: String) -> Option.ID? {
    titles[word] == nil ? nil : word
  }
}

extension Choice {
  var isOption: Bool {
    if case .option = self { true } else { false }
  }
}

/// A word in the comment of a line that names a choice: the choice and a fingerprint of its name in that
/// line, such as `2-9f3c2a10`. So a line still means an option whose heading has another title now, and no
/// longer does if somebody has changed the name in the line.
struct ChoiceMark: Equatable {
  /// nil for an abstention.
  let choice: Choice?
  private let fingerprint: String

  /// nil if the word is not one.
  init?(_ word: ArraySlice<UInt8>) {
    guard let hyphen = word.firstIndex(of: UInt8(ascii: "-")),
      let name = word[..<hyphen].string, Position.isName(name),
      let fingerprint = word[(hyphen + 1)...].string, fingerprint.utf8.count == Self.digits
    else { return nil }
    choice = Choice(rawValue: name)
    self.fingerprint = fingerprint
  }

  private init(_ choice: Choice?, _ fingerprint: String) {
    (self.choice, self.fingerprint) = (choice, fingerprint)
  }

  func isOf(_ name: ArraySlice<UInt8>) -> Bool { Self.fingerprint(name) == fingerprint }

  /// Returns the word for a choice.
  ///
  /// - Parameter name: what it is called in the line.
  static func word(_ choice: Choice?, named name: String) -> String {
    "\(choice.map(\.rawValue) ?? "abstain")-\(fingerprint(Array(name.utf8)[...]))"
  }

  private static func fingerprint(_ name: ArraySlice<UInt8>) -> String {
    String(Fingerprint(Array(name)).text.prefix(digits))
  }

  /// Of a fingerprint: enough to notice a change.
  private static let digits = 8
}

/// What a person is for, on the question of a topic. Each person has at most one position.
public struct Position: Identifiable, Equatable, Sendable {
  /// The user who took it.
  public let person: String
  /// nil for a person who abstains.
  public let choice: Choice?
  /// Why, in a sentence that obeys the rules for the text of an argument; nil if the person gave none.
  public let sentence: String?
  /// When it was taken.
  public let date: Timestamp

  public var id: String { person }

  /// The name of the choice: `yes`, `no`, the identifier of an option, or `abstain`.
  public var name: String { choice?.rawValue ?? Self.abstention }

  private static let abstention = "abstain"

  /// Whether a text is the ``name`` of a position. `abstain` is not the name of a `Choice`.
  public static func isName(_ text: String) -> Bool {
    Choice(rawValue: text) != nil || text == abstention
  }

  /// Trims `sentence`. Throws `.invalid` if it breaks a rule, or if no user can have the name.
  public init(
    person: String, choice: Choice?, sentence: String? = nil, date: Timestamp
  ) throws(BoardError) {
    guard !person.isEmpty, Limits.isAuthor(person) else { throw .invalid(.author) }
    self.person = person
    self.choice = choice
    self.sentence = try sentence.map { text throws(BoardError) in
      do throws(BrokenTextRule) {
        return try Limits.text.apply(to: text)
      } catch {
        throw .invalid(.sentence(error))
      }
    }
    self.date = date
  }

  /// - Precondition: the other position obeys the rules, too.
  init(_ other: Position, date: Timestamp) {
    (person, choice, sentence) = (other.person, other.choice, other.sentence)
    self.date = date
  }

  /// Whether it says the same as another one, whenever they were taken.
  func isSame(as other: Position) -> Bool {
    person == other.person && choice == other.choice && sentence == other.sentence
  }
}

/// The number of people who are for something.
public struct Tally: Equatable, Sendable {
  public let choice: Choice
  /// At least 1.
  public let count: Int
}

extension [Position] {
  /// In the order in which they were taken; those of the same time by the bytes of the names.
  public var inOrder: [Position] {
    sorted { first, second in
      first.date == second.date
        ? first.person.utf8.lexicographicallyPrecedes(second.person.utf8)
        : first.date < second.date
    }
  }

  /// For each of these choices that anybody is for, the largest number first; those that are even in
  /// their order.
  public func tallies(of choices: [Choice]) -> [Tally] {
    let counts = choices.map { choice in
      Tally(choice: choice, count: count { $0.choice == choice })
    }
    // Sorting is stable.
    return counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }
  }
}

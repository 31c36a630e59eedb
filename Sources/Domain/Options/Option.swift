/// One of several answers to the question of a topic.
public struct Option: Counted {
  /// A number, counted within the topic: one segment of a path.
  public let id: String
  /// Obeys the rules for the titles of topics.
  public let title: String
  /// What it means, in a paragraph: one line; nil if nobody has said.
  public let text: String?
  /// The user who added it.
  public let author: String
  public let created: Timestamp
  /// When its title or text last changed; equal to `created` when neither did.
  public let updated: Timestamp
  /// The user who made that last change; nil if the store does not know.
  public let updatedBy: String?

  /// Trims the texts. Throws `.invalid` if one of them breaks a rule, or if the author cannot be one.
  ///
  /// - Parameter isNew: whether the title must obey the rules for new ones.
  public init(
    id: String, title: String, text: String? = nil, author: String, created: Timestamp,
    updated: Timestamp, updatedBy: String? = nil, isNew: Bool = false
  ) throws(BoardError) {
    guard Limits.isAuthor(author), Limits.isAuthor(updatedBy ?? "") else {
      throw .invalid(.author)
    }
    self.id = id
    do throws(BrokenTextRule) {
      self.title = try (isNew ? Limits.newTitle : Limits.title).apply(to: title)
    } catch {
      throw .invalid(.optionTitle(error))
    }
    self.text = try text.map { text throws(BoardError) in
      do throws(BrokenTextRule) {
        return try Limits.optionText.apply(to: text)
      } catch {
        throw .invalid(.optionText(error))
      }
    }
    self.author = author
    self.created = created
    self.updated = updated
    self.updatedBy = updatedBy
  }

  /// Throws `.invalid` if a title or a text for an option breaks a rule.
  static func check(title: String?, text: String?) throws(BoardError) {
    _ = try Option(
      id: "1", title: title ?? "A", text: text.flatMap { $0.isEmpty ? nil : $0 }, author: "",
      created: .unknown, updated: .unknown)
  }

  /// - Precondition: the texts obey the rules.
  init(_ other: Option, title: String, text: String?, updated: Timestamp, by author: String) {
    (id, self.author, created) = (other.id, other.author, other.created)
    (self.title, self.text) = (title, text)
    (self.updated, updatedBy) = (updated.after(other.updated), author)
  }

  /// Whether a text can be an identifier: a number as it is written.
  public static func isID(_ text: String) -> Bool {
    text.utf8.count <= 8 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && text.utf8.first.map { $0 != 0x30 } == true
  }

  public static var part: BoardError.Part { .option }
  public static func notFound(_ id: String) -> BoardError { .noOption(id: id) }
}

/// An option with its arguments.
public struct OptionBoard: Counted {
  public internal(set) var option: Option
  public internal(set) var pros: ArgumentList
  public internal(set) var cons: ArgumentList

  public var id: Option.ID { option.id }
  public var updated: Timestamp { option.updated }
  /// Whether it has no arguments.
  public var isEmpty: Bool { pros.arguments.isEmpty && cons.arguments.isEmpty }

  /// Makes an option as stored.
  public init(_ option: Option, pros: ArgumentList, cons: ArgumentList) {
    precondition(
      pros.column == Column(.pro, of: option.id) && cons.column == Column(.con, of: option.id),
      "the lists are those of the option: pros first, then cons")
    self.option = option
    self.pros = pros
    self.cons = cons
  }

  /// An option without arguments.
  public init(_ option: Option) {
    self.init(
      option, pros: ArgumentList(Column(.pro, of: option.id)),
      cons: ArgumentList(Column(.con, of: option.id)))
  }

  public internal(set) subscript(side: Side) -> ArgumentList {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }

  public static var part: BoardError.Part { .option }
  public static func notFound(_ id: String) -> BoardError { .noOption(id: id) }
}

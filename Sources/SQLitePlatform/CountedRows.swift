internal import Domain

// Reading and writing options, objections and todos, as rows: each is numbered within its topic, and
// has a place.

/// What is a row of a table whose key is a topic and a number.
protocol CountedRow: Counted {
  static var table: Table { get }
  /// Reads the columns of ``table``.
  init(_ row: Row) throws(ColumnFault)
  /// The values of the columns behind the key and the place.
  var values: [(any Bindable)?] { get }
}

/// The rows of a topic in one of these tables.
struct CountedRows<Element: CountedRow> {
  /// In order.
  fileprivate(set) var elements: [Element] = []
  /// The numbers of those that are left out, as far as they can be read.
  fileprivate(set) var leftOut: Set<Int> = []
  /// Whether a row is left out.
  fileprivate(set) var isPart = false
  /// Whether the places are those that the elements would be given now.
  fileprivate(set) var arePlaced = true

  var isWhole: Bool { !isPart && arePlaced }
  /// The greatest number of those that are left out; 0 without any.
  var lastLeftOut: Int { leftOut.max() ?? 0 }
}

/// Which rows of one topic have occurred.
struct SeenRows {
  private var ids: Set<String> = []
  private var titles: Set<String> = []

  /// Returns why a row is left out: another one has its number, or is an option with its title; nil
  /// if none does.
  mutating func objection<Element: CountedRow>(to element: Element) -> String? {
    guard !ids.contains(element.id) else { return "the number occurs more than once" }
    if let option = element as? Option, !titles.insert(option.title.lowercased()).inserted {
      return "title is that of another option"
    }
    ids.insert(element.id)
    return nil
  }
}

extension Database {
  /// The order of the rows of a topic: by place, then those without one, which people have added.
  static let countedOrder = "place IS NULL, place, number"

  /// Returns the rows of a topic that can be read.
  func counted<Element: CountedRow>(
    _ type: Element.Type, of topic: Topic.ID
  ) throws -> CountedRows<Element> {
    var rows = CountedRows<Element>()
    var places: [Int?] = []
    var seen = SeenRows()
    try forEach(
      "\(type.table.selection) WHERE topic = ? ORDER BY \(Self.countedOrder)", topic
    ) { row in
      if let element = readable(row, type.table, Element.init), seen.admits(element, row, self) {
        rows.elements.append(element)
        places.append(try? row.place())
      } else {
        rows.isPart = true
        if let number = try? row.number(1, in: ColumnLimits.identifiers) {
          rows.leftOut.insert(number)
        }
      }
    }
    rows.leftOut.subtract(rows.elements.compactMap { Int($0.id) })
    rows.arePlaced = places == Self.places(of: rows.elements)
    return rows
  }

  /// Whether a topic has any of these rows: most have none.
  func hasCounted(_ topic: Topic.ID) throws -> Bool {
    let found = [Table.option, .objection, .todo].map {
      "EXISTS (SELECT 1 FROM \($0.rawValue) WHERE topic = ?1)"
    }
    return try first("SELECT 1 WHERE \(found.joined(separator: " OR "))", topic) { _ in true }
      ?? false
  }

  /// Writes the rows in which elements differ from the stored ones.
  ///
  /// - Parameter arePlaced: whether the stored places are those of `before`.
  func store<Element: CountedRow>(
    _ after: [Element], insteadOf before: [Element], arePlaced: Bool, of topic: Topic.ID
  ) throws {
    let table = Element.table
    let oldPlaces = Self.places(of: before)
    var rest = Dictionary(
      zip(before, oldPlaces).map { ($0.id, ($0, $1)) }, uniquingKeysWith: { first, _ in first })
    let columns = table.columns.split(separator: ", ")
    for (element, place) in zip(after, Self.places(of: after)) {
      let old = rest.removeValue(forKey: element.id)
      if let old, old.0 == element, old.1 == place, arePlaced { continue }
      let values: [(any Bindable)?] = [topic, Int(element.id), place] + element.values
      if old != nil {
        let changes = columns.indices.dropFirst(2).map { "\(columns[$0]) = ?\($0 + 1)" }
        try change(
          one: table,
          """
          UPDATE \(table.rawValue) SET \(changes.joined(separator: ", "))
          WHERE topic = ?1 AND number = ?2
          """, values)
      } else {
        let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        // Not beside a row that is left out.
        try change(
          one: table,
          """
          INSERT INTO \(table.rawValue) (\(table.columns)) SELECT \(places) WHERE NOT EXISTS (
            SELECT 1 FROM \(table.rawValue) WHERE topic = ?1 AND number = ?2)
          """, values)
      }
    }
    for id in rest.keys {
      try change(
        one: table, "DELETE FROM \(table.rawValue) WHERE topic = ? AND number = ?", topic, Int(id))
    }
  }

  /// The places of elements: none if they are in order by number, so that a removal changes no other
  /// row.
  private static func places<Element: CountedRow>(of elements: [Element]) -> [Int?] {
    let numbers = elements.compactMap { Int($0.id) }
    let areInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    return elements.indices.map { areInOrder ? nil : $0 }
  }
}

extension SeenRows {
  /// Whether a row is not left out because of another one.
  mutating func admits<Element: CountedRow>(
    _ element: Element, _ row: Row, _ database: Database
  ) -> Bool {
    guard let objection = objection(to: element) else { return true }
    database.leaveOut(row, Element.table, objection)
    return false
  }
}

extension Row {
  /// The place in the third column; nil without one.
  fileprivate func place() throws(ColumnFault) -> Int? {
    isNull(2) ? nil : try number(2, in: ColumnLimits.numbers)
  }

  /// The number in the second column, after the topic and the place were checked.
  fileprivate func countedID(_ range: ClosedRange<Int64>) throws(ColumnFault) -> String {
    _ = try text(0, bytes: 1...ColumnLimits.key)
    let number = try number(1, in: range)
    _ = try place()
    return String(number)
  }

  /// A text of one line, as far as its length in bytes goes; nil for NULL.
  fileprivate func optionalText(_ column: Int32) throws(ColumnFault) -> String? {
    isNull(column) ? nil : try text(column, bytes: 1...ColumnLimits.text)
  }
}

extension Option: CountedRow {
  static var table: Table { .option }

  init(_ row: Row) throws(ColumnFault) {
    let id = try row.countedID(ColumnLimits.options)
    let title = try row.text(
      3, bytes: 1...Limits.titleBytes, characters: Limits.titleCharacters.upperBound)
    let (text, author) = (try row.optionalText(4), try row.author(5))
    let (created, updated, editor) = (try row.date(6), try row.date(7), try row.editor(8))
    do throws(BoardError) {
      self = try Option(
        id: id, title: title, text: text, author: author, created: created, updated: updated,
        updatedBy: editor)
    } catch {
      switch error {
      case .invalid(.optionTitle(let rule)): throw row.fault(3, rule.words)
      case .invalid(.optionText(let rule)): throw row.fault(4, rule.words)
      default: throw row.fault(5, "cannot be a name")
      }
    }
  }

  var values: [(any Bindable)?] {
    [title, text, author, created.milliseconds, updated.milliseconds, updatedBy]
  }
}

extension Objection: CountedRow {
  static var table: Table { .objection }

  init(_ row: Row) throws(ColumnFault) {
    let id = try row.countedID(ColumnLimits.identifiers)
    let text = try row.text(3, bytes: 1...ColumnLimits.text)
    let (author, created) = (try row.name(4), try row.date(5))
    let (answer, closing) = (try Self.answer(row), try Self.closing(row))
    do throws(BoardError) {
      self = try Objection(
        id: id, text: text, author: author, created: created, answer: answer, closing: closing)
    } catch {
      guard case .invalid(.objection(let rule)) = error else {
        throw row.fault(4, "cannot be a name")
      }
      throw row.fault(3, rule.words)
    }
  }

  private static func answer(_ row: Row) throws(ColumnFault) -> Remark? {
    guard let text = try row.optionalText(6) else { return nil }
    let (author, date) = (try row.name(7), try row.date(8))
    do throws(BoardError) {
      return try Remark(text, author: author, date: date)
    } catch {
      guard case .invalid(.answer(let rule)) = error else { throw row.fault(7, "cannot be a name") }
      throw row.fault(6, rule.words)
    }
  }

  private static func closing(_ row: Row) throws(ColumnFault) -> Closing? {
    guard !row.isNull(9) else { return nil }
    guard let kind = Closing.Kind(rawValue: try row.text(9, bytes: 0...ColumnLimits.key)) else {
      throw row.fault(9, "is neither 'withdrawn' nor 'resolved'")
    }
    let (author, date) = (try row.name(10), try row.date(11))
    do throws(BoardError) {
      return try Closing(kind, by: author, date: date)
    } catch {
      throw row.fault(10, "cannot be a name")
    }
  }

  var values: [(any Bindable)?] {
    [
      text, author, created.milliseconds, answer?.text, answer?.author, answer?.date.milliseconds,
      closing?.kind.rawValue, closing?.author, closing?.date.milliseconds,
    ]
  }
}

extension Todo: CountedRow {
  static var table: Table { .todo }

  init(_ row: Row) throws(ColumnFault) {
    let id = try row.countedID(ColumnLimits.identifiers)
    let text = try row.text(3, bytes: 1...ColumnLimits.text)
    let isDone = try row.number(4, in: 0...1) == 1
    let assignee = row.isNull(5) ? nil : try row.name(5)
    let day = row.isNull(6) ? nil : try row.text(6, bytes: 1...ColumnLimits.key)
    let due = day.flatMap { Day($0) }
    guard day == nil || due != nil else { throw row.fault(6, "is not a day such as '2026-12-01'") }
    let author = try row.author(7)
    let (created, updated, editor) = (try row.date(8), try row.date(9), try row.editor(10))
    do throws(BoardError) {
      self = try Todo(
        id: id, text: text, isDone: isDone, assignee: assignee, due: due, author: author,
        created: created, updated: updated, updatedBy: editor)
    } catch {
      switch error {
      case .invalid(.text(let rule)): throw row.fault(3, rule.words)
      case .invalid(.assignee): throw row.fault(5, "cannot be a name")
      default: throw row.fault(7, "cannot be a name")
      }
    }
  }

  var values: [(any Bindable)?] {
    [
      text, isDone ? 1 : 0, assignee, due?.text, author, created.milliseconds,
      updated.milliseconds, updatedBy,
    ]
  }
}

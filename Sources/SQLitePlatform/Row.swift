internal import CSQLite
internal import Domain

/// A row of a result. Each column is read as a type that it need not have: other programs may have
/// written it, and the file may be damaged.
struct Row {
  private let statement: OpaquePointer

  init(_ statement: Statement) {
    self.statement = statement.handle
  }

  // MARK: Columns

  /// - Parameters:
  ///   - bytes: the allowed numbers of bytes of UTF-8. If it must have some, it is not only
  ///     whitespace.
  ///   - characters: the maximum number of characters; nil for any.
  func text(
    _ column: Int32, bytes: ClosedRange<Int>, characters: Int? = nil
  ) throws(ColumnFault) -> String {
    try expect(SQLITE_TEXT, column)
    guard let start = sqlite3_column_text(statement, column) else {
      throw fault(column, "cannot be read")
    }
    let count = Int(sqlite3_column_bytes(statement, column))
    guard count >= bytes.lowerBound else { throw fault(column, "is empty") }
    guard count <= bytes.upperBound else {
      throw fault(column, "has \(count) bytes, more than \(bytes.upperBound)")
    }
    guard
      let text = String(
        validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    else { throw fault(column, "is not UTF-8") }
    guard bytes.lowerBound == 0 || !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
      throw fault(column, "is empty")
    }
    // No text has more characters than bytes.
    if let characters, count > characters, text.count > characters {
      throw fault(column, "has more than \(characters) characters")
    }
    return text
  }

  func number(_ column: Int32, in range: ClosedRange<Int64>) throws(ColumnFault) -> Int {
    try expect(SQLITE_INTEGER, column)
    let number = sqlite3_column_int64(statement, column)
    guard range.contains(number) else { throw fault(column, "is out of range: \(number)") }
    return Int(number)
  }

  func date(_ column: Int32) throws(ColumnFault) -> Timestamp {
    Timestamp(
      millisecondsSince1970: Int64(try number(column, in: ColumnLimits.numbers)))
  }

  func side(_ column: Int32) throws(ColumnFault) -> Side {
    let name = try text(column, bytes: 0...ColumnLimits.key)
    guard let side = Side(rawValue: name) else {
      throw fault(column, "is neither 'pro' nor 'con'")
    }
    return side
  }

  /// The option in a column, where 0 is the topic's own board.
  func option(_ column: Int32) throws(ColumnFault) -> Option.ID? {
    let number = try number(column, in: 0...ColumnLimits.options.upperBound)
    return number == 0 ? nil : String(number)
  }

  func author(_ column: Int32) throws(ColumnFault) -> String {
    try text(
      column, bytes: 0...Limits.authorBytes, characters: Limits.authorCharacters.upperBound)
  }

  /// The user who made a change; nil for NULL.
  func editor(_ column: Int32) throws(ColumnFault) -> String? {
    isNull(column) ? nil : try author(column)
  }

  /// Names of users, one a line; each once.
  func names(_ column: Int32, atMost most: Int) throws(ColumnFault) -> [String] {
    let names = try text(column, bytes: 1...most * (Limits.authorBytes + 1))
      .split(separator: "\n").map(String.init)
    do throws(BoardError) {
      return try Argument.rightSupporters(names)
    } catch {
      throw fault(column, "cannot be a list of users")
    }
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  // MARK: Faults

  func fault(_ column: Int32, _ reason: String) -> ColumnFault {
    ColumnFault(column: name(of: column), reason: reason)
  }

  /// The first columns with their values, such as `topic 'ai', number 9`.
  func key(_ columns: Int32) -> String {
    (0..<columns).map { "\(name(of: $0)) \(literal($0))" }.joined(separator: ", ")
  }

  private func name(of column: Int32) -> String {
    sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "column \(column + 1)"
  }

  private func expect(_ type: Int32, _ column: Int32) throws(ColumnFault) {
    let found = sqlite3_column_type(statement, column)
    guard found != type else { return }
    throw fault(column, found == SQLITE_NULL ? "is NULL" : "is \(Self.name(of: found))")
  }

  private static func name(of type: Int32) -> String {
    switch type {
    case SQLITE_INTEGER: "an integer"
    case SQLITE_FLOAT: "a floating-point number"
    case SQLITE_TEXT: "a text"
    default: "a BLOB"
    }
  }

  /// The value as people see it in messages.
  private func literal(_ column: Int32) -> String {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return "NULL"
    case SQLITE_INTEGER: return "\(sqlite3_column_int64(statement, column))"
    case SQLITE_FLOAT: return "\(sqlite3_column_double(statement, column))"
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(statement, column) else { return "''" }
      let count = min(Int(sqlite3_column_bytes(statement, column)), ColumnLimits.key)
      let text = String(
        decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
      let shown = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
      return "'\(String(String.UnicodeScalarView(shown)))'"
    default: return "of type BLOB"
    }
  }
}

/// Why a column cannot be read, such as "is NULL".
struct ColumnFault: Error {
  let column: String
  let reason: String
}

/// What columns may contain, apart from the rules of `Limits`.
enum ColumnLimits {
  /// Numbers and dates that every reader of JSON understands, and that can be counted on from.
  static let numbers: ClosedRange<Int64> = -((1 << 53) - 1)...(1 << 53) - 1
  /// The numbers of arguments and of entries of the history.
  static let identifiers: ClosedRange<Int64> = 1...numbers.upperBound
  /// The numbers of options, which are segments of paths.
  static let options: ClosedRange<Int64> = 1...99_999_999
  /// In bytes: the id of a topic is a segment of a path, and that of a post is usually a UUID.
  static let key = 256
  /// In bytes, before whitespace at the ends is removed.
  static let text = 1 << 16
  /// In bytes: some 50,000 arguments.
  static let arrangement = 1 << 20
  /// In bytes: as many names as can be asked.
  static let asked = Limits.asked * (Limits.authorBytes + 1)
  /// In bytes: as many comments as an argument can have, with each character escaped.
  static let comments = 1 << 20
  /// In bytes: an option with its arguments, most of which are short.
  static let event = 1 << 26
}

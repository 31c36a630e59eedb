internal import Domain
internal import GRDB

extension Database {
  /// Executes a statement that changes rows.
  func change(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
  }
}

extension Timestamp {
  var milliseconds: Int64 { millisecondsSince1970 }
}

extension Row {
  /// Returns a count or a date, NULL as 0. Throws `.damaged` for a number too large to continue
  /// counting.
  func number(_ column: Int) throws -> Int {
    let number = (self[column] as Int64?) ?? 0
    guard number.magnitude < 1 << 53 else {
      throw StoreError.damaged(place: "the number \(number) is too large")
    }
    return Int(number)
  }

  func date(_ column: Int) throws -> Timestamp {
    Timestamp(millisecondsSince1970: Int64(try number(column)))
  }

  func dateIfAny(_ column: Int) throws -> Timestamp? {
    (self[column] as Int64?) == nil ? nil : try date(column)
  }
}

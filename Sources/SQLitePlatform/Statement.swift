internal import CSQLite

/// A prepared statement.
final class Statement {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Makes it ready for its next use, without values.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// A value that a statement can have in place of a `?`. nil is NULL.
protocol Bindable {
  /// Whether it can be read again after it was stored: a number may be too large for that.
  var isReadable: Bool { get }
  /// - Returns: a result code of SQLite.
  func bind(to statement: Statement, at place: Int32) -> Int32
}

extension String: Bindable {
  var isReadable: Bool { true }

  func bind(to statement: Statement, at place: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_copy(
          statement.handle, place, characters.baseAddress, UInt64(characters.count))
      }
    }
  }
}

extension Int64: Bindable {
  var isReadable: Bool { ColumnLimits.numbers.contains(self) }

  func bind(to statement: Statement, at place: Int32) -> Int32 {
    sqlite3_bind_int64(statement.handle, place, self)
  }
}

extension Int: Bindable {
  var isReadable: Bool { Int64(self).isReadable }

  func bind(to statement: Statement, at place: Int32) -> Int32 {
    Int64(self).bind(to: statement, at: place)
  }
}

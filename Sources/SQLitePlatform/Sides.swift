internal import Domain

/// The columns of the row of a side, as far as they can be read.
struct SideValues {
  /// The number of its newest argument, there or not; nil if it cannot be read.
  var newest: Int?
  /// When an argument was last added, changed, moved or removed; nil if none ever was.
  var updated: Timestamp?
  /// Who made that change; nil if that is not known.
  var updatedBy: String?
  /// The order of its arguments; nil if they are in order by number.
  var arrangement: String?
  /// Whether the order could be read.
  var isOrdered = true
}

extension Database {
  /// Reads the columns of `Table.side`. Each one that cannot be read is left out, not the others.
  func sideValues(_ row: Row) -> SideValues {
    var values = SideValues()
    values.newest = readable(row, .side) { row throws(ColumnFault) in
      try row.number(3, in: 0...ColumnLimits.numbers.upperBound)
    }
    if !row.isNull(4) {
      values.updated = readable(row, .side) { row throws(ColumnFault) in try row.date(4) }
    }
    if !row.isNull(5) {
      values.arrangement = readable(row, .side) { row throws(ColumnFault) in
        try row.text(5, bytes: 0...ColumnLimits.arrangement)
      }
      values.isOrdered = values.arrangement != nil
    }
    values.updatedBy = readable(row, .side) { row throws(ColumnFault) in try row.editor(6) } ?? nil
    return values
  }
}
